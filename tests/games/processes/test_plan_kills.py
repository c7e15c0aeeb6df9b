"""Workers play plans and are killed again and again: each plan plays once, and what does not fit is told once."""

from functools import partial
from pathlib import Path
from typing import Final

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from games.integrity.games import game_findings, shard_findings
from games.log.read import read
from games.models import Notice, Plan
from games.services import Allowance, Terms
from tests.games.children import await_that, kill, process, surroundings
from tests.games.services.noticing import kinds_of
from tests.games.services.planning import anything, plan, seated, turn_comes, waiting_seat
from tests.games.services.sitting import Sitting

GAMES: Final = 12
PATIENCE: Final = 180.0
TERMS: Final = Terms(clock=Allowance(turn=8, bank=3_600))
"""A plan waits for at most two seconds."""


@pytest.mark.slow
def test_plans_play_once_whatever_is_killed(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    environment = surroundings(committed_db, tmp_path)
    tables = [seated(terms=TERMS) for _ in range(GAMES)]
    with process("worker", environment) as first, process("worker", environment) as second:
        turns = [come_to_turn(table, fits=number % 3 > 0) for number, table in enumerate(tables)]
        for victim in (first, second):
            left = Plan.objects.count()
            await_that(partial(is_fewer, left), PATIENCE)
            kill(victim)
    with process("worker", environment):
        await_that(lambda: not Plan.objects.exists(), PATIENCE)
        await_that(lambda: Notice.objects.filter(kind="your-turn", issued_at=None).count() == 0, PATIENCE)

    assert not list(shard_findings())
    for number, (table, (seat, turn)) in enumerate(zip(tables, turns, strict=True)):
        planned = {event.turn: event.key for event in read(table.game) if event.key and event.key.startswith("plan ")}
        assert min(planned, default=None) == (turn if number % 3 > 0 else None), planned  # it may go on in its turn
        notices = kinds_of(table.players[seat]).count("your-turn")
        assert notices == 1 if number % 3 == 0 else notices <= 1  # in the turn of a plan that ended before the turn did
        assert game_findings(table.game) == []


def is_fewer(left: int) -> bool:
    """Return whether there are fewer plans than were *left*, or none."""
    return not left or Plan.objects.count() < left


def come_to_turn(table: Sitting, *, fits: bool) -> tuple[int, int]:
    """Let the turn of a seat with a plan come. Return the seat, and the number of the decision."""
    seat = waiting_seat(table)
    plan(table, seat, *(move for move in anything(table, seat) if move != "pass") if fits else ("name S",))
    turn_comes(table, seat)
    return seat, table.row.turn
