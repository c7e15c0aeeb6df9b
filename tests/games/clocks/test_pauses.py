"""Laws of the clock: pauses, extensions and moved deadlines, whatever the order in which they come."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.clocks import Allowance, Clock, after_all
from games.clocks.reckoning import Happened
from games.log.hash_chain import instant
from games.rules.events import (
    ClockPaused,
    ClockResumed,
    DeadlineMoved,
    Event,
    MoveCause,
    PauseReason,
    TimeExtended,
    TurnBegan,
)
from games.services.history import clock_written, written

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ALLOWANCE = Allowance(60, 100)
LATER = instant(NOON + timedelta(days=14))
EVENTS = st.one_of(
    st.builds(TurnBegan, seat=st.integers(0, 1)),
    st.builds(ClockPaused, reason=st.just(PauseReason.VOTE), until=st.just(LATER)),
    st.builds(ClockPaused, reason=st.just(PauseReason.VACATION), seat=st.integers(0, 1), until=st.just(LATER)),
    st.builds(ClockResumed, reason=st.just(PauseReason.VOTE)),
    st.builds(ClockResumed, reason=st.just(PauseReason.VACATION), seat=st.integers(0, 1)),
    st.builds(TimeExtended, seat=st.just(0), seconds=st.integers(1, 200)),
)
STEPS = st.lists(st.tuples(st.timedeltas(timedelta(), timedelta(seconds=90)), EVENTS), max_size=30)


@dataclass(frozen=True)
class Instant:
    at: datetime
    clock: Clock


def instants(steps: Sequence[tuple[timedelta, Event]]) -> list[Instant]:
    """Return the clock after each step; nothing happens at a table after its time was up."""
    at, clock = NOON, Clock(allowance=ALLOWANCE).after(Happened(TurnBegan(seat=0), NOON))
    found = [Instant(at, clock)]
    for wait, event in steps:
        at += wait
        if clock.deadline and at > clock.deadline:
            break
        clock = clock.after(Happened(event, at))
        found.append(Instant(at, clock))
    return found


def left(one: Instant) -> timedelta:
    """Return what the seat on turn has left at that one."""
    if one.clock.deadline:
        return one.clock.deadline - one.at
    assert one.clock.left is not None
    return one.clock.left


@given(STEPS)
def test_the_clock_runs_exactly_while_nothing_stops_it(steps: list[tuple[timedelta, Event]]) -> None:
    for one in instants(steps):
        assert (one.clock.deadline is None) == bool(one.clock.pauses)


@given(STEPS)
def test_a_bank_never_grows(steps: list[tuple[timedelta, Event]]) -> None:
    for before, after in pairwise(instants(steps)):
        assert all(after.clock.bank(seat) <= before.clock.bank(seat) for seat in (0, 1))


@given(STEPS, st.timedeltas(timedelta(), timedelta(days=14)))
def test_a_pause_keeps_the_time_that_is_left_to_the_microsecond(
    steps: list[tuple[timedelta, Event]], length: timedelta
) -> None:
    last = instants(steps)[-1]
    if last.clock.pauses:
        return
    pause = ClockPaused(reason=PauseReason.MODERATOR, until=LATER)
    resume = ClockResumed(reason=PauseReason.MODERATOR)

    after = after_all(last.clock, [Happened(pause, last.at), Happened(resume, last.at + length)])

    assert after.deadline == last.at + length + left(last)
    assert after.banks == last.clock.banks


@given(STEPS)
def test_only_a_turn_gives_or_takes_more_than_the_time_that_has_passed(steps: list[tuple[timedelta, Event]]) -> None:
    told = instants(steps)
    for (before, after), (_, event) in zip(pairwise(told), steps, strict=False):
        if isinstance(event, TurnBegan):
            continue
        passed = timedelta() if before.clock.pauses else after.at - before.at
        more = timedelta(seconds=event.seconds) if isinstance(event, TimeExtended) else timedelta()
        assert left(after) == left(before) - passed + more


@given(STEPS, st.timedeltas(timedelta(microseconds=1), timedelta(hours=9)))
def test_a_moved_deadline_costs_no_bank_and_survives_a_pause(
    steps: list[tuple[timedelta, Event]], later: timedelta
) -> None:
    last = instants(steps)[-1]
    if last.clock.deadline is None or last.clock.seat is None:
        return
    moved = last.clock.deadline + later
    event = DeadlineMoved(seat=last.clock.seat, deadline=instant(moved), cause=MoveCause.QUIET_HOURS)
    clock = last.clock.after(Happened(event, last.at))
    assert clock.deadline == moved

    over = clock.after(Happened(TurnBegan(seat=1), moved))
    assert over.bank(last.clock.seat) == 0
    paused = clock.after(Happened(ClockPaused(reason=PauseReason.VOTE, until=LATER), moved))
    again = paused.after(Happened(ClockResumed(reason=PauseReason.VOTE), moved + later))
    assert again.deadline == moved + later


@given(STEPS)
def test_a_snapshot_keeps_the_whole_clock(steps: list[tuple[timedelta, Event]]) -> None:
    for one in instants(steps):
        assert clock_written(written(one.clock), ALLOWANCE) == one.clock


def test_a_turn_that_begins_in_a_pause_has_all_its_time_when_the_pause_ends() -> None:
    steps: list[tuple[timedelta, Event]] = [
        (timedelta(seconds=70), ClockPaused(reason=PauseReason.VOTE, until=LATER)),
        (timedelta(days=2), TurnBegan(seat=1)),
        (timedelta(days=1), ClockResumed(reason=PauseReason.VOTE)),
    ]

    last = instants(steps)[-1]

    assert last.clock.deadline == last.at + timedelta(seconds=160)
    assert (last.clock.bank(0), last.clock.bank(1)) == (90, 100)
