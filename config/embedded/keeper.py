"""Keeps the embedded PostgreSQL: starts it again for ever, waits while it recovers, and says what it waits for."""

import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from config.embedded.account import Refused
from config.embedded.cluster import Cluster

LONGEST_PAUSE: Final = 8.0
"""Seconds before the next start, after many that failed."""
_FIRST_START_SECONDS: Final = 30
"""How long a server that has never answered is started again: what holds its memory after a crash ends by then."""
_PROGRESS_SECONDS: Final = 5.0
_DISK_SECONDS: Final = 2.0
_FULL_SECONDS: Final = 30.0
"""How often a full disk is told of again."""
LEAST_ROOM: Final = 32 * 1024 * 1024
"""Bytes: two segments of the write-ahead log. With less the disk counts as full."""
_FAULT: Final = re.compile(r"\[\d+\] (?:PANIC|FATAL): +(.*)")
_PROBED: Final = re.compile(r"database system is|terminating connection|not yet accepting")
_RECOVERY: Final = re.compile(r"redo|recover|standby|interrupted|shut down|checkpoint")
_STEP: Final = re.compile(r"\[\d+\] LOG: +(.*)")
_TAIL: Final = 8192

Say = Callable[[str], None]


class Keeper:
    """Looks after one server. Whoever owns it calls `tend` several times a second, and is never kept waiting."""

    def __init__(self, cluster: Cluster, say: Say) -> None:
        """Look after `cluster`; `say` tells a person one line."""
        self.cluster = cluster
        self._say = say
        self._answers = False
        self._was_ready = False
        self._is_full = False
        self._fails = 0
        self._begun = self._due = time.monotonic()
        self._next_progress = self._begun + _PROGRESS_SECONDS
        self._next_probe = self._next_disk = self._next_full = 0.0
        self._log_begin = 0

    def tend(self) -> bool:
        """Look once; start the server if it is time to. Return whether it answers.

        Raises Refused where it cannot be started at all, before it ever answered.
        """
        now = time.monotonic()
        self._mind_the_disk(now)
        if self._answers and not self.cluster.is_alive():
            self._lost(now)
        elif not self._answers and self.cluster.has_process():
            self._await_answer(now)
        elif not self._answers and now >= self._due:
            self._start(now)
        return self._answers

    def _start(self, now: float) -> None:
        ended = self.cluster.take_end()
        if ended is not None:
            self._failed(now, ended)
            return
        self._log_begin = _size(self.cluster.log)
        if self.cluster.launch():
            self._say("was left running; adopted")
            self._ready()
        self._next_probe = now

    def _failed(self, now: float, ended: int) -> None:
        """Plan the next start after one that came to nothing."""
        self._fails += 1
        if not self._was_ready and not self._is_full and now - self._begun > _FIRST_START_SECONDS:
            raise Refused(f"PostgreSQL does not start: {self._why(ended)}. Its log is {self.cluster.log}")
        self._plan(now, f"did not start ({self._why(ended)})")

    def _lost(self, now: float) -> None:
        self._answers = False
        self._fails = 1
        self._begun, self._next_progress = now, now + _PROGRESS_SECONDS
        ended = self.cluster.take_end()
        self._plan(now, f"is gone ({self._why(ended)})")

    def _plan(self, now: float, what: str) -> None:
        pause = min(0.125 * 2 ** min(self._fails, 10), LONGEST_PAUSE)
        self._due = now + pause
        self._say(f"{what}; starting it again in {pause:.1f} s")

    def _await_answer(self, now: float) -> None:
        if now >= self._next_probe:
            self._next_probe = now + min(0.03 + (now - self._begun) / 50, 1)
            if self.cluster.answers():
                self._ready()
                return
        if now >= self._next_progress:
            self._next_progress = now + _PROGRESS_SECONDS
            self._say(f"does not answer yet, after {now - self._begun:.0f} s: {self._step()}")

    def _ready(self) -> None:
        if self._was_ready:
            self._say("answers again")
        self._answers = self._was_ready = True
        self._fails = 0

    def _mind_the_disk(self, now: float) -> None:
        if now < self._next_disk:
            return
        self._next_disk = now + _DISK_SECONDS
        free = _room(self.cluster.data)
        if free >= LEAST_ROOM and self._is_full:
            self._say(f"there is room on the disk again ({_megabytes(free)} free)")
        self._is_full = free < LEAST_ROOM
        if self._is_full and now >= self._next_full:
            self._next_full = now + _FULL_SECONDS
            self._say(
                f"the disk is full: {_megabytes(free)} free in {self.cluster.data}. Make room; the service waits, "
                "and goes on by itself"
            )

    def _why(self, ended: int | None) -> str:
        """Return the last reason that the server told, in its own words."""
        if self._is_full:
            return "the disk is full"
        faults = [one for one in _FAULT.findall(self._tail()) if not _PROBED.search(one)]
        if faults:
            return str(faults[-1])
        return "it was killed" if ended is None or ended < 0 else f"it ended with {ended}"

    def _step(self) -> str:
        """Return what the server says that it does."""
        steps = [one for one in _STEP.findall(self._tail()) if _RECOVERY.search(one)]
        return steps[-1] if steps else "it starts"

    def _tail(self) -> str:
        """Return the end of what the server has written to its log since it was last started."""
        try:
            with self.cluster.log.open("rb") as log:
                log.seek(max(self._log_begin, _size(self.cluster.log) - _TAIL))
                return log.read().decode(errors="replace")
        except OSError:
            return ""


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _room(place: Path) -> int:
    try:
        return shutil.disk_usage(place).free
    except OSError:
        return LEAST_ROOM


def _megabytes(size: int) -> str:
    return f"{size / 1024 / 1024:.1f} MB"
