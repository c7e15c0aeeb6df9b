"""Whose time runs, since when, and until when: a fold of the events of a game and of their instants."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import ceil
from typing import Final, NamedTuple

from games.clocks.outages import TOLERANCE, Outage, credit
from games.clocks.terms import Allowance, nonce_timeout
from games.rules.events import (
    ClockPaused,
    ClockResumed,
    DeadlineMoved,
    DealEnded,
    Event,
    GameEnded,
    GameStarted,
    MoveCause,
    NoncesCalled,
    PauseReason,
    SeatAsked,
    SeatForfeited,
    SeatLeft,
    TableClosed,
    TimeExtended,
    TurnBegan,
)

_NONE: Final = timedelta()


class Happened(NamedTuple):
    """An event, and when it was recorded."""

    event: Event
    at: datetime


def reason_text(reason: PauseReason, seat: int | None) -> str:
    """Return a reason to stand still in one word, such as ``vote`` or ``vacation:1``."""
    return str(reason) if seat is None else f"{reason}:{seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The clock of one table between two events.

    One allowance covers all decisions of a turn of the rule book, until another seat must act; a further turn and a
    decision out of turn start their own. A pause ends the time that runs, and what is left of it begins anew after it.
    """

    allowance: Allowance | None
    """None if there are no deadlines. Whose time runs is known even then."""
    seat: int | None = None
    """Whose time runs; None between two deals, before the first and after the last."""
    began: datetime | None = None
    """When the seat's turn began, or the clock ran again after a pause; None while it stands still. Before the first
    deal, when a sealed table began to wait for nonces."""
    banks: Mapping[int, int] = field(default_factory=dict)
    """Seconds left in the bank, by seat. A seat that is not in it has a full bank."""
    given: timedelta | None = None
    """What the seat may use from ``began`` on before its bank is touched; None for the allowance of a turn. It is
    negative where the seat had used some of its bank before a pause."""
    moved: timedelta = _NONE
    """How much later the deadline is for quiet hours. This time is not taken from the bank."""
    extended: bool = False
    """Whether the turn got more time already."""
    pauses: tuple[str, ...] = ()
    """Why the clock stands still, as ``reason_text`` writes it; it runs while there is no reason."""

    @property
    def deadline(self) -> datetime | None:
        """Return when the time runs out, without any credit for outages; None if no time runs."""
        if self.began is None:
            return None
        if self.seat is None:
            return self.began + nonce_timeout(self.allowance)
        left = self.left
        return None if left is None else self.began + left

    @property
    def left(self) -> timedelta | None:
        """Return what the seat had left at ``began``, or has while the clock stands still; None without a clock."""
        if self.allowance is None or self.seat is None:
            return None
        return self._free + timedelta(seconds=self.bank(self.seat)) + self.moved

    @property
    def _free(self) -> timedelta:
        if self.given is not None:
            return self.given
        return timedelta(seconds=self.allowance.turn) if self.allowance else _NONE

    def bank(self, seat: int) -> int:
        """Return the seconds that *seat* has left beyond the allowance of its turns; 0 without a clock."""
        return self.banks.get(seat, self.allowance.bank) if self.allowance else 0

    def is_in_bank(self, at: datetime) -> bool:
        """Return whether the seat has used up all but its bank at that instant, if no outage is credited."""
        return self.allowance is not None and self.began is not None and at > self.began + self._free

    def after(self, happened: Happened, outages: Iterable[Outage] = ()) -> "Clock":
        """Return the clock after what *happened*; *outages* are all that can overlap the turn."""
        event, at = happened
        match event:
            case TurnBegan(seat=seat):
                return self.stopped(at, outages).started(seat, at)
            case SeatAsked(seat=seat) if seat != self.seat:
                return self.stopped(at, outages).started(seat, at)
            case NoncesCalled():
                return replace(self, began=at)
            case SeatLeft() | SeatForfeited() | TableClosed() | GameStarted():
                return replace(self, began=None)
            case DealEnded():
                return self.stopped(at, outages).started(None, at)
            case GameEnded():
                return replace(self.stopped(at, outages).started(None, at), pauses=())
            case ClockPaused(reason=reason, seat=seat):
                why = reason_text(reason, seat)
                return replace(self._held(at, outages), pauses=(*(one for one in self.pauses if one != why), why))
            case ClockResumed(reason=reason, seat=seat):
                pauses = tuple(one for one in self.pauses if one != reason_text(reason, seat))
                runs = not pauses and bool(self.pauses) and self.seat is not None
                return replace(self, pauses=pauses, began=at if runs else self.began)
            case TimeExtended(seconds=seconds):
                return replace(self, given=self._free + timedelta(seconds=seconds), extended=True)
            case DeadlineMoved(cause=MoveCause.CLOCK_SET_BACK):
                return self.begun_anew(at)
            case DeadlineMoved(deadline=deadline) if before := self.deadline:
                return replace(self, moved=self.moved + datetime.fromisoformat(deadline) - before)
            case _:
                return self

    def started(self, seat: int | None, at: datetime) -> "Clock":
        """Return the clock at the start of a turn of *seat*; of none if it is None."""
        began = None if seat is None or self.pauses else at
        return replace(self, seat=seat, began=began, given=None, moved=_NONE, extended=False)

    def is_ahead(self, at: datetime) -> bool:
        """Return whether the turn began later than *at*: then the wall clock was set back since."""
        return self.began is not None and self.began - at > TOLERANCE

    def begun_anew(self, at: datetime) -> "Clock":
        """Return the clock with all that the seat had left at the beginning of its turn, which is *at* that instant."""
        return self if self.began is None else replace(self, began=at, moved=_NONE)

    def _held(self, at: datetime, outages: Iterable[Outage]) -> "Clock":
        """Return the clock stopped in the middle of a turn: what is left is kept to the microsecond."""
        if self.began is None or self.seat is None:
            return self
        if self.allowance is None:
            return replace(self, began=None)
        return replace(self, began=None, given=self._free - max(at - self.began, _NONE) + self._credit(at, outages))

    def stopped(self, at: datetime, outages: Iterable[Outage]) -> "Clock":
        """Return the clock after the end of its turn: the overtime, in seconds rounded up, is taken from the bank."""
        if self.allowance is None or self.seat is None:
            return self
        spent = _NONE if self.began is None else at - self.began
        if spent <= self._free:
            return self
        if self.began is not None:
            spent -= self._credit(at, outages)
        over = ceil(max(spent - self._free, _NONE).total_seconds())
        return replace(self, banks={**self.banks, self.seat: max(0, self.bank(self.seat) - over)}) if over else self

    def _credit(self, at: datetime, outages: Iterable[Outage]) -> timedelta:
        """Return what *outages* have added to the turn of a seat until then."""
        return credit(outages, self.began, at, time=self.left) if self.began and self.left is not None else _NONE


def after_all(clock: Clock, happened: Iterable[Happened], outages: Iterable[Outage] = ()) -> Clock:
    """Return *clock* as it stands after all that *happened*, in order: the fold."""
    known = tuple(outages)
    for one in happened:
        clock = clock.after(one, known)
    return clock
