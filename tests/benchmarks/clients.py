"""Clients that send one request after the other, all at once."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

Act = Callable[[], float]
"""Makes one request and returns the seconds until its answer. Preparations do not count."""


def rate(acts: Sequence[Act], seconds: float) -> float:
    """Let each client act repeatedly for *seconds*. Return how many answers a second they got together.

    Each client has one request open at a time, so the rate is the number of clients divided by the mean time of an
    answer (Little's law). What a client does between requests does not count.
    """
    until = time.perf_counter() + seconds

    def run(act: Act) -> tuple[int, float]:
        count, spent = 0, 0.0
        while count == 0 or time.perf_counter() < until:
            spent += act()
            count += 1
        return count, spent

    with ThreadPoolExecutor(len(acts)) as pool:
        done = list(pool.map(run, acts))
    return len(acts) * sum(count for count, _ in done) / sum(spent for _, spent in done)


def noted(act: Act, spent: list[float]) -> Act:
    """Return *act*, changed to add its seconds to *spent*."""

    def noting() -> float:
        spent.append(took := act())
        return took

    return noting
