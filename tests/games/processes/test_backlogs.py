"""Much is due at once while workers, messages or the broker are lost: every game moves, the oldest first, once."""

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import connection

from config.embedded.pytest_plugin import CommittedDatabase
from games import services, wakeups
from games.projections import registry
from games.services import Terms
from tests.benchmarks.due import copies
from tests.games.api.serving import serving
from tests.games.children import await_that, surroundings
from tests.games.load import Load
from tests.games.messages import waiting
from tests.games.troubles import TROUBLES, Strikes, Workers, pause
from tests.sizes import Size

pytestmark = pytest.mark.slow

PATIENCE: Final = 300.0
"""Seconds in which everything is long over."""
WORKERS: Final = 3
MOST_WAITING: Final = wakeups.MOST_WAITING * len(("games", "bots", "checks")) * (WORKERS + 1)
"""Messages in all queues together, whatever the load: each process looks how many there are before it sends one."""
_SHEETS: Final = """
    INSERT INTO sitting (generation, shard, game, sheet)
    SELECT one.generation, game.shard, game.id, one.sheet FROM sitting AS one, game WHERE game.id <> one.game
    RETURNING 1
"""
"""Copies have no events, so no read model knows them."""

_TWICE: Final = """
    SELECT stream, turn FROM event WHERE type = 'time-ran-out' GROUP BY stream, turn HAVING count(*) > 1
"""


def query(sql: str, *values: object) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, list(values))  # type: ignore[arg-type]
        return list(cursor.fetchall())


def watch(workers: Workers, strikes: Strikes, holds: Callable[[], bool]) -> None:
    """Wait until the condition *holds*, while trouble *strikes* and the queues are looked at."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, "waited in vain"
        next(strikes)
        workers.step()


@pytest.mark.load
@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_backlog_outlasts_the_load_and_falls_without_a_pause(
    trouble: str, size: Size, report: Callable[[str], None], committed_db: CommittedDatabase, tmp_path: Path
) -> None:
    """Clocks and bots are due at once. Workers come when the load has lasted its time; it ends when half have moved."""
    surrounding = surroundings(committed_db, tmp_path)
    make_due(size)
    given = surrounding | {"DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings"}
    web = serving(committed_db.url, pool=10, send_buffer=0, rereads=True, **given)
    with Workers(committed_db, surrounding, size) as workers, web as served:
        strikes = TROUBLES[trouble](workers)
        with Load(served.address.removesuffix("/api/v1"), size.duels) as load:
            watch(workers, pause(PATIENCE), lambda: load.lasted > size.seconds and len(load.reads) > size.duels)
            next(strikes)
            for _ in range(WORKERS):
                workers.start()
            watch(workers, pause(PATIENCE), lambda: left("deadline") < size.games)
            watch(workers, strikes, lambda: left("deadline") < size.games / 2)
        ended, rest, lasted = now(), left("deadline"), load.lasted
        watch(workers, strikes, lambda: left("deadline") + left("bot_due") == 0)
        late = max(lateness_of_new())
        strikes.close()
        assert rest >= size.rest
        assert workers.longest <= workers.stale + MOST_WAITING
        await_that(lambda: waiting(workers.broker) <= MOST_WAITING, PATIENCE)
        clocks, bots = resolved("deadline", "clock"), resolved("bot_due", "bot:%")
        assert (len(clocks), len(bots)) == (size.games, size.bots)
        assert not query(_TWICE)
        measured = {
            "clocks behind their turn": max(behind_turn(clocks)),
            "bots behind their turn": max(behind_turn(bots)),
            "pause after the load": longest_pause(clocks, ended),
            "new clocks late": late,
        }
        under_load, afterwards = (size.games - rest) / (ended - min(clocks)), rest / (max(clocks) - ended)
        report(
            f"{trouble}: {load.summary()} in {lasted:.0f} s. {size.games} clocks were due: beside this load "
            f"{under_load:.0f} a second moved, without it {afterwards:.0f}. {workers.kills} kills, at most "
            f"{workers.longest} messages."
        )
        report(", ".join(f"{what}: {seconds:.2f} s" for what, seconds in measured.items()))
        assert max(measured.values()) < size.late, measured


def make_due(size: Size) -> None:
    """Make games whose clocks are due, and tables whose bots are; and keep when each was."""
    copies(size.games)
    registry.catch_up()
    query(_SHEETS)
    for _ in range(size.bots):
        services.open_game(player=None, variant="mau_mau", seats=2, bots=["clever"] * 2, terms=Terms(bot_pause=120))
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE game SET bot_due = now() - interval '1 minute' + (created_at - now()) / 1000 "
            "WHERE bot_due IS NOT NULL"
        )
        cursor.execute(
            "CREATE TABLE due AS SELECT id, deadline, bot_due FROM game WHERE deadline <= now() OR bot_due <= now()"
        )


def left(column: str) -> int:
    """How many games are still due."""
    return int(query(f"SELECT count(*) FROM game WHERE {column} <= now()")[0][0])  # noqa: S608 - a constant


def now() -> float:
    return float(query("SELECT extract(epoch FROM clock_timestamp())::float8")[0][0])


def resolved(column: str, actor: str) -> list[float]:
    """When *actor* first moved in each game, the one that was due first at first."""
    sql = f"""SELECT extract(epoch FROM min(recorded_at))::float8 FROM due JOIN event ON stream = id
              WHERE {column} IS NOT NULL AND actor LIKE %s GROUP BY id, {column} ORDER BY {column}"""  # noqa: S608
    return [at for (at,) in query(sql, actor)]


def behind_turn(resolved: list[float]) -> Iterator[float]:
    """How long after its turn each game was resolved: one has its turn when as many are resolved as were due sooner."""
    return (at - turn for at, turn in zip(resolved, sorted(resolved), strict=True))


def longest_pause(resolved: list[float], since: float) -> float:
    times = [since, *sorted(at for at in resolved if at > since)]
    return max((after - before for before, after in pairwise(times)), default=0.0)


def lateness_of_new() -> list[float]:
    """Let some games be due a second later; return how late each is resolved."""
    soon = float(now()) + 1
    games = [
        game
        for (game,) in query(
            """UPDATE game SET deadline = to_timestamp(%s), turn_began = to_timestamp(%s) - (deadline - turn_began)
               WHERE id IN (SELECT id FROM game WHERE deadline BETWEEN now() AND now() + interval '1 hour' LIMIT 20)
               RETURNING id""",
            soon, soon,
        )
    ]  # fmt: skip
    await_that(lambda: now() > soon and left("deadline") == 0, PATIENCE)
    return [
        late
        for (late,) in query(
            "SELECT extract(epoch FROM max(recorded_at))::float8 - %s FROM event "
            "WHERE actor = 'clock' AND stream = ANY(%s) GROUP BY stream",
            soon, games,
        )
    ]  # fmt: skip
