"""Who is alive: the clock and the web say so, and whoever comes back after a silence records it."""

from datetime import datetime
from typing import Final

from django.db import transaction

from games import store
from games.clocks import Heartbeat, Outage, absences, found
from games.clocks.outages import LONGEST_GAP

_FRESH: Final = LONGEST_GAP / 5
"""A heartbeat of the web this old needs no look at what happened since."""


def record_heartbeat() -> bool:
    """Write the heartbeat of the clock. Record the outage before it, if there was one, and tell whether there was.

    Record a jump of the wall clock too: this heartbeat keeps the time, so it must come every few seconds.
    """
    return _beat(store.DRIVER)


def record_web_heartbeat() -> bool:
    """Write the heartbeat that all web processes share. Record the outage before it, and tell whether there was one."""
    return not store.beat_again(store.WEB, _FRESH) and _beat(store.WEB)


def outages_since(began: datetime, now: datetime) -> list[Outage]:
    """Return the outages that may count in turns that began *began* or later.

    One that still runs, or ended so lately that nobody has recorded it, is among them, up to *now*.
    """
    return outages_told(store.presence(began), now)


def outages_told(presence: store.Presence, now: datetime) -> list[Outage]:
    """Return the outages that *presence* tells, up to *now*: also one that still runs, or is not recorded yet."""
    return absences(*presence, now, timekeeper=store.DRIVER)


def _beat(name: str) -> bool:
    with transaction.atomic():
        at, now, elapsed, ticks = store.lock_heartbeat(name)
        news = found(Heartbeat(name, at, elapsed), now)
        for one in news:
            if not one.jumped:
                store.record_outage(name, one.began, one.ended)
            elif name == store.DRIVER:
                store.record_outage(store.JUMP, one.began, one.ended)
                store.shift_heartbeats(one.ended - one.began, now, but=name)
        store.beat(name, now, ticks)
    return any(not one.jumped for one in news)
