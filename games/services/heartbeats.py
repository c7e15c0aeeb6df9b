"""Heartbeats of the clock and the web. Whichever of them comes back after a silence records the outage."""

from datetime import datetime
from typing import Final

import structlog
from django.db import transaction

from games import store
from games.clocks import Heartbeat, Outage, absences, found, step_back_since
from games.clocks.outages import SHORTEST_GAP
from games.store import claims

_log = structlog.get_logger(__name__)
_FRESH: Final = SHORTEST_GAP
"""While the web's last heartbeat is younger than this, no outage can have begun."""


def record_heartbeat() -> bool:
    """Write the heartbeat of the clock. Record the outage before it, if there was one, and return whether there was.

    It records steps of the wall clock too. The clock's heartbeat keeps the time, so it must come every few seconds.
    """
    return _beat(store.DRIVER)


def record_web_heartbeat() -> bool:
    """Write the heartbeat that all web processes share. Record the outage before it; return whether there was one."""
    return not store.beat_again(store.WEB, _FRESH) and _beat(store.WEB)


def outages_since(began: datetime, now: datetime) -> list[Outage]:
    """Return the outages up to *now* that may count in turns that began at *began* or later.

    Among them is one that still runs, or that ended so lately that nobody has recorded it.
    """
    return outages_of(store.presence(began), now)


def outages_of(presence: store.Presence, now: datetime) -> list[Outage]:
    """Return the outages that *presence* tells, up to *now*: also one that still runs, or is not recorded yet."""
    return absences(*presence, now, timekeeper=store.DRIVER)


def _beat(name: str) -> bool:
    with transaction.atomic():
        # The lock comes before the clock is read: of two who come back from a silence only the first one finds it.
        at, now, elapsed, ticks = store.lock_heartbeat(name)
        last = Heartbeat(name, at, elapsed)
        news = found(last, now)
        for one in news:
            if not one.jumped:
                store.record_outage(name, one.began, one.ended, one.gap)
            elif name == store.DRIVER:
                store.record_outage(store.JUMP, one.began, one.ended)
                store.shift_heartbeats(one.ended - one.began, now, but=name)
        if name == store.DRIVER and (back := step_back_since(last, now)):
            store.record_outage(store.BACK, back.began, back.ended)
            store.cap_heartbeats(now, but=name)
            claims.retry_all()
            _log.warning("the clock of the database was set back", seconds=(back.ended - back.began).total_seconds())
        store.beat(name, now, ticks)
    return any(not one.jumped for one in news)
