"""A move and the clock race for one turn, on two real connections: one of them wins, each time.

    pytest -s --full-size tests/games/services/test_deadline_races.py

runs ten thousand races, and prints who won how often.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from queue import Queue
from random import Random
from typing import Any, Final

import pytest
from django.db import connection

from games import services
from games.integrity.games import game_findings, shard_findings
from games.log.read import read
from games.log.shards import shard_of
from games.rules.commands import Move
from games.services import Allowance, MoveResult, Terms
from tests.games.services.sitting import Sitting
from tests.sizes import FULL, SMALL

LATEST: Final = 0.01
"""How long after the start of a race its deadline is at most, in seconds. A move takes about as long."""
_SOON: Final = """
    UPDATE game SET turn_began = clock_timestamp() + make_interval(secs => %s) - (deadline - turn_began),
                    deadline = clock_timestamp() + make_interval(secs => %s) WHERE shard = %s AND id = %s
"""


@pytest.mark.load
@pytest.mark.usefixtures("committed_db")
def test_of_a_move_and_the_clock_one_wins_each_time(request: pytest.FixtureRequest) -> None:
    races = (FULL if request.config.getoption("--full-size") else SMALL).races
    chance, winners, table = Random(12), Counter[str](), a_table()
    played = [table]

    with racers() as race:
        for number in range(races):
            if table.row.status != "playing":
                table = a_table()
                played.append(table)
            winners[one_race(table, race, number, chance.uniform(-LATEST / 4, LATEST))] += 1

    print(f"{races} races in {len(played)} games: {dict(winners)}")  # noqa: T201
    assert winners.total() == races
    assert len(winners) > 1, "the deadlines are always too early, or always too late"
    assert list(shard_findings()) == []
    assert [fault for one in played for fault in game_findings(one.game)] == []


def a_table() -> Sitting:
    return Sitting.of(2, terms=Terms(clock=Allowance(3600, 0)))


def one_race(table: Sitting, race: Callable[..., list[Any]], number: int, soon: float) -> str:
    """Let the deadline of the turn pass while its move arrives, and return who won; fail unless exactly one did."""
    row, command, actor, key = table.row, table.a_move(), table.mover, f"race {number}"
    with connection.cursor() as cursor:
        cursor.execute(_SOON, [soon, soon, shard_of(table.game), table.game])
    moved: list[bool] = []

    def move(command: Move = command) -> MoveResult:
        try:
            return services.make_move(
                table.game, command, turn=row.turn, actor=actor, key=key, request_hash=b"",
            )  # fmt: skip
        finally:
            moved.append(True)

    def clock() -> int:
        done = 0
        while not done and not moved:
            done = services.resolve_late().done
        return done

    answer, resolved = race(move, clock)

    happened = read(table.game, after=row.version)
    timeouts = [event.turn for event in happened if event.type == "time-ran-out"]
    moves = {event.turn for event in happened if (event.key, event.actor) == (key, actor)}
    assert (row.turn in moves) + timeouts.count(row.turn) == 1, (answer, resolved, happened)
    if row.turn in moves:
        # The clock may have resolved the next decision of this turn of the rule book, which has the same deadline.
        assert isinstance(answer, MoveResult), answer
        assert resolved == len(timeouts)
        return "move"
    assert moves == set()
    if isinstance(answer, services.TimeIsUp):
        assert resolved == 0
        return "clock, by the late move"
    assert isinstance(answer, services.TurnMovedOn | services.GameOver), answer
    assert resolved == len(timeouts) == 1
    return "clock"


@contextmanager
def racers() -> Iterator[Callable[..., list[Any]]]:
    """Yield a function that does two things at once, each on a connection of its own, and returns what they gave."""
    inboxes: list[Queue[Callable[[], object] | None]] = [Queue(), Queue()]
    outboxes: list[Queue[object]] = [Queue(), Queue()]

    def run(inbox: Queue[Callable[[], object] | None], outbox: Queue[object]) -> None:
        try:
            while act := inbox.get():
                try:
                    outbox.put(act())
                except Exception as refusal:  # noqa: BLE001 - it is the answer
                    outbox.put(refusal)
        finally:
            connection.close()

    def race(*acts: Callable[[], object]) -> list[Any]:
        for inbox, act in zip(inboxes, acts, strict=True):
            inbox.put(act)
        return [outbox.get(timeout=60) for outbox in outboxes]

    with ThreadPoolExecutor(2) as pool:
        for inbox, outbox in zip(inboxes, outboxes, strict=True):
            pool.submit(run, inbox, outbox)
        try:
            yield race
        finally:
            for inbox in inboxes:
                inbox.put(None)
