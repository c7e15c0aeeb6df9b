"""Seconds of the processor: how many one run may take, and how many all together. For a child's main thread alone."""

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
    """All that was granted is used up."""


class Starved(OutOfTime):
    """The machine had something else to do: its clock ran out while this process had processor time left."""


class CpuBudget:
    """The processor time that this process may still use. Its start counts too."""

    def __init__(self, seconds: float) -> None:
        """Grant *seconds* in all. Code inside ``at_most`` meets OutOfTime when they are over."""
        self._seconds = seconds - _REPORT

    @contextmanager
    def at_most(self, seconds: float) -> Iterator[None]:
        """Raise TooSlow, wherever the code inside stands, when it has taken *seconds*; OutOfTime if all are over."""
        left = self._seconds - time.process_time()
        if left <= 0:
            raise OutOfTime
        last = left < seconds

        def ring(*_: object) -> None:
            raise OutOfTime if last else TooSlow

        signal.signal(signal.SIGPROF, ring)
        signal.setitimer(signal.ITIMER_PROF, min(left, seconds), 0.1)  # again and again: once could be swallowed
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def confine(*, cpu: int, wall: float, memory: int, output: int) -> None:
    """Bound this process for good: seconds, bytes. Beyond them it is killed, or meets Starved or MemoryError."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu + _LATE, cpu + _LATE))
    resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
    resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))

    def ring(*_: object) -> None:
        raise Starved

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(wall - _REPORT, _REPORT))  # also when who started it is gone


def silence() -> None:
    """Stop both clocks, so that the report can be written."""
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
