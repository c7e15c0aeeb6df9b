"""Allowances, banks, deadlines and outages: reckoned from events and their instants alone."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.clocks import Allowance, Clock, Outage, Terms, TermsError, after_all, agreed, bot_pause_of
from games.clocks.reckoning import Happened
from games.rules.events import Ask, CardsPlayed, DealEnded, Ending, Event, SeatAsked, TurnBegan

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
CLOCK = Clock(allowance=Allowance(60, 100))


def after(*events: tuple[int, Event], clock: Clock = CLOCK, outages: tuple[Outage, ...] = ()) -> Clock:
    """Return the clock after these events, so many seconds after noon."""
    return after_all(clock, (Happened(event, at(seconds)) for seconds, event in events), outages)


def at(seconds: int) -> datetime:
    return NOON + timedelta(seconds=seconds)


def turn(seat: int) -> TurnBegan:
    return TurnBegan(seat=seat)


def test_the_deadline_is_turn_and_bank_after_the_start() -> None:
    assert after((0, turn(0))).deadline == at(160)


def test_within_the_allowance_the_bank_stays_full() -> None:
    clock = after((0, turn(0)), (60, turn(1)), (70, turn(0)))

    assert (clock.bank(0), clock.bank(1), clock.deadline) == (100, 100, at(230))


def test_overtime_drains_the_bank_in_whole_seconds_begun() -> None:
    clock = after_all(CLOCK, [Happened(turn(0), NOON), Happened(turn(1), NOON + timedelta(seconds=80, milliseconds=1))])

    assert (clock.bank(0), clock.bank(1)) == (79, 100)


def test_a_bank_is_never_below_nothing() -> None:
    clock = after((0, turn(0)), (9999, turn(1)), (9999, turn(0)))

    assert clock.bank(0) == 0
    assert clock.deadline == at(9999 + 60)


def test_all_decisions_of_a_turn_share_its_allowance() -> None:
    asked = SeatAsked(seat=0, ask=Ask.DRAWN)

    assert after((0, turn(0)), (50, asked), (70, asked)).deadline == at(160)
    assert after((0, turn(0)), (50, asked), (70, turn(1))).bank(0) == 90


def test_a_further_turn_and_another_seat_start_their_own() -> None:
    assert after((0, turn(0)), (80, turn(0))).deadline == at(80 + 60 + 80)
    assert after((0, turn(0)), (50, SeatAsked(seat=1, ask=Ask.CUT))).deadline == at(50 + 160)


def test_other_events_do_not_touch_the_clock() -> None:
    clock = after((0, turn(0)))

    assert after((70, CardsPlayed(seat=0, cards=())), clock=clock) == clock


def test_between_two_deals_no_time_runs() -> None:
    ended = DealEnded(ending=Ending.WENT_OUT, winner=0, places=(1, 2), hands=((), ()))

    clock = after((0, turn(0)), (70, ended))

    assert (clock.deadline, clock.seat, clock.bank(0)) == (None, None, 90)
    assert after((500, SeatAsked(seat=0, ask=Ask.CUT)), clock=clock).deadline == at(500 + 60 + 90)


def test_without_a_clock_it_is_known_who_thinks_but_not_for_how_long() -> None:
    clock = after((0, turn(0)), (10**6, turn(1)), clock=Clock(allowance=None))

    assert (clock.seat, clock.began, clock.deadline, clock.bank(0)) == (1, at(10**6), None, 0)


def test_an_outage_does_not_drain_the_bank() -> None:
    outage = Outage(at(10), at(1000))

    assert after((0, turn(0)), (1050, turn(1)), outages=(outage,)).bank(0) == 100
    assert after((0, turn(0)), (1050, turn(1))).bank(0) == 0


@pytest.mark.parametrize(
    ("clock", "seats", "allowance"),
    [
        ("live", 2, Allowance(120, 600)),
        ("fast", 9, Allowance(7200, 43200)),
        ("daily", 2, Allowance(86400, 259200)),
        ("daily", 4, Allowance(57600, 172800)),
        ("daily", 5, Allowance(36000, 129600)),
        ("slow", 3, Allowance(259200, 604800)),
        ("none", 2, None),
        (Allowance(5, 0), 2, Allowance(5, 0)),
    ],
)
def test_presets_hold_by_seats_and_are_pinned_in_seconds(clock: Any, seats: int, allowance: Allowance | None) -> None:
    terms = Terms(clock=clock, bot_pause=3).pinned(seats)

    assert agreed(terms) == allowance
    assert bot_pause_of(terms) == min(3, allowance.turn / 4 if allowance else 3)


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"clock": "blitz"}, "clock"),
        ({"absence": "shrug"}, "absence"),
        ({"visibility": "secret"}, "visibility"),
        ({"bot_pause": -1}, "bot_pause"),
        ({"bot_pause": 121}, "bot_pause"),
        ({"clock": "none", "rated": True}, "rated"),
    ],
)
def test_terms_that_nobody_can_play_on_are_refused(wanted: dict[str, Any], field: str) -> None:
    with pytest.raises(TermsError) as refused:
        Terms(**wanted)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("turn", "bank", "field"), [(0, 0, "clock.turn"), (10**8, 0, "clock.turn"), (1, -1, "clock.bank")]
)
def test_an_allowance_has_bounds(turn: int, bank: int, field: str) -> None:
    with pytest.raises(TermsError) as refused:
        Allowance(turn, bank)
    assert refused.value.field == field
