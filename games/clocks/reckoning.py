"""Whose time runs, since when, and until when: a fold of the events of a game and of their instants."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from games.clocks.outages import Outage, credit
from games.clocks.terms import Allowance, nonce_timeout
from games.rules.events import (
    DealEnded,
    Event,
    GameEnded,
    GameStarted,
    NoncesCalled,
    SeatAsked,
    SeatForfeited,
    SeatLeft,
    TurnBegan,
)


class Happened(NamedTuple):
    """An event, and when it was recorded."""

    event: Event
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The clock of one table between two events.

    One allowance covers all decisions of a turn of the rule book, until another seat must act; a further turn and a
    decision out of turn start their own.
    """

    allowance: Allowance | None
    """None if there are no deadlines. Whose time runs is known even then."""
    seat: int | None = None
    """Whose time runs; None between two deals, before the first and after the last."""
    began: datetime | None = None
    """When the seat's turn began; before the first deal, when a sealed table began to wait for nonces."""
    banks: Mapping[int, int] = field(default_factory=dict)
    """Seconds left in the bank, by seat. A seat that is not in it has a full bank."""

    @property
    def deadline(self) -> datetime | None:
        """Return when the time runs out, without any credit for outages; None if no time runs."""
        if self.began is None:
            return None
        if self.seat is None:
            return self.began + nonce_timeout(self.allowance)
        if self.allowance is None:
            return None
        return self.began + timedelta(seconds=self.allowance.turn + self.bank(self.seat))

    def bank(self, seat: int) -> int:
        """Return the seconds that *seat* has left beyond the allowance of its turns; 0 without a clock."""
        return self.banks.get(seat, self.allowance.bank) if self.allowance else 0

    def after(self, happened: Happened, outages: Iterable[Outage] = ()) -> "Clock":
        """Return the clock after what *happened*; *outages* are all that can overlap the turn."""
        event = happened.event
        match event:
            case TurnBegan(seat=seat):
                return replace(self._stopped(happened.at, outages), seat=seat, began=happened.at)
            case SeatAsked(seat=seat) if seat != self.seat:
                return replace(self._stopped(happened.at, outages), seat=seat, began=happened.at)
            case NoncesCalled():
                return replace(self, began=happened.at)
            case SeatLeft() | SeatForfeited() | GameStarted():
                return replace(self, began=None)
            case DealEnded() | GameEnded():
                return replace(self._stopped(happened.at, outages), seat=None, began=None)
            case _:
                return self

    def _stopped(self, at: datetime, outages: Iterable[Outage]) -> "Clock":
        """Return the clock after the end of its turn: the overtime, in seconds rounded up, is taken from the bank."""
        if self.allowance is None or self.seat is None or self.began is None:
            return self
        spent = at - self.began - timedelta(seconds=self.allowance.turn)
        if spent <= timedelta():
            return self
        over = ceil(max(spent - credit(outages, self.began, at), timedelta()).total_seconds())
        return replace(self, banks={**self.banks, self.seat: max(0, self.bank(self.seat) - over)}) if over else self


def after_all(clock: Clock, happened: Iterable[Happened], outages: Iterable[Outage] = ()) -> Clock:
    """Return *clock* as it stands after all that *happened*, in order: the fold."""
    known = tuple(outages)
    for one in happened:
        clock = clock.after(one, known)
    return clock
