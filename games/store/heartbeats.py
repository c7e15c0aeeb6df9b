"""Heartbeats, outages, and how they move deadlines."""

import os
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import uuid4

from django.db import connection

from base.sql.statements import Statement
from games.db import rows

DRIVER: Final = "driver"
"""The heartbeat of the clock."""
WEB: Final = "web"
"""The heartbeat that all web processes share. The web is alive if one of them is."""
JUMP: Final = "jump"
"""The cause of an outage that was only a jump of the wall clock."""
BACK: Final = "back"
"""The cause of an outage that was only a step back of the wall clock: from ``ended`` to ``began``."""

_FIRST: Final = "INSERT INTO heartbeat (name, at) VALUES (%s, clock_timestamp()) ON CONFLICT DO NOTHING"
_LOCK: Final = "SELECT at, machine, ticks FROM heartbeat WHERE name = %s FOR UPDATE"
_BEAT: Final = "UPDATE heartbeat SET at = %s, machine = %s, ticks = %s WHERE name = %s"
_BEAT_AGAIN: Final = """
    UPDATE heartbeat SET at = clock_timestamp(), machine = %s, ticks = %s
    WHERE name = %s AND clock_timestamp() BETWEEN at AND at + make_interval(secs => %s)
"""
_SHIFT: Final = """
    UPDATE heartbeat SET at = at + make_interval(secs => %s) WHERE name <> %s AND at + make_interval(secs => %s) <= %s
"""
_SHIFT_BACK: Final = "UPDATE heartbeat SET at = least(at, %s) WHERE name <> %s"
_OUTAGE: Final = """
    INSERT INTO outage (cause, began, ended, gap) VALUES (%s, %s, %s, make_interval(secs => %s))
    ON CONFLICT (cause, began) DO UPDATE SET ended = greatest(outage.ended, excluded.ended)
"""
_PRESENCE: Final = """
    WITH RECURSIVE reach (since) AS (
        SELECT least({since}, (SELECT min(at) FROM heartbeat))
        UNION
        SELECT least(since, (SELECT min(began) FROM outage WHERE ended >= since)) FROM reach)
    SELECT cause, began, ended, gap, NULL AS machine, NULL AS ticks, id FROM outage
     WHERE ended >= (SELECT min(since) FROM reach)
    UNION ALL
    SELECT name, at, NULL, NULL, machine, ticks, NULL FROM heartbeat
     ORDER BY id
"""
"""They come in the order in which they were recorded. Outages that overlap count as one. So if one counts, all that
overlap with it, directly or not, are read too."""
_SINCE: Final = _PRESENCE.format(since="%s::timestamptz")
_LATELY: Final = _PRESENCE.format(since="(statement_timestamp() - %s)")

CREDITED_DEADLINE: Final = """
    (deadline + make_interval(secs => coalesce((
        SELECT sum(span.worth * extract(epoch FROM span.ended - greatest(span.began, turn_began))
                              / extract(epoch FROM span.ended - span.began))
          FROM unnest(%(span_began)s::timestamptz[], %(span_ended)s::timestamptz[], %(span_worth)s::float8[],
                      %(span_least)s::float8[]) AS span (began, ended, worth, least)
         WHERE span.ended > turn_began AND extract(epoch FROM deadline - turn_began) > span.least), 0)))
"""
"""An expression for the credited deadline of a row of `game`. It adds up what `games.clocks.credit` does, over the same
spans. Give the statement the parameters that `span_values` returns."""


class Presence(NamedTuple):
    """The outages and heartbeats in the database."""

    outages: list[tuple[datetime, datetime, bool, timedelta | None, bool]]
    """The fields of a `games.clocks.Outage`, in the order in which they were recorded."""
    heartbeats: list[tuple[str, datetime, timedelta | None]]
    """Name, instant, and the time since then by the monotonic clock; None if the heartbeat is of another machine."""


class LockedHeartbeat(NamedTuple):
    """The last heartbeat, and both clocks now.

    The monotonic clock is read twice, before and after the wall clock, so that a slow answer does not look like a jump.
    """

    at: datetime
    now: datetime
    elapsed: timedelta | None
    ticks: float


@cache
def _machine() -> str:
    """Return an id of this machine since its last start. Monotonic clocks can only be compared under the same id."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return f"process {os.getpid()} {uuid4()}"


def _ticks() -> float:
    """Return the seconds of a clock that nobody can set, and that goes on while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def _elapsed(machine: str | None, ticks: float | None) -> timedelta | None:
    if ticks is None or machine != _machine() or _ticks() < ticks:
        return None
    return timedelta(seconds=_ticks() - ticks)


def lock_heartbeat(name: str) -> LockedHeartbeat:
    """Return the last heartbeat of *name*, locked until the transaction ends. The first one is made now."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [name])
        cursor.execute(_LOCK, [name])
        at, machine, last = cursor.fetchone()
        ticks = _ticks()
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    return LockedHeartbeat(at, now, _elapsed(machine, last), ticks)


def beat(name: str, at: datetime, ticks: float) -> None:
    """Record that *name* is alive *at* this instant of the wall clock, at *ticks* of the monotonic clock."""
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, [at, _machine(), ticks, name])


def beat_again(name: str, within: timedelta) -> bool:
    """Record that *name* is alive if its last heartbeat is *within* that time, and return whether it is."""
    with connection.cursor() as cursor:
        cursor.execute(_BEAT_AGAIN, [_machine(), _ticks(), name, within.total_seconds()])
        return bool(cursor.rowcount)


def record_outage(cause: str, began: datetime, ended: datetime, gap: timedelta | None = None) -> None:
    """Keep an outage. *cause* is the name of the heartbeat that was missing, `JUMP` or `BACK`.

    *gap* is how long a silence had to be at least to be one; None for a step.
    """
    with connection.cursor() as cursor:
        cursor.execute(_OUTAGE, [cause, began, ended, gap.total_seconds() if gap else None])


def shift_heartbeats(jump: timedelta, now: datetime, *, but: str) -> None:
    """Move all heartbeats *but* one by a *jump* of the wall clock, which shows *now*; later ones stay as they are."""
    with connection.cursor() as cursor:
        cursor.execute(_SHIFT, [jump.total_seconds(), but, jump.total_seconds(), now])


def cap_heartbeats(now: datetime, *, but: str) -> None:
    """Let no heartbeat *but* one be later than *now*, because the wall clock was set back."""
    with connection.cursor() as cursor:
        cursor.execute(_SHIFT_BACK, [now, but])


def step_back_ahead() -> int | None:
    """Return the number of the last step back of the wall clock whose time is passed twice now; None if there is none.

    While there is one, turns may have begun after now.
    """
    found = rows("SELECT max(id) FROM outage WHERE ended > clock_timestamp() AND cause = %s", [BACK])
    return found[0][0] if found else None


def presence(since: datetime) -> Presence:
    """Return the outages that may count in a turn that began at *since*, and all heartbeats. One statement."""
    return presence_of(rows(_SINCE, [since]))


def presence_within(time: timedelta) -> Statement:
    """Return the statement that asks for the outages that may count in turns that began within this *time*."""
    return _LATELY, [time]


def presence_of(answer: Sequence[tuple[Any, ...]]) -> Presence:
    """Return the presence in the *answer* to a statement. Call it at once, because it reads the monotonic clock."""
    outages, heartbeats = [], []
    for name, began, ended, gap, machine, ticks, _ in answer:
        if ended is None:
            heartbeats.append((name, began, _elapsed(machine, ticks)))
        else:
            outages.append((began, ended, name == JUMP, gap, name == BACK))
    return Presence(outages, heartbeats)


def span_values(spans: Sequence[tuple[datetime, datetime, timedelta, timedelta]]) -> Mapping[str, list[Any]]:
    """Return the parameters of `CREDITED_DEADLINE` for the spans that `games.clocks.spans` found."""
    return {
        "span_began": [began for began, _, _, _ in spans],
        "span_ended": [ended for _, ended, _, _ in spans],
        "span_worth": [worth.total_seconds() for _, _, worth, _ in spans],
        "span_least": [least.total_seconds() for _, _, _, least in spans],
    }
