"""Everything is killed with -9 at random while dozens of games are played: nothing is lost, doubled, or hangs."""

import io
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import pytest
from django.db import connection
from psycopg.conninfo import conninfo_to_dict
from pytest_django.plugin import DjangoDbBlocker
from rich.console import Console
from rich.table import Table

from config.embedded import state
from config.embedded.cluster import Cluster
from games.db import rows
from tests.benchmarks.ledger import Ledger
from tests.benchmarks.service import Player, Service
from tests.games.chaos import findings
from tests.games.chaos.clients import parties_of
from tests.games.chaos.processes import Processes
from tests.games.children import ROOT, await_that
from tests.sizes import Size

SEED: Final = 12
PATIENCE: Final = 180.0
"""Seconds in which everything is long over, also on a machine that does other things."""
Connect: TypeAlias = Callable[[Service], AbstractContextManager[None]]
DONE: Final = """
    SELECT 'events', count(*) FROM event UNION ALL
    SELECT 'moves of players', count(*) FROM move_key WHERE actor NOT LIKE 'bot:%' AND actor <> 'clock' UNION ALL
    SELECT 'moves of bots', count(*) FROM move_key WHERE actor LIKE 'bot:%' UNION ALL
    SELECT 'moves of experts', count(*) FROM move_key AS m JOIN seat AS s
        ON (s.shard, s.game) = (m.shard, m.game) AND m.actor = 'bot:' || s.seat AND s.bot = 'expert' UNION ALL
    SELECT 'moves of plans', count(*) FROM move_key WHERE key LIKE 'plan %' UNION ALL
    SELECT 'times that ran out', count(*) FROM event WHERE type = 'time-ran-out' UNION ALL
    SELECT 'proposals', count(*) FROM event WHERE type = 'proposal-made' UNION ALL
    SELECT 'of these, accepted', count(*) FROM event
        WHERE type = 'proposal-settled' AND public ->> 'outcome' = 'accepted' UNION ALL
    SELECT 'pauses', count(*) FROM event WHERE type = 'clock-paused' UNION ALL
    SELECT 'claims of the win or of a bot', count(*) FROM event WHERE command LIKE '% claim%' UNION ALL
    SELECT 'notices', count(*) FROM notice UNION ALL
    SELECT 'games ' || status, count(*) FROM game GROUP BY status
"""


@pytest.fixture
def connected(template_db: str, django_db_blocker: DjangoDbBlocker) -> Connect:  # noqa: ARG001
    """Return what lets the default connection use the database of a service for the time of a block."""

    @contextmanager
    def to(service: Service) -> Iterator[None]:
        there = conninfo_to_dict(Cluster(Path(service.environment["DATA"])).url(state.DATABASE))
        names = {"NAME": "dbname", "USER": "user", "HOST": "host", "PORT": "port", "PASSWORD": "password"}
        kept = dict(connection.settings_dict)
        with django_db_blocker.unblock():
            connection.close()
            connection.settings_dict.update({name: there.get(key, "") for name, key in names.items()})
            try:
                yield
            finally:
                connection.close()
                connection.settings_dict.update(kept)

    return to


@pytest.mark.slow
@pytest.mark.load
def test_nothing_is_lost_doubled_or_hangs(size: Size, report: Callable[[str], None], connected: Connect) -> None:
    random, ledger, stopped = Random(SEED), Ledger(), threading.Event()
    with Service() as service, ExitStack() as clients:
        players = [Player(service.url) for _ in range(2 * size.parties)]
        for player in players:
            clients.callback(player.http.close)
        parties = parties_of(players, ledger, random)
        with Processes(service, random, size.workers) as processes, ThreadPoolExecutor(size.parties) as pool:
            playing = [pool.submit(party.play, size.tables, stopped) for party in parties]
            try:
                begun = time.monotonic()
                for _ in range(size.kills):
                    _pause(random.uniform(0.5, 1.5) * size.kill_every, playing)
                    processes.kill_one()
                lasted = time.monotonic() - begun
                with connected(service):
                    findings.await_that_each_game_goes_on(PATIENCE)
                    await_that(lambda: len(ledger.accepted) > size.kills and _is_mixed(), PATIENCE, pause=0.5)
            finally:
                stopped.set()
            for one in playing:
                one.result(PATIENCE)
            with connected(service):
                await_that(findings.are_read, PATIENCE)
                done = dict(rows(DONE))
        kinds = {*processes.kills}
        verified = subprocess.run(
            [sys.executable, "manage.py", "verify"],
            cwd=ROOT, env=service.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        with connected(service):
            faults = [*ledger.faults, *ledger.audit(), *findings.wrong()]
    report(_table(lasted, processes.kills, done, ledger))

    assert not faults
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert processes.kills.total() == size.kills
    assert len(kinds) > 2


def _is_mixed() -> bool:
    """Whether what the clients do at random has happened, each at least once."""
    done = dict(rows(DONE))
    return all(
        done[what] for what in ("times that ran out", "proposals", "pauses", "moves of plans", "moves of experts")
    )


def _pause(seconds: float, playing: list[Future[None]]) -> None:
    """Wait until the next kill is due. Raises what has ended a player."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        for one in playing:
            if one.done():
                one.result()
        time.sleep(min(left, 0.1))


def _table(lasted: float, kills: Mapping[str, int], done: Mapping[str, int], ledger: Ledger) -> str:
    table = Table("what", "how many", title=f"Chaos: {sum(kills.values())} kills in {lasted:.0f} s")
    for name, number in sorted(kills.items()):
        table.add_row(f"killed: {name}", f"{number:,}")
    table.add_section()
    for name, number in done.items():
        table.add_row(name, f"{number:,}")
    table.add_section()
    for name, number in (
        ("acknowledged moves, all once in the log", len(ledger.accepted)),
        ("of these, answered again from the receipt", ledger.replays),
        ("requests without an answer", ledger.statuses[0]),
        ("answers 429 and 503", ledger.statuses[429] + ledger.statuses[503]),
        ("answers 409: the clock was faster", ledger.statuses[409]),
    ):
        table.add_row(name, f"{number:,}")
    written = io.StringIO()
    Console(file=written, width=100).print(table)
    return written.getvalue()
