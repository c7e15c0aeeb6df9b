"""An estimate of how well somebody plays, with its uncertainty."""

from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Final

PROVISIONAL_GAMES: Final = 10
"""A rating with fewer rated games is provisional."""

_DOUBTS: Final = 3
"""How many deviations a shown rating lies below the mean: the skill is higher with a probability of 99.9 %."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The mean of a skill and its deviation, as decimal texts: they are the same numbers on every machine."""

    mu: str
    sigma: str

    @property
    def hundredths(self) -> int:
        """The rating as it is shown and ranked: mean less three deviations, in hundredths.

        >>> Rating("25.0", "8.0").hundredths
        100
        """
        shown = 100 * (Decimal(self.mu) - _DOUBTS * Decimal(self.sigma))
        return int(shown.to_integral_value(ROUND_HALF_EVEN))


FIRST: Final = Rating(repr(25.0), repr(25.0 / 3))
"""The rating before the first rated game."""


ESTABLISHED_OPPONENTS: Final = 5
"""How many different opponents that count an established player has had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What a rating rests on."""

    met: int = 0
    """Different opponents."""
    opponents: int = 0
    """Those of them that count. ``trust.counts`` says which."""
    counted: int = 0
    """Rated games against at least one opponent that counted then."""
    anchored: bool = False
    """Whether there was a game against an established opponent of a settled ladder."""
    confirmed: bool = True
    """Whether the account had a confirmed address, or needed none."""

    @property
    def established(self) -> bool:
        """Whether the rating is sure enough for a rank, and for others to be measured by it."""
        enough = self.counted >= PROVISIONAL_GAMES and self.opponents >= ESTABLISHED_OPPONENTS
        return self.confirmed and enough


@dataclass(frozen=True, slots=True)
class Standing:
    """The rating of an entrant on the ladders of one variant, pace and kind, and what is known of it."""

    rating: Rating = FIRST
    games: int = 0
    """Rated games."""
    basis: Basis = Basis()
    last_at: datetime | None = None
    """When the last rated game ended."""
