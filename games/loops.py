"""The loops of a worker. Each does one kind of work in its own thread, so a slow one does not stop the others.

A loop runs a step when it is woken, when it knows that work is due, and every second or so in any case. So it works
without a broker, and a lost message does no harm.
"""

import random
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final

import structlog
from django.conf import settings
from django.db import DatabaseError, connection

from base.sql import patience
from games import selectors, services, store
from games.notices.kinds import Transport
from games.projections import registry
from games.services import analyses, authoring, erasures, exports, imports, notice_mail, notice_push, notices, vacations
from games.services.deliveries import Deliverer
from games.services.notice_push import Messenger
from games.store import check_jobs, claims, import_jobs, webhooks
from games.store.claims import Work
from games.store.failures import Away, check_database, describe
from games.wakeups import LONGEST_WAIT
from games.webhooks.sending import Sender
from players import mail as outgoing

_SELDOM: Final = 5.0
"""Seconds between two steps for work that comes with a wakeup, and that nobody waits for."""
_LONGEST_PAUSE: Final = 2.0
"""Seconds between two steps while the database is away."""
_PAUSES: Final[Mapping[str, float]] = {"follow": 0.25}
"""Seconds between two steps of a loop, however often it is woken. A step that comes later reads more at once."""
_LOOKED_AHEAD_EVERY: Final = 30.0
"""Seconds between two looks for turns that began after now, while the time that was set back is passed again."""
_LOGGED_EVERY: Final = 600.0
"""Seconds after which a loop that still fails logs it again."""

_log = structlog.get_logger(__name__)


def clock() -> float:
    """Make the clock's moves that are due, end what ends by itself, and write the clock's heartbeat.

    Return the seconds until the next step.
    """
    late, lapsed = services.resolve_late(), services.settle_lapsed()
    services.record_heartbeat()
    _look_ahead()
    if not (late.is_over and lapsed.is_over):
        return 0.0
    return min(_until(claims.next_deadline()), _until(claims.next_lapse()))


_looked_ahead: tuple[int | None, float] = (0, 0.0)


def _look_ahead() -> None:
    """Begin turns anew that began after now: when the process starts, and after a step back of the clock.

    While the time that was set back is passed again, it looks every now and then: each look reads all deadlines.
    """
    global _looked_ahead  # noqa: PLW0603
    before, looked = _looked_ahead
    step, at = store.step_back_ahead(), time.monotonic()
    is_due = before == 0 or (step and (step != before or at - looked > _LOOKED_AHEAD_EVERY))
    if is_due and services.begin_anew().is_over:
        _looked_ahead = step, at


def bots() -> float:
    """Make the moves of bots that are due and answer at once. Return the seconds until the next step."""
    worked = services.play_bots()
    return _until(claims.next_bot()) if worked.is_over else 0.0


def plans() -> float:
    """Make the moves of plans that are due. Return the seconds until the next step."""
    worked = services.play_plans()
    return _until(claims.next_plan()) if worked.is_over else 0.0


def think() -> float:
    """Make the moves of bots that are due and think for long. Return the seconds until the next step."""
    worked = services.play_bots(thinking=True)
    return _until(claims.next_bot()) if worked.is_over else 0.0


def follow() -> float:
    """Bring the read models to the end of the log. Return the seconds until the next step."""
    registry.catch_up()
    return _SELDOM


def rate() -> float:
    """Rate the results that wait. Return the seconds until the next step."""
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
    return 0.0 if done else LONGEST_WAIT


def match() -> float:
    """Match the players who wait in the queue. Return the seconds until the next step."""
    worked = services.match_players()
    return _until(claims.next_entry()) if worked.is_over else 0.0


def check() -> float:
    """Make the check of each kind that has waited longest. Return the seconds until the next step."""
    authoring.run_next_check()
    imports.run_next_check()
    return 0.0 if check_jobs.waits() or import_jobs.waits() else _SELDOM


def analyse() -> float:
    """Go on with the analysis of a game that is due. Return the seconds until the next step."""
    return 0.0 if analyses.run_next() else _SELDOM


def mail() -> float:
    """Send the mail that is due first. Return the seconds until the next step."""
    sent = outgoing.send_next()
    return 0.0 if notice_mail.send_next() or sent else LONGEST_WAIT


def accounts() -> float:
    """Go on with an erasure, an export and a vacation that are due. Return the seconds until the next step."""
    worked = erasures.erase_next()
    settled = vacations.settle_next()
    return 0.0 if exports.run_next() or worked or settled else _SELDOM


def announce() -> float:
    """Find out what webhooks must be called for. Return the seconds until the next step."""
    webhooks.skip_unheard()
    registry.catch_up(registry.WEBHOOKS)
    return LONGEST_WAIT


def notify() -> float:
    """Plan what players are told, make plans due, and tell what is due. Return the seconds until the next step."""
    registry.catch_up(registry.NOTICES)
    notices.issue(notice_push.transports())
    return LONGEST_WAIT


def deliver() -> float:
    """Send to webhooks what is due. Return the seconds until the next step."""
    return _deliverer().step()


def web_push() -> float:
    """Push notices to browsers. Return the seconds until the next step."""
    return _push(Transport.WEB_PUSH)


def fcm() -> float:
    """Push notices by Firebase. Return the seconds until the next step."""
    return _push(Transport.FCM)


def apns() -> float:
    """Push notices by Apple. Return the seconds until the next step."""
    return _push(Transport.APNS)


def _push(transport: Transport) -> float:
    """Each push service has a loop of its own, so a slow one does not stop the others."""
    return _messenger(transport).step() if transport in notice_push.transports() else LONGEST_WAIT


@cache
def _messenger(transport: Transport) -> Messenger:
    return Messenger(notice_push.senders([transport]))


@cache
def _deliverer() -> Deliverer:
    return Deliverer(Sender(settings.WEBHOOK_NETWORKS))


STEPS: Final[Mapping[str, Callable[[], float]]] = {
    "clock": clock, "bots": bots, "think": think, "plans": plans, "follow": follow, "rate": rate, "match": match,
    "check": check, "analyse": analyse, "mail": mail, "announce": announce, "notify": notify, "deliver": deliver,
    "accounts": accounts, "web_push": web_push, "fcm": fcm, "apns": apns,
}  # fmt: skip
OF_QUEUE: Final[Mapping[str, tuple[str, ...]]] = {
    "games": ("follow", "rate", "match", "mail", "announce", "notify", "deliver", "accounts", "web_push", "fcm",
              "apns"),
    "bots": ("bots", "bots", "think", "plans"),
    "checks": ("check", "analyse"),
}  # fmt: skip
"""The loops that a worker of a queue runs. The clock has no queue: it is its own process (``manage.py clock``) or
thread, so that it does not depend on the broker."""


def _until(seconds: float | None) -> float:
    return LONGEST_WAIT if seconds is None else min(max(seconds, 0.0), LONGEST_WAIT)


class Loop:
    """Runs one step again and again until it is stopped, whatever the step raises."""

    def __init__(self, name: str, step: Callable[[], float], pause: float = 0.0) -> None:
        """Run *step* at most once in *pause* seconds."""
        self.name = name
        self._step = step
        self._pause = pause
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._fails = 0
        self._logged = 0.0

    def run(self) -> None:
        """Run steps until ``stop``."""
        patience.current.set(patience.WORKER)
        while not self._stopped.is_set():
            # Cleared before the step: a wakeup that comes during it may be for work that the step no longer sees.
            self._woken.clear()
            wait = self._once()
            self._stopped.wait(self._pause)
            self._woken.wait(max(wait - self._pause, 0.0))
        connection.close()

    def wake(self) -> None:
        """Run a step at once, or after the one that runs now."""
        self._woken.set()

    def stop(self) -> None:
        """Run no step after the one that runs now."""
        self._stopped.set()
        self._woken.set()

    def _once(self) -> float:
        """Run one step, and log why it fails if it does. Return the seconds until the next one."""
        try:
            wait = self._step()
        except Exception as fault:  # noqa: BLE001 - a loop goes on whatever happens
            self._fails += 1
            now = time.monotonic()
            if not self._logged or now - self._logged >= _LOGGED_EVERY:
                self._logged = now
                cause = fault.__cause__ if isinstance(fault, Away) else fault
                if isinstance(cause, DatabaseError):
                    _log.error("the database is away; trying again", loop=self.name, fault=type(cause).__name__)
                else:
                    _log.exception("a loop fails; trying again", loop=self.name)
            connection.close()
            # Longer after each failure, and by chance, so that workers do not come back all at once.
            return random.uniform(0.5, 1) * min(2.0**self._fails / 8, _LONGEST_PAUSE)  # noqa: S311 - no secret
        if self._fails:
            _log.warning("a loop works again", loop=self.name, failed=self._fails)
        self._fails, self._logged = 0, 0.0
        return wait


_running: Final[list[Loop]] = []


def start(names: Iterable[str]) -> None:
    """Start a thread for each of the loops of these *names*."""
    for name in names:
        loop = Loop(name, STEPS[name], _PAUSES.get(name, 0.0))
        _running.append(loop)
        threading.Thread(target=loop.run, name=f"loop-{name}", daemon=True).start()


def stop() -> None:
    """Stop all loops of this process after the steps that they run now."""
    for loop in _running:
        loop.stop()
    _running.clear()


def wake(name: str) -> None:
    """Wake the loops of this *name*. If this process has none, run a step here."""
    loops = [loop for loop in _running if loop.name == name]
    for loop in loops:
        loop.wake()
    if not loops:
        STEPS[name]()
