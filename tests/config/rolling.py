"""Two versions of the code at once on one database, as in a rolling deploy; `make rolling` runs all since 0.2.0.

`python -m tests.config.rolling --since COMMIT --most 3` runs three of them, from that commit on.

Each commit that has added a migration migrates the database while the code of the one before serves. Then games are
played with the new web and the old worker, and with the old web and the new worker.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final

import psycopg

from config.embedded.cluster import Cluster
from tests.config.service import ROOT
from tests.games.api.serving import SECRET_KEY, Client, Server, serving
from tests.games.children import process

RELEASE: Final = "d89b9859577054b4744c8d994b2c0831cfeb1fb2"
"""The commit of version 0.2.0."""
PATIENCE: Final = 180.0
"""Seconds in which a bot moves and a read model follows, also on a machine that does other things."""
KNOWN: Final[Mapping[str, str]] = {
    "9e3e9958": "the code before cannot make accounts; players.0008 mends it, which comes with the same release",
}
"""Commits between releases whose own migration the code before could not bear."""
MOVES: Final = 3
"""Moves of the person in each game."""
_STOPPED: Final = "SELECT DISTINCT projection FROM checkpoint WHERE status = 'failed'"


class Broken(Exception):
    """Two versions do not work together."""


def history() -> list[str]:
    """Return the commits since 0.2.0 that have added a migration, the first one first; none without the history."""
    known = _git("cat-file", "-e", f"{RELEASE}^{{commit}}", check=False).returncode == 0
    added = ["--diff-filter=A", "--", "games/migrations/*.py", "players/migrations/*.py"]
    return _git("log", "--reverse", "--format=%H", f"{RELEASE}..HEAD", *added).stdout.split() if known else []


def extract(commit: str, place: Path) -> Path:
    """Return a folder in *place* with the code of a commit."""
    folder = place / _git("rev-parse", commit).stdout.strip()
    if folder.exists():
        return folder
    folder.mkdir()
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x"], cwd=folder, input=packed, check=True)
    return folder


def migrate(code: Path, database: str) -> None:
    """Migrate as the recipes do, by this code. Raises Broken."""
    for command in ("migrate", "createcachetable", "load_variants"):
        _manage(code, database, command)


class Deploy:
    """A service whose code is replaced while it runs: one web process and one worker, which has a clock."""

    def __init__(self, code: Path, database: str) -> None:
        self._database = database
        self._web, self._worker = ExitStack(), ExitStack()
        self._server = self._serve(self._web, code)
        self._work(code)

    def close(self) -> None:
        """End all processes."""
        self._web.close()
        self._worker.close()

    def replace(self, new: Path) -> list[str]:
        """Go on with *new* code, on a database that is migrated already.

        Return the read models that had to be resumed, because the old worker did not know events of the new web.
        Raises Broken where two versions do not work together.
        """
        with ExitStack() as opened:
            server = self._serve(opened, new)
            self._play(server)
            stopped = [name for (name,) in self._ask(_STOPPED)]
            self._worker.close()
            self._work(new)
            for name in stopped:
                _manage(new, self._database, "resume", name)
            self._play(self._server)
            if found := self._ask(_STOPPED):
                raise Broken(f"read models stop: {found}")
            _manage(new, self._database, "verify")
            self._web.close()
            self._web, self._server = opened.pop_all(), server
        return stopped

    def _serve(self, opened: ExitStack, code: Path) -> Server:
        return opened.enter_context(serving(self._database, pool=4, code=str(code)))

    def _work(self, code: Path) -> None:
        self._worker.enter_context(process("worker", _environment(self._database), code=code))

    def _play(self, server: Server) -> None:
        """Play a game with a bot to its end. Raises Broken where it does not go on."""
        try:
            person = Client(server)
        except KeyError as fault:
            raise Broken("nobody can sign in") from fault
        status, game = person.send("POST", "/games", {"variant": "mau_mau", "seats": 2, "bots": ["novice"]})
        if status != 201:
            raise Broken(f"no game: {game}")
        where = f"/games/{game['id']}"

        def table_to_move_at() -> Any:
            table = person.send("GET", where)[1]
            return table if table["status"] == "over" or table["you"]["moves"] else None

        for _ in range(MOVES):
            table = _until(table_to_move_at, "the bot does not move")
            if table["status"] != "over":
                status, answer = person.move(game["id"], table)
                if status != 201:
                    raise Broken(f"no move: {answer}")
        if person.send("GET", where)[1]["status"] != "over":
            person.send("POST", f"{where}/resignation", {}, Idempotency_Key="resign")
        played = f"/players/{person.player['id']}/games"
        _until(lambda: person.send("GET", played)[1]["items"] or self._ask(_STOPPED), "no read model follows")

    def _ask(self, question: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self._database, autocommit=True) as connection:
            return connection.execute(question).fetchall()


def _until(find: Callable[[], Any], otherwise: str) -> Any:
    until = time.monotonic() + PATIENCE
    while not (found := find()):
        if time.monotonic() > until:
            raise Broken(otherwise)
        time.sleep(0.1)
    return found


def _manage(code: Path, database: str, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=code, env={**os.environ, **_environment(database)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Broken(f"{command[0]}: {done.stdout[-500:]}{done.stderr[-500:]}")


def _environment(database: str) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.production", "DATABASE_URL": database, "BROKER_URL": "memory://",
        "SECRET_KEY": SECRET_KEY, "ALLOWED_HOSTS": "127.0.0.1", "LOG_LEVEL": "ERROR", "C_FORCE_ROOT": "1",
        "PYTHONWARNINGS": "ignore",
    }  # fmt: skip


def _git(*command: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["git", *command], cwd=ROOT, check=check, capture_output=True, text=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Deploy commits that have added a migration, one after the other on one database, and print what happened.

    The exit status is 1 if a version does not work together with the one before.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.config.rolling", description=main.__doc__)
    parser.add_argument("--since", default="", help="the first commit to deploy; by default the first since 0.2.0")
    parser.add_argument(
        "--most", type=int, default=None, help="how many to deploy; by default all, and 0.2.0 in the end"
    )
    given = parser.parse_args(arguments)
    commits = history()
    if not commits:
        parser.error("the history of git since 0.2.0 is not here")
    first = next((at for at, commit in enumerate(commits) if commit.startswith(given.since)), None)
    if first is None:
        parser.error(f"{given.since} has added no migration since 0.2.0")
    before = [RELEASE, *commits][first]
    faults = 0
    with tempfile.TemporaryDirectory() as folder, ExitStack() as resources:
        place = Path(folder)
        place.chmod(0o711)
        cluster = Cluster(place / "data", throwaway=True)
        resources.callback(cluster.remove)
        cluster.start()
        cluster.ensure_database("maumau")
        database = cluster.url("maumau")
        old = extract(before, place)
        migrate(old, database)
        deploy = resources.enter_context(closing(Deploy(old, database)))
        for commit in commits[first:][: given.most]:
            new = extract(commit, place)
            migrate(new, database)
            try:
                said = f"works; resumed: {', '.join(deploy.replace(new)) or 'nothing'}"
            except Broken as fault:
                faults += commit[:8] not in KNOWN
                said = f"BROKEN: {KNOWN.get(commit[:8], fault)}"
                deploy.close()
                deploy = resources.enter_context(closing(Deploy(new, database)))
            _say(commit, said)
        if given.most is None:
            # What a host does: from the release to this code at once.
            deploy.close()
            migrate(ROOT, database)
            deploy = resources.enter_context(closing(Deploy(extract(RELEASE, place), database)))
            deploy.replace(ROOT)
            _say(RELEASE, "works on today's tables, beside today's code")
    sys.exit(faults > 0)


def _say(commit: str, said: str) -> None:
    subject = _git("log", "-1", "--format=%s", commit).stdout.strip()
    sys.stdout.write(f"{commit[:8]} {subject}: {said}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
