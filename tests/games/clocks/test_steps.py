"""Steps of the wall clock: no turn ends before its real time is up, and none waits for longer than its terms allow."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from hypothesis import example, given
from hypothesis import strategies as st

from games.clocks import Allowance, Clock, Heartbeat, Outage, absences, credit, found, step_back_since
from games.clocks.outages import SHORTEST_GAP, TOLERANCE
from games.clocks.reckoning import Happened
from games.log.hash_chain import instant
from games.rules.events import ClockPaused, DeadlineMoved, MoveCause, PauseReason

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
TURN = 300
NONE = timedelta()


@dataclass
class Service:
    """A service on a machine whose wall clock may be set, and one turn after the other."""

    wall: datetime = NOON
    ticks: timedelta = NONE
    machine: int = 0
    beats: dict[str, tuple[datetime, int, timedelta]] = field(default_factory=dict)
    stored: list[Outage] = field(default_factory=list)
    clock: Clock = Clock(allowance=Allowance(TURN, 0), seat=0, began=NOON)  # noqa: RUF009 - it is frozen
    up: timedelta = NONE
    """How long players could move in this turn, in real time."""
    changes: int = 0
    """What happened in this turn, each of which may cost what is too short to be seen."""

    def passes(self, by: timedelta, *, is_up: bool) -> None:
        self.wall += by
        self.ticks += by
        self.up += by if is_up else NONE

    def heartbeats(self) -> list[Heartbeat]:
        return [
            Heartbeat(name, at, self.ticks - ticks if machine == self.machine else None)
            for name, (at, machine, ticks) in self.beats.items()
        ]

    def outages(self) -> list[Outage]:
        stored = [(one.began, one.ended, one.jumped, one.gap, one.is_back) for one in self.stored]
        return absences(stored, self.heartbeats(), self.wall, timekeeper="driver")

    def beat(self) -> None:
        """Do what `games.services.heartbeats` does."""
        for last in self.heartbeats():
            news = found(last, self.wall)
            self.stored += [one for one in news if last.name == "driver" or not one.jumped]
            if last.name != "driver":
                continue
            for other, (at, machine, ticks) in self.beats.items():
                for jump in (one for one in news if one.jumped):
                    if at + (jump.ended - jump.began) <= self.wall:
                        at += jump.ended - jump.began  # noqa: PLW2901
                self.beats[other] = (at, machine, ticks)
            if back := step_back_since(last, self.wall):
                self.stored.append(back)
                self.beats = {
                    other: (min(at, self.wall), machine, ticks) for other, (at, machine, ticks) in self.beats.items()
                }
            self.beats["driver"] = (self.wall, self.machine, self.ticks)
        for name in ("driver", "web"):
            self.beats[name] = (self.wall, self.machine, self.ticks)

    def beat_and_end(self) -> None:
        """Write the heartbeats; begin the turn anew if it began after now, and end it if its time is up."""
        self.beat()
        if self.clock.is_ahead(self.wall):
            deadline = instant(self.wall + timedelta(seconds=TURN))
            moved = DeadlineMoved(seat=0, deadline=deadline, cause=MoveCause.CLOCK_SET_BACK)
            self.clock = self.clock.after(Happened(moved, self.wall))
            assert self.clock.deadline == datetime.fromisoformat(deadline)
        assert self.clock.deadline
        assert self.clock.deadline <= self.wall + timedelta(seconds=TURN) + TOLERANCE
        self.end_if_over()

    def end_if_over(self) -> None:
        """End the turn if its time is up."""
        began, deadline_ = self.clock.began, self.clock.deadline
        assert began
        assert deadline_
        if self.wall > deadline_ + credit(self.outages(), began, self.wall, time=deadline_ - began):
            assert self.up >= timedelta(seconds=TURN) - self.changes * SHORTEST_GAP - SECOND
            self.clock, self.up, self.changes = self.clock.started(0, self.wall), NONE, 0


sizes = st.one_of(st.integers(2, 900), st.sampled_from([3600, 3 * 3600, 10 * 24 * 3600]))
happenings = st.one_of(
    st.tuples(st.just("run"), st.integers(1, 400)),
    st.tuples(st.just("step"), st.one_of(sizes, sizes.map(lambda by: -by))),
    st.tuples(st.just("away"), sizes),
    st.tuples(st.just("move"), st.just(0)),
)


@given(st.lists(happenings, max_size=12))
@example([("run", 5), ("step", 10800), ("run", 20), ("step", -10800), ("run", 400)])
@example([("run", 5), ("step", 864000), ("run", 400), ("step", -864000), ("run", 400)])
@example([("run", 60), ("away", 480), ("run", 10), ("step", -240), ("run", 400)])
@example([("run", 60), ("step", 480), ("run", 10), ("step", -240), ("run", 400)])
@example([("run", 60), ("move", 0), ("step", 290), ("run", 400)])
@example([("step", -600), ("run", 25), ("step", 600), ("run", 400)])
def test_no_turn_pays_for_a_step_or_an_outage_and_none_waits_beyond_its_terms(
    happenings: list[tuple[str, int]],
) -> None:
    service = Service()
    service.beat()
    for what, by in happenings:
        service.changes += what != "run"
        if what == "step":
            service.wall += by * SECOND
            service.end_if_over()
            service.beat_and_end()
        elif what == "away":
            service.passes(by * SECOND, is_up=False)
        elif what == "move":
            service.machine += 1
        else:
            for _ in range(by):
                service.passes(SECOND, is_up=True)
                service.beat_and_end()
        service.end_if_over()


def at(seconds: float) -> datetime:
    return NOON + seconds * SECOND


def test_what_a_step_back_undid_is_credited_to_nobody_later() -> None:
    jump, back = Outage(at(5), at(10_805), jumped=True), Outage(at(25), at(10_825), is_back=True)

    assert credit([jump, back], at(0), at(10_820), time=HOUR) == 3 * HOUR, "what was charged before is charged again so"
    assert credit([jump, back], at(0), at(11_000), time=HOUR) == 20 * SECOND
    assert credit([jump, back], at(60), at(11_000), time=HOUR) == NONE
    assert credit([jump, back], at(0), at(100), time=HOUR) == 20 * SECOND
    assert credit([jump], at(0), at(100), time=HOUR) == NONE
    assert credit([back, jump], at(0), at(11_000), time=HOUR) == 10_800 * SECOND, "a later jump stays"


def test_a_step_back_is_seen_by_both_clocks_or_by_the_wall_clock_alone() -> None:
    assert step_back_since(Heartbeat("driver", at(0), 10 * SECOND), at(-20)) == Outage(at(-20), at(10), is_back=True)
    assert step_back_since(Heartbeat("driver", at(0), 10 * SECOND), at(5)) == Outage(at(5), at(10), is_back=True)
    assert step_back_since(Heartbeat("driver", at(0), None), at(5)) is None
    assert step_back_since(Heartbeat("driver", at(0), None), at(-5)) == Outage(at(-5), at(0), is_back=True)
    assert step_back_since(Heartbeat("driver", at(0), SECOND), at(0.5)) is None


def test_a_short_silence_of_the_web_is_credited_by_its_length_alone() -> None:
    (outage,) = found(Heartbeat("web", at(0), 45 * SECOND), at(45))

    assert credit([outage], at(-1), time=HOUR) == 45 * SECOND
    assert found(Heartbeat("web", at(0), 2 * SECOND), at(2)) == []
    assert found(Heartbeat("driver", at(0), 45 * SECOND), at(45)) == [], "players can move while only the clock is away"


def test_a_pause_keeps_no_more_than_the_turn_had() -> None:
    clock = Clock(allowance=Allowance(TURN, 60), seat=0, began=at(864_000))
    paused = ClockPaused(reason=PauseReason.VOTE, seat=None, until=instant(at(900)))

    assert clock.after(Happened(paused, at(0))).left == (TURN + 60) * SECOND
