"""The loops of a worker: each looks for one kind of work in a thread of its own, however slow the others are.

A loop looks when it is woken, when it knows that something is due, and every second or so in any case: so it needs no
broker, and no message can be lost that matters.
"""

import random
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import structlog
from django.db import DatabaseError, connection

from games import selectors, services
from games.projections import registry
from games.services import authoring, imports
from games.store import check_jobs, claims, import_jobs
from games.store.claims import Work
from games.store.failures import Away, check_database, describe
from games.wakeups import LOOKS_EVERY

_SELDOM: Final = 5.0
"""Seconds between two looks for what somebody wakes a worker for, and nobody waits for by the second."""
_LONGEST_PAUSE: Final = 2.0
"""Seconds between two looks while the database is away."""
_TOLD_EVERY: Final = 600.0
"""Seconds after which a loop that still fails says so again."""

_log = structlog.get_logger(__name__)


def clock() -> float:
    """Let the clock speak where a time is up; then show that it lives. Return the seconds until the next look."""
    worked = services.resolve_late()
    services.record_heartbeat()
    return _until(claims.next_deadline()) if worked.is_over else 0.0


def bots() -> float:
    """Let the bots move that are due. Return the seconds until the next look."""
    worked = services.play_bots()
    return _until(claims.next_bot()) if worked.is_over else 0.0


def follow() -> float:
    """Bring the read models to the end of the log. Return the seconds until the next look."""
    registry.catch_up()
    return _SELDOM


def rate() -> float:
    """Rate the results that wait. Return the seconds until the next look."""
    failing, done = claims.failing(Work.LADDER), 0
    for ladder in selectors.ladders_waiting():
        key = str(ladder.id)
        if failing.get(key):
            continue
        try:
            done += services.rate(ladder)
        except Exception as fault:  # noqa: BLE001 - one result that cannot be rated must not stop the other ladders
            check_database(fault)
            if claims.put_off(Work.LADDER, key, describe(fault)) == 1:
                _log.exception("a ladder is put off: it cannot rate", ladder=str(ladder))
        else:
            if key in failing:
                claims.succeed(Work.LADDER, key)
    return 0.0 if done else LOOKS_EVERY


def check() -> float:
    """Make the check that has waited longest, of each kind. Return the seconds until the next look."""
    authoring.run_next_check()
    imports.run_next_check()
    return 0.0 if check_jobs.waits() or import_jobs.waits() else _SELDOM


LOOKS: Final[Mapping[str, Callable[[], float]]] = {
    "clock": clock, "bots": bots, "follow": follow, "rate": rate, "check": check,
}  # fmt: skip
OF_QUEUE: Final[Mapping[str, tuple[str, ...]]] = {
    "games": ("follow", "rate"), "bots": ("bots", "bots"), "examiner": ("check",),
}  # fmt: skip
"""The loops that a worker of a queue runs. The clock has no queue: it is a process (``manage.py clock``) or a thread of
its own, and not even the broker stands in front of it."""


def _until(seconds: float | None) -> float:
    return LOOKS_EVERY if seconds is None else min(max(seconds, 0.0), LOOKS_EVERY)


class Loop:
    """Calls one look again and again until it is stopped, whatever it raises."""

    def __init__(self, name: str, look: Callable[[], float]) -> None:
        self.name = name
        self._look = look
        self._woken = threading.Event()
        self._stopped = False
        self._fails = 0
        self._told = 0.0

    def run(self) -> None:
        """Look until ``stop``."""
        while not self._stopped:
            self._woken.clear()
            self._woken.wait(self._once())
        connection.close()

    def wake(self) -> None:
        """Look again at once, or after the look that is under way."""
        self._woken.set()

    def stop(self) -> None:
        """Look no more after the look that is under way."""
        self._stopped = True
        self._woken.set()

    def _once(self) -> float:
        """Look once; return the seconds until the next look."""
        try:
            wait = self._look()
        except Exception as fault:  # noqa: BLE001 - a loop goes on whatever happens
            self._fails += 1
            self._tell(fault)
            connection.close()
            return random.uniform(0.5, 1) * min(2.0**self._fails / 8, _LONGEST_PAUSE)  # noqa: S311 - no secret
        if self._fails:
            _log.warning("a loop works again", loop=self.name, failed=self._fails)
        self._fails, self._told = 0, 0.0
        return wait

    def _tell(self, fault: Exception) -> None:
        """Say why it fails, at first and from time to time."""
        now = time.monotonic()
        if self._told and now - self._told < _TOLD_EVERY:
            return
        self._told = now
        cause = fault.__cause__ if isinstance(fault, Away) else fault
        if isinstance(cause, DatabaseError):
            _log.error("the database is away; trying again", loop=self.name, fault=type(cause).__name__)
        else:
            _log.error("a loop fails; trying again", loop=self.name, exc_info=fault)


_running: Final[list[Loop]] = []


def start(names: Iterable[str]) -> None:
    """Start a thread for each of the loops of these *names*."""
    for name in names:
        loop = Loop(name, LOOKS[name])
        _running.append(loop)
        threading.Thread(target=loop.run, name=f"loop-{name}", daemon=True).start()


def stop() -> None:
    """Let all loops of this process end after what they do."""
    for loop in _running:
        loop.stop()
    _running.clear()


def wake(name: str) -> None:
    """Have one of the loops of this *name* look; where this process has none, look here."""
    loops = [loop for loop in _running if loop.name == name]
    for loop in loops:
        loop.wake()
    if not loops:
        LOOKS[name]()
