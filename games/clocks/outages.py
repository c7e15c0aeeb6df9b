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
SHORTEST_GAP: Final = timedelta(seconds=4)
"""If every web server is silent for longer, nobody could move, and that was an outage."""
GRACE: Final = timedelta(hours=1)
"""How much time a long outage adds to a turn besides its own length."""
LONGEST_TURN: Final = timedelta(days=120)
"""Longer than any turn with its bank. Outages that ended earlier cannot count any more."""
TOLERANCE: Final = timedelta(seconds=1)
"""How much the wall clock and the monotonic clock may differ between two heartbeats."""


_GAPS: Final[Mapping[str, timedelta]] = {"web": SHORTEST_GAP}
"""How long each may be silent. Players can move while only the clock is silent, so it has ``LONGEST_GAP``."""


@dataclass(frozen=True, slots=True)
class Outage:
    """The service was away from *began* to *ended*, or the wall clock was set from one to the other."""

    began: datetime
    ended: datetime
    jumped: bool = False
    """Whether the wall clock jumped. Nobody had to wait then, so there is no grace."""
    gap: timedelta = LONGEST_GAP
    """After how long a silence this was an outage, from its beginning on."""
    is_back: bool = False
    """Whether the wall clock was set back, from *ended* to *began*. That credits nothing: what other outages credit
    behind *began* is passed once more, without them."""

    def is_known(self, at: datetime) -> bool:
        """Return whether this was an outage already *at* that instant, even if nobody had recorded it yet."""
        return self.ended <= at or (not self.jumped and at - self.began > self.gap)


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


def jump_since(last: Heartbeat, now: datetime) -> timedelta:
    """Return by how much the wall clock jumped forwards since the *last* heartbeat; zero if that is not known."""
    jump = timedelta() if last.elapsed is None else now - last.at - last.elapsed
    return jump if jump > TOLERANCE else timedelta()


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
    before = last.at + (last.elapsed or timedelta())
    return Outage(now, before, is_back=True) if before - now > TOLERANCE else None


def found(last: Heartbeat, now: datetime) -> list[Outage]:
    """Return the jump and the outage that a heartbeat *now* would record."""
    jump, silence = jump_since(last, now), silence_since(last, now)
    return [*([Outage(last.at, last.at + jump, jumped=True)] if jump else []), *([silence] if silence else [])]


def absences(
    stored: Iterable[tuple[datetime, datetime, bool] | tuple[datetime, datetime, bool, timedelta, bool]],
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
    away = _merged([(one.began, one.ended) for one in known])
    graced = _merged(
        [
            (one.began, one.ended)
            for one in known
            if max(one.gap, one.ended - one.began) >= LONGEST_GAP and not one.jumped
        ]
    )
    return [
        *(Span(began, ended, ended - began) for began, ended in away),
        *(Span(began, ended, GRACE) for began, ended in graced),
    ]


def credit(outages: Iterable[Outage], began: datetime, until: datetime | None = None) -> timedelta:
    """Return what *outages* add to the time of a turn that *began* then, as they were known *until* that instant.

    A turn gains its overlap with each outage, and of the grace the part that its overlap is of the whole outage.
    """
    credited = timedelta()
    for span in spans(outages, until):
        overlap = span.ended - max(span.began, began)
        if overlap > timedelta():
            credited += span.worth * (overlap / (span.ended - span.began))
    return credited


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
        elif one.is_back and until is not None and until >= one.began - SHORTEST_GAP:  # it may be recorded a bit later
            known += [replace(jump, ended=min(one.began, until)) for jump in ahead]
            ahead = []
        elif not one.is_back and (until is None or one.is_known(until)):
            known.append(replace(one, ended=min(one.ended, until or one.ended)))
        elif one.jumped:
            ahead.append(one)
    return known


def _merged(times: list[tuple[datetime, datetime]]) -> list[tuple[datetime, datetime]]:
    """Return the union of *times*, in order. Two times that only touch become one."""
    union: list[tuple[datetime, datetime]] = []
    for began, ended in sorted(times):
        if union and began <= union[-1][1]:
            union[-1] = (union[-1][0], max(union[-1][1], ended))
        elif ended > began:
            union.append((began, ended))
    return union
