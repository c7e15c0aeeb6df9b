"""Outages, and steps of the wall clock, move the open deadlines. All deadlines are computed here.

Between two heartbeats the smaller of two differences counts: that of the wall clock and that of the monotonic clock. If
the last heartbeat is of another machine, only the wall clock is known.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

LONGEST_GAP: Final = timedelta(minutes=5)
"""If the clock is silent for longer, that was an outage. One of this length also adds ``GRACE``."""
SHORTEST_GAP: Final = timedelta(seconds=2)
"""If every web server is silent for longer, nobody could move, and that was an outage: a tenth of a turn of 20 s."""
GRACE: Final = timedelta(hours=1)
"""How much a long outage adds besides its own length, to a turn that has more time than that, its bank included."""
LONGEST_TURN: Final = timedelta(days=120)
"""Longer than any turn with its bank. Outages that ended earlier cannot count any more."""
TOLERANCE: Final = timedelta(seconds=1)
"""How much the wall clock and the monotonic clock may differ between two heartbeats."""
_RECORDED_WITHIN: Final = timedelta(seconds=4)
"""How long it may take until a step of the wall clock is recorded."""
_NONE: Final = timedelta()
_GAPS: Final[Mapping[str, timedelta]] = {"web": SHORTEST_GAP}
"""How long each may be silent. Players can move while only the clock is silent, so it has ``LONGEST_GAP``."""


@dataclass(frozen=True, slots=True)
class Outage:
    """The service was away from *began* to *ended*, or the wall clock was set from one to the other."""

    began: datetime
    ended: datetime
    jumped: bool = False
    """Whether the wall clock jumped. Nobody had to wait then, so there is no grace."""
    gap: timedelta | None = None
    """After how long a silence this was an outage, from its beginning on. None where the code before recorded it: then
    it was ``LONGEST_GAP``, and turns of every length gained ``GRACE``."""
    is_back: bool = False
    """Whether the wall clock was set back, from *ended* to *began*. That credits nothing: what other outages credit
    behind *began* is passed once more, without them."""

    def is_known(self, at: datetime) -> bool:
        """Return whether this was an outage already *at* that instant, even if nobody had recorded it yet."""
        return self.ended <= at or (not self.jumped and at - self.began > (self.gap or LONGEST_GAP))

    @property
    def is_long(self) -> bool:
        """Return whether turns gain ``GRACE``."""
        return not self.jumped and max(self.gap or LONGEST_GAP, self.ended - self.began) >= LONGEST_GAP

    @property
    def least(self) -> timedelta:
        """Return what a turn must have more than in all to gain ``GRACE``."""
        return GRACE if self.gap else _NONE


class Heartbeat(NamedTuple):
    """When the clock, or a web server, was last seen alive."""

    name: str
    at: datetime
    """By the database's wall clock."""
    elapsed: timedelta | None
    """Since then, by this machine's monotonic clock; None where it was another machine's heartbeat."""


class Span(NamedTuple):
    """A time that counts. A turn that overlaps a part of it gains the same part of *worth*."""

    began: datetime
    ended: datetime
    worth: timedelta
    least: timedelta = _NONE
    """A turn that has no more time in all gains nothing."""


def jump_since(last: Heartbeat, now: datetime) -> timedelta:
    """Return by how much the wall clock jumped forwards since the *last* heartbeat; zero if that is not known."""
    jump = _NONE if last.elapsed is None else now - last.at - last.elapsed
    return jump if jump > TOLERANCE else _NONE


def silence_since(last: Heartbeat, now: datetime) -> Outage | None:
    """Return the outage that a heartbeat *now* would end; None if the silence was short.

    The wall clock may have jumped backwards meanwhile. The silence is negative then, and so it is short.
    """
    began, gap = last.at + jump_since(last, now), _GAPS.get(last.name, LONGEST_GAP)
    return Outage(began, now, gap=gap) if now - began > gap else None


def step_back_since(last: Heartbeat, now: datetime) -> Outage | None:
    """Return by what the wall clock was set back since the *last* heartbeat; None if it was not.

    With a heartbeat of another machine only that part is known by which it is before the heartbeat now.
    """
    before = last.at + (last.elapsed or _NONE)
    return Outage(now, before, is_back=True) if before - now > TOLERANCE else None


def found(last: Heartbeat, now: datetime) -> list[Outage]:
    """Return the jump and the outage that a heartbeat *now* would record."""
    jump, silence = jump_since(last, now), silence_since(last, now)
    return [*([Outage(last.at, last.at + jump, jumped=True)] if jump else []), *([silence] if silence else [])]


def absences(
    stored: Iterable[tuple[datetime, datetime, bool, timedelta | None, bool]],
    heartbeats: Iterable[tuple[str, datetime, timedelta | None]],
    now: datetime,
    *,
    timekeeper: str,
) -> list[Outage]:
    """Return the outages that are *stored*, and those that a heartbeat *now* would record.

    A step of the wall clock is reported once, by the heartbeat of the *timekeeper*; the others only allow for it.
    """
    outages = [Outage(*one) for one in stored]
    for last in (Heartbeat(*one) for one in heartbeats):
        outages += [one for one in found(last, now) if last.name == timekeeper or not one.jumped]
        if last.name == timekeeper and (back := step_back_since(last, now)):
            outages.append(back)
    return outages


def spans(outages: Iterable[Outage], until: datetime | None = None) -> list[Span]:
    """Return the times that count of *outages*, as they were known *until* then, in order and without overlaps.

    *outages* are in the order in which they were recorded. Two that overlap, such as one of the clock and one of the
    web, are one outage with one grace.
    """
    known = _known(outages, until)
    away = _merged([Span(one.began, one.ended, _NONE) for one in known])
    graced = _merged([Span(one.began, one.ended, GRACE, one.least) for one in known if one.is_long])
    return [*(span._replace(worth=span.ended - span.began) for span in away), *graced]


def credit(outages: Iterable[Outage], began: datetime, until: datetime | None = None, *, time: timedelta) -> timedelta:
    """Return what *outages* add to a turn that *began* then, as they were known *until* that instant.

    *time* is what the turn has in all, its bank included. A turn gains its overlap with each outage, and of the grace
    the part that its overlap is of the whole outage.
    """
    credited = _NONE
    for span in spans(outages, until):
        overlap = span.ended - max(span.began, began)
        if overlap > _NONE and time > span.least:
            credited += span.worth * (overlap / (span.ended - span.began))
    return credited


def credited_deadline(deadline: datetime, began: datetime, outages: Iterable[Outage], until: datetime) -> datetime:
    """Return the *deadline* of a turn that *began* then, with what *outages* add, as they were known *until* then.

    The query of due clocks computes the same (`games.store.heartbeats.CREDITED_DEADLINE`).
    """
    return deadline + credit(outages, began, until, time=deadline - began)


def _known(outages: Iterable[Outage], until: datetime | None) -> list[Outage]:
    """Return what was known of *outages* *until* then, without what a step back has undone.

    The wall clock shows what lies between its ends twice. Where both passes are possible, it was the first one. In the
    middle of a jump only the second one is.
    """
    known: list[Outage] = []
    ahead: list[Outage] = []
    """Jumps that ended later than *until*."""
    for one in outages:
        if one.is_back and (until is None or until > one.ended):
            known = [replace(other, ended=min(other.ended, one.began)) for other in known]
        elif one.is_back and until is not None and until >= one.began - _RECORDED_WITHIN:
            known += [replace(jump, ended=min(one.began, until)) for jump in ahead]
            ahead = []
        elif not one.is_back and (until is None or one.is_known(until)):
            known.append(replace(one, ended=min(one.ended, until or one.ended)))
        elif one.jumped:
            ahead.append(one)
    return known


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Return the union of *spans*, in order. Two that only touch become one."""
    union: list[Span] = []
    for span in sorted(spans):
        if union and span.began <= union[-1].ended:
            last = union[-1]
            union[-1] = last._replace(ended=max(last.ended, span.ended), least=min(last.least, span.least))
        elif span.ended > span.began:
            union.append(span)
    return union
