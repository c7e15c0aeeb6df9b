"""Whole games over HTTP on three servers with Citus: `python -m tests.benchmarks.citus COORDINATOR WORKER WORKER`.

Each address is a URL of a server on which a database can be made, such as `postgresql://postgres@10.0.0.1:5432`; what
the coordinator writes to the workers goes to the same hosts and ports. The servers need the extension and the settings
of docs/how-to/citus.md, and nothing else. A database is made on each, and dropped in the end unless you say `--keep`.

It migrates and distributes, twice, then starts the service and lets pairs of clients play games of all variants with
bots and short clocks. Beside them players are rated, invited, exported and erased (`tests.benchmarks.careers`). When
the read models have followed, it verifies, lets games leave the log and come back, verifies again, and sends each
request of OpenAPI's examples. It prints what it saw. It ends with 1 if an acknowledged move is not once in the log, if
`manage.py verify` finds anything, if an archived game is answered otherwise, or if an operation fails.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice
from random import Random
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit, urlunsplit

import django
import psycopg
import pytest
from rich.console import Console
from rich.table import Table

from tests.benchmarks.service import SETTINGS, Player, Service

if TYPE_CHECKING:
    from tests.benchmarks.ledger import Ledger

_DATABASE: Final = "maumau_citus"
_PATIENCE: Final = 180.0
_SEED: Final = 15
_TURNS: Final = (2, 120)
"""Seconds for a turn: in some games the clock moves, in the others there is time on a slow machine too."""

_PLACES: Final = """
    SELECT nodename || ':' || nodeport, count(*) FROM citus_shards WHERE table_name = 'game'::regclass
    GROUP BY 1 ORDER BY 1
"""
_EVENTS: Final = """
    SELECT nodename || ':' || nodeport, sum(result::bigint)
    FROM run_command_on_placements('event', 'SELECT count(*) FROM %s') GROUP BY 1 ORDER BY 1
"""
# Citus finds a row only where its key is hashed to.
_MISPLACED: Final = """
    SELECT t.logicalrelid::text, count(*)
    FROM pg_dist_partition AS t CROSS JOIN LATERAL run_command_on_shards(
        t.logicalrelid, 'SELECT string_agg(DISTINCT shard::text, $$,$$) FROM %s') AS found
    CROSS JOIN LATERAL unnest(string_to_array(found.result, ',')::smallint[]) AS of (shard)
    WHERE t.partmethod = 'h' AND found.shardid <> get_shard_id_for_distribution_column(t.logicalrelid, of.shard)
    GROUP BY 1
"""
_SEEN: Final[Mapping[str, str]] = {
    "events": "SELECT count(*) FROM event",
    "moves of players": "SELECT count(*) FROM move_key WHERE actor LIKE '%-%'",
    "moves of bots": "SELECT count(*) FROM move_key WHERE actor LIKE 'bot:%'",
    "times that ran out": "SELECT count(*) FROM event WHERE type = 'time-ran-out'",
    "games that were played to their end": "SELECT count(*) FROM game WHERE status = 'over' AND turn > 0",
    "their results in the read model": "SELECT count(*) FROM result",
    "results on ladders": "SELECT count(*) FROM event WHERE type = 'rated'",
    "notices": "SELECT count(*) FROM notice",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do all of it. Return 0 if nothing was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.citus", description="Play whole games on Citus.")
    parser.add_argument("coordinator")
    parser.add_argument("workers", nargs="+")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to play; 60 by default")
    parser.add_argument("--pairs", type=int, default=4, help="pairs of players; 4 by default")
    parser.add_argument("--games", type=int, default=3, help="games that a pair plays at once; 3 by default")
    parser.add_argument("--keep", action="store_true", help="keep the databases")
    given = parser.parse_args(arguments)

    with (
        databases([given.coordinator, *given.workers], keep=given.keep) as address,
        tempfile.TemporaryDirectory() as files,
    ):
        os.environ |= {"DATABASE_URL": address, "CITUS": "yes", "DJANGO_SETTINGS_MODULE": SETTINGS}
        os.environ["ARCHIVE_FOLDER"] = files
        django.setup()
        from tests.benchmarks import cold_games  # noqa: PLC0415 - Django must be set up

        table = Table("what", "seen", title="Whole games on Citus")
        table.add_row("version", _one(address, "SELECT citus_version()").split(" on ")[0])
        _manage("migrate", "--verbosity", "0")
        for which in ("first", "second"):
            begun = time.monotonic()
            done = _manage("distribute").stdout.count("distributed by shard")
            table.add_row(f"tables that the {which} run distributes", f"{done} in {time.monotonic() - begun:.0f} s")
        ledger, lasted, lives = play(given.seconds, given.pairs, given.games)
        faults = [*ledger.faults, *ledger.audit()]
        found = [(f"shards of the log on {worker}", str(count)) for worker, count in _rows(address, _PLACES)]
        found += [(f"events on {worker}", f"{count:,}") for worker, count in _rows(address, _EVENTS)]
        found += [(what, f"{int(_one(address, sql)):,}") for what, sql in _SEEN.items()]
        verified = [_manage("verify", check=False)]
        number, changed = cold_games.leave()
        verified.append(_manage("verify", "--archives", check=False))
        _manage("rebuild", "results")
        changed += cold_games.come_back()
        verified.append(_manage("verify", "--archives", check=False))
        operations, failed = request_everything()
        faults += [*changed, *(f"{name} has rows that Citus cannot find" for name, _ in _rows(address, _MISPLACED))]
        dirty = [one for one in verified if one.returncode]

        for what, seen in [*found, *lives]:
            table.add_row(what, seen)
        table.add_row("acknowledged moves", f"{len(ledger.accepted):,} in {lasted:.0f} s")
        table.add_row("games that left the log", f"{number:,}")
        table.add_row("faults of answers, moves that are not once in the log, misplaced rows", str(len(faults)))
        table.add_row("verify: at first, with archives, with games that are back", "FINDINGS" if dirty else "clean")
        table.add_row("operations of the API that answer with success", f"{operations}{', then FAILED' * bool(failed)}")
        Console(width=110).print(table)
        for fault in faults[:20]:
            sys.stdout.write(f"{fault}\n")
        for one in dirty:
            sys.stdout.write(one.stdout + one.stderr)
        sys.stdout.write(failed)
        return int(bool(faults or dirty or failed))


class _Service(Service):
    """A service that is used as soon as it answers. Where three servers share one machine, its checks take too long."""

    health = "/healthz"


@contextmanager
def databases(servers: Sequence[str], *, keep: bool) -> Iterator[str]:
    """Make a database with the extension on each of the *servers*, the coordinator first; yield its address."""
    for server in servers:
        _run(server, f"DROP DATABASE IF EXISTS {_DATABASE} WITH (FORCE)", f"CREATE DATABASE {_DATABASE}")
        _run(_address(server), "CREATE EXTENSION citus")
    (host, port), *workers = [(urlsplit(one).hostname, urlsplit(one).port or 5432) for one in servers]
    _run(
        _address(servers[0]),
        f"SELECT citus_set_coordinator_host('{host}', {port})",
        *(f"SELECT citus_add_node('{worker}', {number})" for worker, number in workers),
    )
    try:
        yield _address(servers[0])
    finally:
        for server in [] if keep else servers:
            _run(server, f"DROP DATABASE IF EXISTS {_DATABASE} WITH (FORCE)")


def play(seconds: float, pairs: int, at_once: int) -> tuple["Ledger", float, list[tuple[str, str]]]:
    """Let *pairs* of clients play for so many *seconds*, and others be rated, invited, exported and erased beside them.

    Return what the pairs noted, how long they have played, and what was seen of the others. Every follower is at the
    end of the log then. Raises AssertionError if that takes too long.
    """
    from tests.benchmarks import careers  # noqa: PLC0415 - Django must be set up, here and below
    from tests.benchmarks.ledger import Ledger  # noqa: PLC0415
    from tests.games.chaos.clients import Kind, Party  # noqa: PLC0415
    from tests.games.chaos.findings import ends, have_read  # noqa: PLC0415
    from tests.games.children import await_that  # noqa: PLC0415

    ledger, stopped = Ledger(), threading.Event()
    with _Service(DATABASE_URL=os.environ["DATABASE_URL"]) as service, ExitStack() as clients:
        players = [Player(service.url) for _ in range(2 * pairs)]
        for player in players:
            clients.callback(player.http.close)
        listed = players[0].get("/variants").body["items"]
        kinds = [Kind(one["key"], one["players"]["least"]) for one in listed]
        parties = [
            Party(
                (one, other),
                [*islice(cycle(kinds), number, number + len(kinds))],
                ledger,
                Random(_SEED + number),
                turns=_TURNS,
            )
            for number, (one, other) in enumerate(zip(players[::2], players[1::2], strict=True))
        ]
        begun = time.monotonic()
        with ThreadPoolExecutor(pairs) as pool:
            playing = [pool.submit(party.play, at_once, stopped) for party in parties]
            try:
                lives = [*careers.live(service.url, _PATIENCE)]
                while time.monotonic() - begun < seconds and not any(one.done() for one in playing):
                    time.sleep(0.2)
            finally:
                stopped.set()
            for one in playing:
                one.result(_PATIENCE)
        lasted = time.monotonic() - begun
        reached = ends()  # bots and clocks play on
        await_that(lambda: have_read(reached), _PATIENCE, pause=0.5)
    return ledger, lasted, lives


def request_everything() -> tuple[int, str]:
    """Send a request for each operation of the API, in this process. Return how many succeed, and the fault if any.

    What is sent, and in which order, is the scenario of OpenAPI's examples. It changes times in the database, so verify
    before.
    """
    from django.core import mail  # noqa: PLC0415 - Django must be set up, here and below
    from django.test.utils import setup_test_environment  # noqa: PLC0415

    from tests.openapi.examples.recording import Recorder, Recording  # noqa: PLC0415
    from tests.openapi.examples.scenario import everything  # noqa: PLC0415
    from tests.same_chance import fix_chance  # noqa: PLC0415

    setup_test_environment()
    recorder = Recorder()
    callers = [Recording(recorder=recorder) for _ in range(3)]
    with pytest.MonkeyPatch.context() as patched:
        fix_chance("tests.benchmarks.citus", patched)
        try:
            everything(callers[0], callers[1], callers[2], mail.outbox)
        except Exception:  # noqa: BLE001 - whatever it is, it is what was found
            return len(recorder.examples), traceback.format_exc()
    return len(recorder.examples), ""


def _address(server: str) -> str:
    return urlunsplit(urlsplit(server)._replace(path=f"/{_DATABASE}"))


def _run(address: str, *statements: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def _rows(address: str, sql: str) -> list[tuple[str, int]]:
    with psycopg.connect(address, autocommit=True) as connection:
        return connection.execute(sql).fetchall()


def _one(address: str, sql: str) -> str:
    return str(_rows(address, sql)[0][0])


def _manage(*command: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "manage.py", *command], capture_output=True, text=True, check=False
    )
    if check and done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return done


if __name__ == "__main__":
    sys.exit(main())
