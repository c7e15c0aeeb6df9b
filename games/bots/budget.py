"""How long a bot may think."""

from typing import NamedTuple


class Budget(NamedTuple):
    """How long a bot may think about a move."""

    seconds: float = 1.0
    iterations: int | None = None
    """How many deals a search imagines; then the seconds do not count, and the choice follows from the dice alone."""
