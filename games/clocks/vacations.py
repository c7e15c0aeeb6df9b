"""How long players may be on vacation."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

BUDGET: Final = timedelta(days=14)
"""How long a player may be on vacation in a calendar year (UTC)."""
SHORTEST: Final = timedelta(days=1)
"""What a vacation costs at least, so that nobody stops their clocks for an hour again and again."""


class Span(NamedTuple):
    """The time of a vacation."""

    began: datetime
    until: datetime

    @property
    def charged_until(self) -> datetime:
        """When the time ends that it costs."""
        return max(self.until, self.began + SHORTEST)


def used(vacations: Iterable[Span], year: int) -> timedelta:
    """Return what *vacations* have cost, and will cost, of the budget of a *year*."""
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    parts = (min(one.charged_until, last) - max(one.began, first) for one in vacations)
    return sum((part for part in parts if part > timedelta()), timedelta())


def left(vacations: Iterable[Span], year: int) -> timedelta:
    """Return what is left of the budget of a *year* after these *vacations*."""
    return max(BUDGET - used(vacations, year), timedelta())


def fits(vacations: Iterable[Span], new: Span) -> bool:
    """Return whether the budget allows a *new* vacation besides these *vacations*."""
    every = [*vacations, new]
    return all(used(every, year) <= BUDGET for year in range(new.began.year, new.charged_until.year + 1))
