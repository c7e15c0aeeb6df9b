"""Rebuilds and followers die at whatever instruction they are, again and again: the read models come out the same."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

import psycopg
import pytest
from django.db import connection, connections

from config.embedded.pytest_plugin import CommittedDatabase
from games.integrity.games import game_findings, shard_findings
from games.log.shards import SHARDS
from games.projections import generations
from games.projections.comparing import differences_from_log
from games.projections.lobby import Lobby
from games.projections.registry import PROJECTIONS, behind, catch_up
from games.services import Terms
from tests.games.children import ROOT, await_that, kill
from tests.games.projections.followed import followed, live
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.slow

PATIENCE: Final = 180.0
WRITERS: Final = 16
FOLLOW: Final = """
import django
django.setup()
from games.projections.registry import catch_up
while True:
    catch_up()
"""


@contextmanager
def python(database: CommittedDatabase, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run Python on *database* beside the test, and end it."""
    environment = {**os.environ, "DATABASE_URL": database.url, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    command = [sys.executable, *arguments]
    output = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, start_new_session=True) as child:
        try:
            yield child
        finally:
            kill(child)


@contextmanager
def held(database: CommittedDatabase, rows: str) -> Iterator[psycopg.Connection]:
    """Hold *rows*, so that whoever needs them waits."""
    with psycopg.connect(database.url) as holder:
        assert holder.execute(f"SELECT FROM {rows} FOR UPDATE").rowcount
        yield holder


def await_a_waiter(database: CommittedDatabase, child: "subprocess.Popen[bytes]") -> None:
    waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with psycopg.connect(database.url, autocommit=True) as session:
        await_that(lambda: child.poll() is not None or session.execute(waiting).rowcount, PATIENCE)
    assert child.poll() is None


def test_a_rebuild_killed_anywhere_goes_on_and_makes_the_same(committed_db: CommittedDatabase) -> None:
    followed(over=4)
    before, one_by_one = live(), ("manage.py", "rebuild", "all", "--batch", "7")
    with held(committed_db, "checkpoint WHERE (projection, generation, shard) = ('lobby', 1, 6)"):
        for _ in range(2):
            with python(committed_db, *one_by_one) as proving:
                await_a_waiter(committed_db, proving)
    half_built = "checkpoint WHERE (projection, generation, shard) = ('lobby', 2, 9)"
    with held(committed_db, half_built), python(committed_db, *one_by_one) as building:
        await_a_waiter(committed_db, building)
    with held(committed_db, "projection WHERE name = 'lobby'"):
        assert generations.live_of(Lobby()) == 1
        with python(committed_db, *one_by_one) as switching:
            await_a_waiter(committed_db, switching)

    with python(committed_db, *one_by_one, "--parallel", "2") as together:
        said = together.communicate(timeout=PATIENCE)[0].decode()

    assert together.returncode == 0, said
    assert said.count(", generation 2, OK, ") == len(PROJECTIONS)
    assert live() == before
    assert {generations.live_of(projection) for projection in PROJECTIONS.values()} == {2}


def test_the_processes_of_a_rebuild_end_with_it(committed_db: CommittedDatabase) -> None:
    followed(over=0)
    everything, in_parallel = "checkpoint WHERE projection = 'lobby'", ("rebuild", "lobby", "--parallel", "2")
    with held(committed_db, everything), python(committed_db, "manage.py", *in_parallel) as parent:
        await_a_waiter(committed_db, parent)
        os.kill(parent.pid, signal.SIGKILL)
        parent.wait()
        await_that(lambda: not group_lives(parent.pid), PATIENCE)


def group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_sixteen_writers_and_followers_that_are_killed(committed_db: CommittedDatabase) -> None:
    """Every game is written to the end by a connection of its own; nothing is lost, nothing is doubled."""
    with ThreadPoolExecutor(WRITERS) as pool:
        playing = [pool.submit(play, writer) for writer in range(WRITERS)]
        for _ in range(2):
            with python(committed_db, "-c", FOLLOW), python(committed_db, "-c", FOLLOW):
                read = events_read()
                await_that(lambda: events_read() > read or all(one.done() for one in playing), PATIENCE)  # noqa: B023
        with python(committed_db, "-c", FOLLOW):
            games = [one.result() for one in playing]
            await_that(lambda: not behind(), PATIENCE)
    catch_up()
    assert not list(shard_findings())
    assert not [fault for game in games for fault in game_findings(game.game)]
    found = [line for one in PROJECTIONS.values() for shard in SHARDS for line in differences_from_log(one, shard)]
    assert not found


def events_read() -> int:
    """How many events all projections together have read."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(position) FROM checkpoint")
        return int(cursor.fetchone()[0])


def play(_: int) -> Sitting:
    try:
        sitting = Sitting.of(2, terms=Terms(rated=True))
        sitting.play_on()
        return sitting
    finally:
        connections.close_all()
