"""What is believed of somebody's skill."""

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Final

PROVISIONAL_GAMES: Final = 10
"""Rated games below which a rating is provisional; that it is uncertain counts in the rating itself."""

_DOUBTS: Final = 3
"""Deviations that a shown rating lies below the mean: skill is better than that with a probability of 99.9 %."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The mean of a skill, and its deviation: decimal texts, which are the same number everywhere and for ever."""

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
"""The rating of who has no rated game."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rating of an entrant, and how many rated games it comes from."""

    rating: Rating = FIRST
    games: int = 0
