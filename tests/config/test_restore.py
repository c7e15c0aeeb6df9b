"""A dump that is taken while players move is restored by the commands of the page about backups, and games go on."""

import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, Self

import psycopg
import pytest

from config.embedded.cluster import Cluster
from games.client.api_client import new_key
from games.client.http import HttpClient, Json, Refused, accepted
from tests.config.service import ROOT, Service, await_that

PAGE: Final = (ROOT / "docs" / "how-to" / "backup.md").read_text(encoding="utf-8")
AWAY: Final = timedelta(hours=6)
"""How long the service seems to have been away."""
CLOCK: Final = {"turn": 7_200, "bank": 0}

pytestmark = pytest.mark.slow


class Guest:
    """A guest with a client that keeps its tokens."""

    def __init__(self, url: str) -> None:
        self._http = HttpClient(url)
        made = accepted(self._http.send("POST", "/auth/guest", {}, {"Idempotency-Key": new_key()})).body
        self.id, self._tokens = made["player"]["id"], made

    def send(self, method: str, path: str, body: Any = None) -> Any:
        """Return the body of the answer. Raises Refused."""
        headers = {"Authorization": f"Bearer {self._tokens['access']}", "Idempotency-Key": new_key()}
        return accepted(self._http.send(method, path, body, headers)).body

    def refresh(self) -> None:
        self._tokens = accepted(self._http.send("POST", "/auth/refresh", {"refresh": self._tokens["refresh"]})).body

    def call(self, url: str) -> None:
        """Go on at another address."""
        self.close()
        self._http = HttpClient(url)

    def close(self) -> None:
        self._http.close()

    def table(self, game: str) -> Json:
        return dict(self.send("GET", f"/games/{game}"))

    def move(self, game: str) -> Json | None:
        """Make a move that ends no game soon, and return the table after it; None if it is another seat's turn."""
        table = self.table(game)
        moves = table["you"]["moves"]
        if not moves:
            return None
        body = {"turn": table["turn"], "move": "draw" if "draw" in moves else moves[0]}
        return dict(self.send("POST", f"/games/{game}/moves", body)["table"])

    def end_turn(self, game: str) -> int:
        """Move until another seat is on turn, and return the version then.

        Only the clock of the next turn is that of its own event. A card that was drawn is decided on in the same turn.
        """
        while True:
            table = self.move(game)
            if table is None:
                time.sleep(0.1)
            elif table["on_turn"] != table["you"]["seat"]:
                return int(table["version"])


@dataclass
class Play:
    """A game whose players move all the time, in a thread of their own."""

    game: str
    players: tuple[Guest, ...]
    acknowledged: list[int] = field(default_factory=list)
    """The versions that the service has answered with."""
    stopped: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._go_on)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self._thread.join()

    def _go_on(self) -> None:
        while not self.stopped.wait(0.3):
            for player in self.players:
                try:
                    if table := player.move(self.game):
                        self.acknowledged.append(table["version"])
                except Refused as refusal:
                    assert refusal.status in (409, 429), refusal  # noqa: PT017 - others move, too
                    self.stopped.wait(1)

    def goes_on(self, moves: int) -> None:
        """Wait for so many further moves."""
        wanted = len(self.acknowledged) + moves
        await_that(lambda: len(self.acknowledged) >= wanted)


class Shell:
    """Runs the commands of the page, in a directory that looks like that of the service."""

    def __init__(self, place: Path, service: Service) -> None:
        (place / ".venv").symlink_to(sys.prefix)
        for name in ("manage.py", "base", "config", "games", "players", "docs"):
            (place / name).symlink_to(ROOT / name)
        self._place, self._environment = place, service.environment
        section = PAGE.partition("## With `make up`")[2]
        self.dump, self.restore, self.exchange = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
        self._variables = "".join(line for line in self.dump.splitlines(keepends=True) if re.match("BIN=|export", line))

    def run(self, commands: str) -> str:
        done = subprocess.run(
            ["bash", "-euc", self._variables + commands],
            cwd=self._place, env=self._environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def list_erased(self) -> None:
        """Write the list of the erased once more."""
        (line,) = re.findall(r".*> erased\.txt$", self.dump, re.MULTILINE)
        self.run(line)


@pytest.fixture
def service() -> Iterator[Service]:
    place = Path(tempfile.mkdtemp(prefix="maumau-restore-"))
    place.chmod(0o711)
    service = Service(place)
    service.start()
    yield service
    sys.stdout.write(service.said())  # pytest shows it if the test fails
    if not service.has_ended():
        service.stop()
    shutil.rmtree(place)
    service.output.unlink()


@pytest.fixture
def come(service: Service) -> Iterator[Callable[[], Guest]]:
    """Return a function that makes a new guest."""
    with ExitStack() as clients:
        yield lambda: clients.enter_context(closing(Guest(url_of(service))))


def url_of(service: Service) -> str:
    return (service.state / "address").read_text()


def let_time_pass(service: Service, database: str, games: list[str]) -> None:
    """Let the dump be older, and restored on another machine: nobody waits for hours in a test."""
    with psycopg.connect(Cluster(service.state).url(database)) as connection:
        connection.execute("UPDATE heartbeat SET at = at - %s, machine = 'another machine'", [AWAY])
        connection.execute(
            "UPDATE game SET turn_began = turn_began - %(by)s, deadline = deadline - %(by)s WHERE id = ANY(%(games)s)",
            {"by": AWAY, "games": games},
        )


def test_games_go_on_after_a_restore_by_the_page(service: Service, come: Callable[[], Guest], tmp_path: Path) -> None:
    shell = Shell(tmp_path, service)
    anna, bert, carl, dora = (come() for _ in range(4))
    # Two who draw wherever they may play for thousands of turns in this variant, and so for longer than a slow dump.
    duel = anna.send("POST", "/games", {"variant": "mau_mau_official", "seats": 2, "clock": CLOCK})["id"]
    bert.send("POST", f"/games/{duel}/seats", {})
    # The bot must win five deals before this game ends. Its pauses let that take longer than a slow dump.
    alone = {"variant": "faraon", "seats": 2, "bots": ["clever"], "bot_pause": 2, "clock": CLOCK}
    with_bot = carl.send("POST", "/games", alone)["id"]
    left = dora.send("POST", "/games", {"variant": "mau_mau", "seats": 3})["id"]

    # A dump in the middle of play has all that was acknowledged before it, and nobody had to stop.
    with Play(duel, (anna, bert)) as play, Play(with_bot, (carl,)) as other:
        play.goes_on(3)
        other.goes_on(3)
        before = {duel: play.acknowledged[-1], with_bot: other.acknowledged[-1]}
        shell.run(shell.dump)
        play.goes_on(3)
        other.goes_on(3)
    last = anna.table(duel)["version"]

    # Later, two are erased, one of whom the dump does not know, and clients get new tokens.
    eve = come()
    for gone in (dora, eve):
        gone.send("DELETE", "/me")
    for client in (anna, bert, carl):
        client.refresh()
        client.refresh()
    shell.list_erased()

    shell.run(shell.restore)
    let_time_pass(service, "restored", [duel, with_bot])
    said = shell.run(shell.exchange)
    assert "1 players are erased again. 1 in the list are not in this database." in said
    assert service.stop() == 0
    service.start()
    for client in (anna, bert, carl, dora, eve):
        client.call(url_of(service))

    # Clients are signed in, and see their games as they were when the dump was made.
    for client in (anna, bert, carl):
        client.refresh()
    table = anna.table(duel)
    assert before[duel] <= table["version"] < last
    assert before[with_bot] <= carl.table(with_bot)["version"]

    # The time from the dump to the start was an outage: no turn of two hours is over after six.
    left_of_turn = datetime.fromisoformat(table["deadline"]) - datetime.fromisoformat(table["server_time"])
    assert timedelta(hours=2) < left_of_turn < timedelta(hours=3, minutes=1)
    mover = anna if table["on_turn"] == table["you"]["seat"] else bert
    version = mover.end_turn(duel)
    events = anna.send("GET", f"/games/{duel}/events?after={table['version']}&limit=100")["items"]
    assert version == events[-1]["version"]
    assert "time-ran-out" not in {event["type"] for event in events}

    # Bots answer, and the erased are gone: a worker has left their tables.
    carl.end_turn(with_bot)
    await_that(lambda: carl.table(with_bot)["you"]["moves"])
    await_that(lambda: anna.table(left)["status"] == "over")
    for gone in (dora, eve):
        with pytest.raises(Refused):
            gone.refresh()
        with pytest.raises(Refused):
            anna.send("GET", f"/players/{gone.id}")

    verify = service.manage("verify", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output, _ = verify.communicate(timeout=120)
    assert verify.returncode == 0, output.decode()
