"""Seconds of the processor that one run may take, and all together. It works in the main thread of a child only."""

import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_REPORT: Final = 0.5
"""Seconds of either kind that are kept to write the report with."""
_LATE: Final = 2
"""Seconds after its time when a child is killed that has not ended: the kernel counts ticks for that, which on a busy
machine run ahead of the time that the child can read."""


class TooSlow(Exception):
    """One run took longer than it may."""


class OutOfTime(Exception):
    """All processor time is used up."""


class Starved(OutOfTime):
    """The machine was busy: the clock ran out while this process had processor time left."""


class CpuBudget:
    """The processor time that this process may still use. The time before it was made counts too."""

    def __init__(self, seconds: float) -> None:
        """Grant *seconds* in all. After that, code inside ``at_most`` gets OutOfTime."""
        self._seconds = seconds - _REPORT

    @contextmanager
    def at_most(self, seconds: float) -> Iterator[None]:
        """Stop the code inside with TooSlow after *seconds*, or with OutOfTime when the whole budget is used up."""
        left = self._seconds - time.process_time()
        if left <= 0:
            raise OutOfTime
        last = left < seconds

        def ring(*_: object) -> None:
            raise OutOfTime if last else TooSlow

        signal.signal(signal.SIGPROF, ring)
        signal.setitimer(
            signal.ITIMER_PROF, min(left, seconds), 0.1
        )  # repeated, because an `except` could swallow the first
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def confine(*, cpu: int, wall: float, memory: int, output: int) -> None:
    """Limit this process for good, in seconds and bytes. Beyond that it is killed, or gets Starved or MemoryError."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu + _LATE, cpu + _LATE))
    resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
    resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))

    def ring(*_: object) -> None:
        raise Starved

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(
        signal.ITIMER_REAL, max(wall - _REPORT, _REPORT)
    )  # its parent may be gone, and then nobody else stops it


def silence() -> None:
    """Stop both clocks, so that the report can be written."""
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
