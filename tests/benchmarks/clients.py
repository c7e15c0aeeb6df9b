"""Clients that send one request after the other, all at once."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

Act = Callable[[], float]
"""Makes one request, whatever must be prepared for it aside, and returns the seconds that the answer took."""


def rate(acts: Sequence[Act], seconds: float) -> float:
    """Let each client act again and again for that long; return how many answers a second they got together.

    Each client has one request on the way at a time, so the rate is their number by the mean time of an answer
    (Little's law): what a client does in between does not count.
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
    """Return *act*, which from now on adds its seconds to *spent*."""

    def noting() -> float:
        spent.append(took := act())
        return took

    return noting
