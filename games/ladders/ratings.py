"""An estimate of how well somebody plays, with its uncertainty."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Standing:
    """The rating of an entrant, and the number of rated games behind it."""

    rating: Rating = FIRST
    games: int = 0
