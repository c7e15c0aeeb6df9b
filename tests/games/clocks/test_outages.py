"""What outages add to a turn: laws that hold for any of them, and what two heartbeats tell of the time between."""

from datetime import UTC, datetime, timedelta
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from games.clocks import Heartbeat, Outage, absences, found
from games.clocks import credit as credit_
from games.clocks.outages import GRACE, LONGEST_GAP, SHORTEST_GAP

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
credit = partial(credit_, time=timedelta(days=1))


def at(minutes: float) -> datetime:
    return NOON + minutes * MINUTE


instants = st.floats(-3000, 3000).map(at)
outages = st.builds(
    lambda began, length, gap: Outage(began, began + length, gap=gap),
    instants,
    st.timedeltas(LONGEST_GAP + SECOND, timedelta(days=1)),
    st.sampled_from([None, SHORTEST_GAP, LONGEST_GAP]),
)
jumps = st.builds(
    lambda began, length: Outage(began, began + length, jumped=True), instants, st.timedeltas(SECOND, timedelta(days=1))
)
many = st.lists(outages, max_size=5)


def test_a_turn_that_an_outage_touches_gains_next_to_nothing() -> None:
    outage = Outage(at(0), at(60))

    assert credit([outage], at(60) - 0.4 * SECOND) == 0.8 * SECOND
    assert credit([outage], at(30)) == timedelta(hours=1)
    assert credit([outage], at(-5)) == timedelta(hours=2)
    assert credit([outage], at(60)) == timedelta()
    assert credit([], at(0)) == timedelta()


@given(outages, st.timedeltas(timedelta(), timedelta(days=30)))
def test_a_turn_that_contains_an_outage_gains_its_length_and_an_hour(outage: Outage, before: timedelta) -> None:
    assert credit([outage], outage.began - before) == outage.ended - outage.began + GRACE


@given(st.lists(st.one_of(outages, jumps), max_size=5), instants, st.timedeltas(timedelta(), timedelta(days=2)))
def test_who_began_earlier_never_gains_less_and_nobody_loses(
    all_: list[Outage], began: datetime, by: timedelta
) -> None:
    assert credit(all_, began - by) >= credit(all_, began) >= timedelta()


@given(many, instants, instants, st.timedeltas(timedelta(), timedelta(days=2)))
def test_credit_never_shrinks_as_time_goes_on(
    all_: list[Outage], began: datetime, until: datetime, by: timedelta
) -> None:
    assert credit(all_, began, until) <= credit(all_, began, until + by) + timedelta(microseconds=len(all_))


@given(many, instants)
def test_outages_apart_from_each_other_add_up(all_: list[Outage], began: datetime) -> None:
    apart: list[Outage] = []
    for one in sorted(all_, key=lambda outage: outage.began):
        if not apart or one.began > apart[-1].ended:
            apart.append(one)

    assert credit(apart, began) == sum((credit([one], began) for one in apart), timedelta())


@given(outages, st.floats(0, 1), instants)
def test_outages_that_overlap_are_one(outage: Outage, part: float, began: datetime) -> None:
    middle = outage.began + (outage.ended - outage.began) * part
    halves = [Outage(outage.began, max(middle, outage.began + SECOND)), Outage(middle, outage.ended)]

    assert credit([*halves, outage, outage], began) == credit([outage], began) == credit(halves, began)


@given(outages, st.timedeltas(timedelta(), timedelta(days=2)), instants)
def test_before_and_after_it_is_recorded_an_outage_counts_the_same(
    outage: Outage, by: timedelta, began: datetime
) -> None:
    until = outage.began + by
    if until < outage.ended:  # it runs: nobody has recorded it, the heartbeat alone tells
        name = "web" if outage.gap == SHORTEST_GAP else "driver"
        told = absences([], [(name, outage.began, None)], until, timekeeper="driver")
    else:
        told = [outage]

    assert credit(told, began, until) == credit([outage], began, until)


def test_only_a_turn_of_more_than_an_hour_gains_the_hour() -> None:
    (outage,) = found(Heartbeat("web", at(0), 8 * MINUTE), at(8))

    assert credit_([outage], at(-1), time=GRACE + SECOND) == 8 * MINUTE + GRACE
    assert credit_([outage], at(-1), time=GRACE) == 8 * MINUTE


def test_what_older_code_recorded_counts_as_it_did() -> None:
    old, new = Outage(at(0), at(8)), Outage(at(4), at(10), gap=LONGEST_GAP)

    assert credit_([old], at(-1), time=MINUTE) == 8 * MINUTE + GRACE
    assert credit_([old, new], at(-1), time=MINUTE) == 10 * MINUTE + GRACE


def test_a_jump_of_the_wall_clock_is_credited_alone_and_without_grace() -> None:
    last = Heartbeat("driver", at(0), 2 * SECOND)

    assert found(last, at(10) + 2 * SECOND) == [Outage(at(0), at(10), jumped=True)]
    assert found(last, at(1) + 2 * SECOND) == [Outage(at(0), at(1), jumped=True)]
    assert found(last, at(0) + 2.9 * SECOND) == []
    assert credit([Outage(at(0), at(10), jumped=True)], at(-1)) == 10 * MINUTE
    assert credit([Outage(at(0), at(10), jumped=True), Outage(at(10), at(20))], at(-1)) == 20 * MINUTE + GRACE


def test_a_silence_in_which_the_clock_jumped_is_as_long_as_it_was() -> None:
    assert found(Heartbeat("driver", at(0), 6 * MINUTE), at(66)) == [
        Outage(at(0), at(60), jumped=True),
        Outage(at(60), at(66), gap=LONGEST_GAP),
    ]
    assert found(Heartbeat("driver", at(0), 4 * MINUTE), at(64)) == [Outage(at(0), at(60), jumped=True)]


def test_a_clock_that_is_set_back_is_no_outage() -> None:
    for elapsed in (None, 2 * SECOND, 10 * MINUTE):
        assert found(Heartbeat("driver", at(0), elapsed), at(-60)) == []
        assert found(Heartbeat("driver", at(0), elapsed), at(0)) == []


def test_without_a_monotonic_clock_a_jump_is_a_silence() -> None:
    assert found(Heartbeat("driver", at(0), None), at(10)) == [Outage(at(0), at(10), gap=LONGEST_GAP)]
    assert found(Heartbeat("driver", at(0), None), at(4)) == []


def test_one_alone_keeps_the_time() -> None:
    beats = [("driver", at(0), SECOND), ("web", at(0) - SECOND, 2 * SECOND)]

    assert absences([], beats, at(10) + SECOND, timekeeper="driver") == [Outage(at(0), at(10), jumped=True)]
