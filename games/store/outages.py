"""Heartbeats, outages, and what a deadline becomes by them."""

import os
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from django.db import connection

from games.db import Statement, rows
from games.log.shards import shard_of

DRIVER: Final = "driver"
"""The heartbeat of the clock."""
WEB: Final = "web"
"""The heartbeat that all web processes share: one of them is enough."""
JUMP: Final = "jump"
"""The cause of an outage that was none: the wall clock jumped."""

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
_OUTAGE: Final = """
    INSERT INTO outage (cause, began, ended) VALUES (%s, %s, %s)
    ON CONFLICT (cause, began) DO UPDATE SET ended = greatest(outage.ended, excluded.ended)
"""
_PRESENCE: Final = """
    WITH RECURSIVE reach (since) AS (
        SELECT least({since}, (SELECT min(at) FROM heartbeat))
        UNION
        SELECT least(since, (SELECT min(began) FROM outage WHERE ended >= since)) FROM reach)
    SELECT cause, began, ended, NULL, NULL FROM outage
     WHERE ended >= (SELECT min(since) FROM reach)
    UNION ALL
    SELECT name, at, NULL, machine, ticks FROM heartbeat
"""
"""Outages that overlap count as one, so all that hang together with one that counts are read."""
_SINCE: Final = _PRESENCE.format(since="%s::timestamptz")
_SINCE_TURN: Final = _PRESENCE.format(since="(SELECT turn_began FROM game WHERE shard = %s AND id = %s)")

CREDITED_DEADLINE: Final = """
    (deadline + make_interval(secs => coalesce((
        SELECT sum(span.worth * extract(epoch FROM span.ended - greatest(span.began, turn_began))
                              / extract(epoch FROM span.ended - span.began))
          FROM unnest(%(span_began)s::timestamptz[], %(span_ended)s::timestamptz[], %(span_worth)s::float8[])
               AS span (began, ended, worth)
         WHERE span.ended > turn_began), 0)))
"""
"""The credited deadline of a row of `game`, as an expression: the sum that `games.clocks.credit` is, over the same
spans. Give the statement the parameters that `span_values` returns."""


class Presence(NamedTuple):
    """Who was there and who was away, as the database tells it."""

    outages: list[tuple[datetime, datetime, bool]]
    """Beginning and end of those that are recorded, and whether it was only the wall clock that jumped."""
    heartbeats: list[tuple[str, datetime, timedelta | None]]
    """Name, instant, and the time since then by the monotonic clock, where it was a heartbeat of this machine."""


class LockedHeartbeat(NamedTuple):
    """The last heartbeat, and both clocks now.

    The monotonic clock is read twice, before and after the wall clock: a slow answer never looks like a jump.
    """

    at: datetime
    now: datetime
    elapsed: timedelta | None
    ticks: float


@cache
def _machine() -> str:
    """Return what tells this machine, since it was started, from all others: monotonic clocks compare on it alone."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return f"process {os.getpid()} {uuid4()}"


def _ticks() -> float:
    """Return the seconds of a clock that nobody can set, and which goes on while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def _elapsed(machine: str | None, ticks: float | None) -> timedelta | None:
    return timedelta(seconds=_ticks() - ticks) if ticks is not None and machine == _machine() else None


def lock_heartbeat(name: str) -> LockedHeartbeat:
    """Return the last heartbeat of *name*, made now if there was none; locked until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [name])
        cursor.execute(_LOCK, [name])
        at, machine, last = cursor.fetchone()
        ticks = _ticks()
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    return LockedHeartbeat(at, now, _elapsed(machine, last), ticks)


def beat(name: str, at: datetime, ticks: float) -> None:
    """Say that *name* is alive *at* this instant of the wall clock, at *ticks* of the monotonic clock."""
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, [at, _machine(), ticks, name])


def beat_again(name: str, within: timedelta) -> bool:
    """Say that *name* is alive if its last heartbeat lies *within* that time, and return whether it did."""
    with connection.cursor() as cursor:
        cursor.execute(_BEAT_AGAIN, [_machine(), _ticks(), name, within.total_seconds()])
        return bool(cursor.rowcount)


def record_outage(cause: str, began: datetime, ended: datetime) -> None:
    """Keep an outage, by the name of whose heartbeat was away, or by `JUMP`."""
    with connection.cursor() as cursor:
        cursor.execute(_OUTAGE, [cause, began, ended])


def shift_heartbeats(jump: timedelta, now: datetime, *, but: str) -> None:
    """Tell the heartbeats of others, from before a *jump* of the wall clock, by the time that it shows *now*."""
    with connection.cursor() as cursor:
        cursor.execute(_SHIFT, [jump.total_seconds(), but, jump.total_seconds(), now])


def presence(since: datetime) -> Presence:
    """Return the outages that may count in a turn that began *since* then, and all heartbeats, by one statement."""
    return presence_of(rows(_SINCE, [since]))


def presence_in_turn(game: UUID) -> Statement:
    """Return the statement that asks for the presence since the turn of *game* began."""
    return _SINCE_TURN, [shard_of(game), game]


def presence_of(answer: Sequence[tuple[Any, ...]]) -> Presence:
    """Return the presence that a statement was answered with. Call it at once: the monotonic clock is read here."""
    outages, heartbeats = [], []
    for name, began, ended, machine, ticks in answer:
        if ended is None:
            heartbeats.append((name, began, _elapsed(machine, ticks)))
        else:
            outages.append((began, ended, name == JUMP))
    return Presence(outages, heartbeats)


def span_values(spans: Sequence[tuple[datetime, datetime, timedelta]]) -> Mapping[str, list[Any]]:
    """Return the parameters of `CREDITED_DEADLINE` for the spans that `games.clocks.spans` found."""
    return {
        "span_began": [began for began, _, _ in spans],
        "span_ended": [ended for _, ended, _ in spans],
        "span_worth": [worth.total_seconds() for _, _, worth in spans],
    }
