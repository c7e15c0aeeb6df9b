"""Keeps the embedded PostgreSQL running: restarts it without limit, waits while it recovers, and reports why."""

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
"""How long a server that has never answered is restarted. Processes that hold its memory after a crash end by then."""
_PROGRESS_SECONDS: Final = 5.0
_DISK_SECONDS: Final = 2.0
_FULL_SECONDS: Final = 30.0
"""Seconds between two reports of a full disk."""
LEAST_ROOM: Final = 32 * 1024 * 1024
"""Bytes, two segments of the write-ahead log. With less the disk counts as full."""
_FAULT: Final = re.compile(r"\[\d+\] (?:PANIC|FATAL): +(.*)")
_PROBED: Final = re.compile(r"database system is|terminating connection|not yet accepting")
_RECOVERY: Final = re.compile(r"redo|recover|standby|interrupted|shut down|checkpoint")
_STEP: Final = re.compile(r"\[\d+\] LOG: +(.*)")
_TAIL: Final = 8192

Say = Callable[[str], None]


class Keeper:
    """Looks after one server. Its owner calls `tend` several times a second; the call does not block."""

    def __init__(self, cluster: Cluster, say: Say) -> None:
        """Look after `cluster`. `say` prints one line for the user."""
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
        """Look once, and start the server if it is time. Return whether it answers.

        Raises Refused if the server has never answered and cannot be started.
        """
        now = time.monotonic()
        self._check_disk(now)
        if self._answers:
            if not self.cluster.is_alive():
                self._answers = False
                self._fails = 1
                self._begun, self._next_progress = now, now + _PROGRESS_SECONDS
                self._plan(now, f"is gone ({self._why(self.cluster.take_end())})")
        elif self.cluster.has_process():
            # It starts or recovers. It is asked for a connection less and less often.
            is_probed = now >= self._next_probe
            if is_probed:
                self._next_probe = now + min(0.03 + (now - self._begun) / 50, 1)
            if is_probed and self.cluster.answers():
                self._ready()
            elif now >= self._next_progress:
                self._next_progress = now + _PROGRESS_SECONDS
                steps = [one for one in _STEP.findall(self._tail()) if _RECOVERY.search(one)]
                step = steps[-1] if steps else "it starts"
                self._say(f"does not answer yet, after {now - self._begun:.0f} s: {step}")
        elif (ended := self.cluster.take_end()) is not None:
            # The last start failed. Once the server has answered, or while the disk is full, there is no limit.
            self._fails += 1
            if not self._was_ready and not self._is_full and now - self._begun > _FIRST_START_SECONDS:
                raise Refused(f"PostgreSQL does not start: {self._why(ended)}. Its log is {self.cluster.log}")
            self._plan(now, f"did not start ({self._why(ended)})")
        elif now >= self._due:
            self._log_begin = _size(self.cluster.log)
            if self.cluster.launch():
                self._say("still runs since an earlier start, and is used again")
                self._ready()
            self._next_probe = now
        return self._answers

    def _plan(self, now: float, what: str) -> None:
        """Plan the next start. The pause doubles with each failure."""
        pause = min(0.125 * 2 ** min(self._fails, 10), LONGEST_PAUSE)
        self._due = now + pause
        self._say(f"{what}; starting it again in {pause:.1f} s")

    def _ready(self) -> None:
        if self._was_ready:
            self._say("answers again")
        self._answers = self._was_ready = True
        self._fails = 0

    def _check_disk(self, now: float) -> None:
        if now < self._next_disk:
            return
        self._next_disk = now + _DISK_SECONDS
        try:
            free = shutil.disk_usage(self.cluster.data).free
        except OSError:  # unknown, such as before the data are made
            free = LEAST_ROOM
        if free >= LEAST_ROOM and self._is_full:
            self._say(f"there is room on the disk again ({_megabytes(free)} free)")
        self._is_full = free < LEAST_ROOM
        if self._is_full and now >= self._next_full:
            self._next_full = now + _FULL_SECONDS
            self._say(
                f"the disk is full: {_megabytes(free)} free in {self.cluster.data}. Make room. "
                "The service waits, and then goes on by itself"
            )

    def _why(self, ended: int | None) -> str:
        """Return the last reason in the log of the server, in its own words."""
        if self._is_full:
            return "the disk is full"
        faults = [one for one in _FAULT.findall(self._tail()) if not _PROBED.search(one)]
        if faults:
            return str(faults[-1])
        return "it was killed" if ended is None or ended < 0 else f"it ended with {ended}"

    def _tail(self) -> str:
        """Return the end of what the server has logged since its last start."""
        try:
            with self.cluster.log.open("rb") as log:
                log.seek(max(self._log_begin, _size(self.cluster.log) - _TAIL))
                return log.read().decode(errors="replace")
        except OSError:
            return ""


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _megabytes(size: int) -> str:
    return f"{size / 1024 / 1024:.1f} MB"
