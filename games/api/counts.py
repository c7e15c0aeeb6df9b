"""Counts of streams, and of answers by the class of their status, in all web processes that were forked from one.

They count in memory that they share, since a scrape of the metrics reaches any of them. By hand: Prometheus' own way
for several processes keeps files, which somebody must delete.
"""

from collections.abc import Mapping, Sequence
from mmap import mmap
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["game", "account"]
Status: TypeAlias = Literal["1xx", "2xx", "3xx", "4xx", "5xx"]
Count: TypeAlias = Literal["open", "refused", "answers"]

STATUSES: Final[tuple[Status, ...]] = ("1xx", "2xx", "3xx", "4xx", "5xx")
_KINDS: Final[Mapping[Count, Sequence[Kind | Status]]] = {
    "open": ("game", "account"), "refused": ("game", "account"), "answers": STATUSES,
}  # fmt: skip
_COLUMNS: Final = {
    pair: at for at, pair in enumerate((count, kind) for count, kinds in _KINDS.items() for kind in kinds)
}
"""The place of each number in a row."""
_ROWS: Final = 256
_BYTES: Final = 8


class Counts:
    """A row of numbers for each process. Only the event loop of a process writes to its row."""

    def __init__(self) -> None:
        """Make the memory, which forks of this process share. This process has the first row."""
        self._numbers = memoryview(mmap(-1, _ROWS * len(_COLUMNS) * _BYTES)).cast("Q")
        self._row = 0

    def use_row(self, number: int) -> None:
        """Count in another row. The streams of a process that had it before have ended with it."""
        self._row = number % _ROWS
        for (count, _), at in _COLUMNS.items():
            if count == "open":
                self._numbers[self._row * len(_COLUMNS) + at] = 0

    def add(self, count: Count, kind: Kind | Status, number: int = 1) -> None:
        """Add a *number* to a count of this process."""
        self._numbers[self._row * len(_COLUMNS) + _COLUMNS[count, kind]] += number

    def totals(self, count: Count) -> dict[str, int]:
        """Return a count by kind, of all processes together."""
        return {kind: sum(self._numbers[_COLUMNS[count, kind] :: len(_COLUMNS)]) for kind in _KINDS[count]}


COUNTS: Final = Counts()
