"""Repeated measurements, and their ratios to those of peers.

By hand: pytest-benchmark and pyperf measure one thing on a quiet machine, not pairs in turns on a busy one (ADR 27).
"""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

Measure = Callable[[], float]
"""Measures once. Returns a rate, of which more is better, or what a row says, such as milliseconds."""


@dataclass(frozen=True, slots=True)
class Series:
    """The rates of one thing, measured several times."""

    name: str
    rates: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median rate."""
        return statistics.median(self.rates)

    @property
    def spread(self) -> float:
        """The distance from the lowest to the highest rate, as a share of the median."""
        return (max(self.rates) - min(self.rates)) / self.median if self.median else 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: our rate and a peer's. If `peer` is None, only ours is shown."""

    work: str
    unit: str
    ours: Series
    peer: Series | None = None
    goal: float | None = None
    """The ratio of our rate to the peer's that we want to reach; None if there is none."""
    note: str = ""
    """What else was measured."""
    most: float | None = None
    """The most that ours may be, where less is better; None if there is no such goal."""

    @property
    def ratios(self) -> tuple[float, ...]:
        """Our rate divided by the peer's in each round. Both are measured in each round, so noise affects both."""
        if self.peer is None:
            return ()
        return tuple(ours / peer for ours, peer in zip(self.ours.rates, self.peer.rates, strict=True) if peer)

    @property
    def ratio(self) -> float | None:
        """The median of the ratios; None without a peer."""
        return statistics.median(self.ratios) if self.ratios else None

    @property
    def is_reached(self) -> bool | None:
        """Whether the goal is reached; None without a goal."""
        if self.most is not None:
            return self.ours.median <= self.most
        return None if self.goal is None or self.ratio is None else self.ratio >= self.goal


def in_turns(measures: Sequence[tuple[str, Measure]], rounds: int, step: Callable[[], None]) -> Iterator[Series]:
    """Yield a series for each of the named measures, taken in turns in each round. *step* is called after each one."""
    rates: list[list[float]] = [[] for _ in measures]
    for _ in range(rounds):
        for found, (_, measure) in zip(rates, measures, strict=True):
            found.append(measure())
            step()
    for found, (name, _) in zip(rates, measures, strict=True):
        yield Series(name, tuple(found))
