"""What somebody in the queue waits for, how long, and how the range of ratings that they accept widens."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias
from uuid import UUID

WIDENING: Final = 100
"""By how many hundredths each bound moves with each step."""
UNBOUNDED: Final = 1_000_000
"""A bound, in hundredths and on either side, that leaves out nobody."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long an entry waits."""

    step: timedelta
    """After each of these its range widens."""
    lifetime: timedelta
    """After this it expires."""


QueuePreset: TypeAlias = Literal["live", "fast", "daily", "slow"]
"""The presets of clocks that the queue offers: all but the one without a clock."""

_HOUR: Final = timedelta(hours=1)
PATIENCE: Final[Mapping[QueuePreset, Patience]] = {
    "live": Patience(timedelta(minutes=1), timedelta(minutes=15)),
    "fast": Patience(_HOUR, timedelta(days=1)),
    "daily": Patience(_HOUR, timedelta(days=7)),
    "slow": Patience(_HOUR, timedelta(days=7)),
}
"""By the preset of the clock."""


@dataclass(frozen=True, slots=True)
class Pool:
    """What must be equal for two entries to play together."""

    variant: str
    seats: int
    preset: QueuePreset
    """Of the clock."""
    rated: bool
    program: bool
    """Whether programs play for the players. They meet only each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """An entry of a pool as it is now. Ratings are in hundredths."""

    id: UUID
    player: UUID
    rating: int
    """The player's own, on the ladder of the pool."""
    lowest: int
    """The lowest rating that it accepts now."""
    highest: int


def bounds(lowest: int | None, highest: int | None, *, waited: timedelta, step: timedelta) -> tuple[int, int]:
    """Return the range of ratings that an entry accepts after it has *waited*, in hundredths.

    Each bound that was asked for moves outwards by ``WIDENING`` after each *step*.

    >>> bounds(500, None, waited=timedelta(minutes=2, seconds=59), step=timedelta(minutes=1))
    (300, 1000000)
    """
    wider = WIDENING * max(0, waited // step)
    return -UNBOUNDED if lowest is None else lowest - wider, UNBOUNDED if highest is None else highest + wider


def next_look(created_at: datetime, now: datetime, patience: Patience) -> datetime:
    """Return when an entry should be looked at next: when its range widens, or when it expires."""
    steps = max(0, (now - created_at) // patience.step)
    return min(created_at + (steps + 1) * patience.step, created_at + patience.lifetime)
