"""The clock bites: exactly once, by the database's time, whoever notices."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from games import services, store
from games.integrity.games import game_findings
from games.log.read import read
from games.rules.commands import Resign
from games.rules.events import Ask
from games.services import Allowance, Terms
from tests.games.services.claiming import next_late
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def fast() -> Sitting:
    """Two players with a minute a turn and two in the bank."""
    return Sitting.of(2, terms=Terms(clock=Allowance(60, 120)))


def banks(table: Sitting) -> Mapping[int, int]:
    row = store.lock(table.game)
    assert row is not None
    return row.banks


def types_of(table: Sitting) -> list[str]:
    return [one.type for one in read(table.game)]


def test_the_deadline_is_set_with_the_turn(fast: Sitting) -> None:
    row = fast.row

    assert row.turn_began is not None
    assert row.deadline == row.turn_began + 3 * MINUTE


def test_without_a_clock_there_is_no_deadline() -> None:
    assert Sitting.of(2, terms=Terms(clock="none")).row.deadline is None


def test_the_driver_speaks_once_for_who_is_late(fast: Sitting) -> None:
    assert not services.resolve_late().done
    fast.age(3 * MINUTE)
    assert next_late() == fast.game
    late = fast.row.on_turn

    assert services.resolve_late().done == 1
    assert not services.resolve_late().done

    spoken = [one for one in read(fast.game) if one.type == "time-ran-out"]
    assert [(one.actor, one.public["seat"]) for one in spoken] == [("clock", late)]
    assert fast.row.on_turn != late
    assert next_late() is None
    assert not list(game_findings(fast.game))


def test_a_late_move_finds_the_clock_has_spoken_and_is_not_stored(fast: Sitting) -> None:
    fast.age(3 * MINUTE)
    command, actor, turn = fast.a_move(), fast.mover, fast.row.turn

    with pytest.raises(services.TimeIsUp) as late:
        fast.move(command, key="late", request_hash=b"one")

    assert types_of(fast).count("time-ran-out") == 1
    assert (late.value.row.version, late.value.game) == (fast.row.version, fast.state)
    assert not [one for one in read(fast.game) if one.key == "late"]
    with pytest.raises(services.TurnMovedOn):
        fast.move(command, turn=turn, actor=actor, key="late", request_hash=b"one")


def test_one_who_resigns_when_another_is_late_resigns_all_the_same(fast: Sitting) -> None:
    fast.age(3 * MINUTE)
    seat = 1 - fast.a_move().seat

    done = fast.move(Resign(seat=seat), turn=None, actor=str(fast.players[seat]))

    assert done.after.winners == (1 - seat,)
    assert types_of(fast).count("time-ran-out") == 1
    assert not list(game_findings(fast.game))


def test_overtime_drains_the_bank_of_that_seat_alone(fast: Sitting) -> None:
    late = fast.row.on_turn
    assert late is not None
    fast.age(MINUTE + timedelta(seconds=30))
    fast.move()
    while not banks(fast):  # one more card on an Ace belongs to the same turn
        fast.move()

    left = banks(fast)
    while fast.row.on_turn != late:
        fast.move()

    assert left.keys() == {late}
    assert 85 <= left[late] <= 90
    row = fast.row
    assert row.turn_began is not None
    assert row.deadline == row.turn_began + timedelta(seconds=60 + left[late])


def test_all_decisions_of_one_turn_share_one_allowance() -> None:
    table = _asked_to_keep()
    began = table.row.turn_began

    table.move()

    assert table.row.turn_began != began


def _asked_to_keep() -> Sitting:
    """Return a table whose cutter found a special card: 95 of 100 cuts do."""
    while True:
        table = Sitting.of(2, terms=Terms(clock=Allowance(60, 120)), options={"cut": "four_cuts"})
        began = table.row.turn_began
        table.move()
        if table.state.table.ask is Ask.KEEP:
            assert table.row.turn_began == began
            return table
