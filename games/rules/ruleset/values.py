"""The numbers that keys of a ruleset take, each with its bounds."""

from typing import Annotated, Final, NamedTuple, TypeAlias

MOST_CARDS: Final = 20
"""The most cards that one effect or fine may cost, or that a seat is dealt."""
MOST_POINTS: Final = 10_000


class Within(NamedTuple):
    """The bounds of a number, both included. ``read`` calls it with the number."""

    least: int
    most: int

    def __call__(self, number: int) -> None:
        """Raise ValueError if *number* is out of bounds."""
        if not self.least <= number <= self.most:
            raise ValueError(f"Write a number from {self.least} to {self.most}, not {number}.")


Amount: TypeAlias = Annotated[int, Within(1, MOST_CARDS)]
"""Cards that an effect makes a seat draw."""
Fine: TypeAlias = Annotated[int, Within(0, MOST_CARDS)]
"""Cards that something costs."""
Points: TypeAlias = Annotated[int, Within(-MOST_POINTS, MOST_POINTS)]
BySeats: TypeAlias = dict[str, int]
"""A number for each size of a table: that of the largest key which is not above the number of seats."""
