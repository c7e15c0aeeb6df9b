"""What samples from imagined deals say, and how sure it is."""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

ERRORS: Final = 2.0
"""Standard errors around a mean in which the true one lies in about 95 of 100 cases."""
MATTERS: Final = 0.05
"""By how much a move must be worth more than another one, so that one speaks of it."""


class Interval(NamedTuple):
    """From where to where a mean may lie."""

    low: float
    high: float


def interval_of(rewards: Sequence[float]) -> Interval:
    """Return the 95 % interval of the mean of *rewards*, each from 0 to 1.

    It counts two zeros and two ones more than there are (Agresti and Coull 1998): a few rewards that happen to be equal
    are not certain.
    """
    mean, error = _mean_and_error(sum(rewards) + 2.0, sum(one * one for one in rewards) + 2.0, len(rewards) + 4)
    return Interval(max(0.0, mean - ERRORS * error), min(1.0, mean + ERRORS * error))


def is_gain(gains: Sequence[float]) -> bool:
    """Return whether the mean of *gains*, each from -1 to 1, matters, and is more than chance explains.

    A gain is what one move got more than another one in the same imagined deal with the same chance. The mean must be
    ``MATTERS`` or more, and above 0 by more than ``ERRORS`` standard errors. For these it counts two gains more than
    there are, which are 0 on the whole (Agresti and Min 2005): a few gains that happen to be equal are not certain.
    """
    if not gains or sum(gains) / len(gains) < MATTERS:
        return False
    mean, error = _mean_and_error(sum(gains), sum(one * one for one in gains) + 1.0, len(gains) + 2)
    return mean > ERRORS * error


def _mean_and_error(total: float, squares: float, count: int) -> tuple[float, float]:
    """Return the mean of so many numbers by their sum and the sum of their squares, and its standard error."""
    mean = total / count
    return mean, sqrt(max(0.0, squares / count - mean * mean) / count)
