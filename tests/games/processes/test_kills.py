"""Workers die in the middle of their games, again and again: nothing is lost, nothing is doubled, every game ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest
from django.db import connection

from config.embedded.pytest_plugin import CommittedDatabase
from games import services
from games.services import Allowance, Terms
from games.store.proof import game_faults, shard_faults

ROOT: Final = Path(__file__).resolve().parents[3]
GAMES: Final = 10
PATIENCE: Final = 60.0
"""Seconds in which everything is long over, also on a machine that does other things."""


@contextmanager
def process(role: str, environment: dict[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """Run one process of the service, and end it with its children."""
    command = [sys.executable, "-m", "config.embedded.child", role, str(os.getpid())]
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, start_new_session=True) as child:
        try:
            yield child
        finally:
            kill(child)


def kill(child: "subprocess.Popen[bytes]") -> None:
    """Kill *child* and all its children, at whatever instruction they are."""
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def await_that(condition: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def ask(query: str, *values: object) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query, list(values))  # type: ignore[arg-type]
        return int(cursor.fetchone()[0])


def await_moves(more: int) -> None:
    enough = ask("SELECT count(*) FROM move_key") + more
    await_that(lambda: ask("SELECT count(*) FROM move_key") >= enough)


@pytest.mark.slow
def test_bots_and_clock_go_on_whatever_is_killed(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    """Workers are killed, with all that they hold; the seat that nobody plays is resolved by the clock each time."""
    environment = {
        "DATABASE_URL": committed_db.url,
        "BROKER_URL": committed_db.create_broker(),
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "DATA": str(tmp_path),
        "BEAT_SCHEDULE": str(tmp_path / "beat"),
        "C_FORCE_ROOT": "1",
    }
    terms = Terms(clock=Allowance(60, 0), bot_pause=0)
    games = [
        services.open_game(player=None, variant=variant, seats=3, bots=["clever", "novice", "clever"], terms=terms)
        for variant in ("mau_mau", "crazy_eights") * (GAMES // 2)
    ]
    left = services.open_game(
        player=UUID(int=1), variant="mau_mau", seats=2, bots=["clever"], terms=Terms(clock=Allowance(1, 0), bot_pause=0)
    )
    with process("beat", environment):
        with process("worker", environment) as first, process("worker", environment) as second:
            for victim in (first, second):
                await_moves(20)
                kill(victim)
        assert not is_over(games)
        with process("worker", environment):
            await_that(lambda: is_over(games))
            await_that(lambda: ask("SELECT count(*) FROM event WHERE type = 'time-ran-out'"))
            await_that(lambda: ask("SELECT count(*) FROM lobby") == 0)

    assert not list(shard_faults())
    assert not [fault for game in (*games, left) for fault in game_faults(game)]
    assert ask(
        """SELECT count(*) FROM (SELECT stream, turn FROM event WHERE type = 'time-ran-out'
                                 GROUP BY stream, turn HAVING count(*) > 1) AS twice"""
    ) == 0  # fmt: skip


def is_over(games: list[UUID]) -> bool:
    return ask("SELECT count(*) FROM game WHERE status = 'over' AND id = ANY(%s)", games) == len(games)
