"""The log as a follower reads it: one shard, in the order of commits, with the proof that nothing is missing."""

from collections.abc import Iterable
from datetime import datetime
from itertools import starmap
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec
from django.db import connection

from games.log.codec import kind_of, upcast
from games.log.codec.names import KINDS

_PAGE: Final = """
    SELECT count(*), min(position), max(position),
           min(type || '@' || schema) FILTER (WHERE NOT wanted AND NOT type || '@' || schema = ANY(%s)),
           string_agg(position::text, ',') FILTER (WHERE wanted),
           string_agg(stream::text, '","') FILTER (WHERE wanted),
           string_agg(version::text, ',') FILTER (WHERE wanted),
           string_agg(type, '","') FILTER (WHERE wanted),
           string_agg(schema::text, ',') FILTER (WHERE wanted),
           string_agg((recorded_at AT TIME ZONE 'UTC')::text, 'Z","') FILTER (WHERE wanted),
           string_agg(public::text, ',') FILTER (WHERE wanted)
    FROM (SELECT position, stream, version, type, schema, recorded_at, public, type = ANY(%s) AS wanted
          FROM event WHERE shard = %s AND position > %s ORDER BY position LIMIT %s) AS page
"""
_GAP: Final = """
    SELECT position + 1 FROM event AS e
    WHERE shard = %s AND position > %s AND NOT EXISTS (
        SELECT FROM event AS next WHERE (next.shard, next.position) = (e.shard, e.position + 1))
    ORDER BY position LIMIT 1
"""
_KNOWN: Final = [f"{name}@{schema}" for name, kind in KINDS.items() for schema in range(1, kind.schema + 1)]
_TODAY: Final = {name: kind.schema for name, kind in KINDS.items()}
_COLUMNS: Final = '[[%s],["%s"],[%s],["%s"],[%s],["%sZ"],[%s]]'
"""A page as JSON, column by column: for the server that is half the work of an array for each event."""
_READER: Final = msgspec.json.Decoder(
    tuple[list[int], list[str], list[int], list[str], list[int], list[datetime], list[dict[str, Any]]]
)


class HoleInLog(Exception):
    """A position is missing: what was committed is lost, or was never dense. Stop, and call somebody; never skip."""


class PublicEvent(msgspec.Struct, frozen=True, gc=False):
    """What a follower is told of an event: only what everybody may know."""

    position: int
    stream: str
    """The id of its stream."""
    version: int
    type: str
    schema: int
    """Today's one of its type."""
    at: datetime
    data: dict[str, Any]
    """The public fields in that schema."""


class Page(NamedTuple):
    """What a follower is told at once."""

    events: list[PublicEvent]
    """Those of the types that were asked for, in order."""
    end: int
    """The position of the last event that was read, of whatever type; the one to go on from."""


def follow(shard: int, position: int, types: Iterable[str], *, limit: int) -> Page:
    """Read the next events of *shard* after that *position*, at most *limit*, and return those of *types*.

    The others do not leave the server; that none is missing, and each is known, is asked in the same statement.

    Raises HoleInLog if one is missing, and UnknownEvent for one that this code does not know, whether asked
    for or not: it might have been.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PAGE, [_KNOWN, list(types), shard, position, limit])
        count, first, last, unknown, *columns = cursor.fetchone()
    if not count:
        return Page([], position)
    if (first, last) != (position + 1, position + count):
        raise HoleInLog(f"shard {shard} has no position {_missing(shard, position, first)}, but {last}")
    if unknown is not None:
        type_, _, schema = unknown.rpartition("@")
        kind_of(type_, int(schema))
    return Page(_told(columns) if columns[0] else [], last)


def _missing(shard: int, position: int, first: int) -> int:
    """Return the first position that is missing after *position*, where the next one there is is *first*."""
    if first != position + 1:
        return position + 1
    with connection.cursor() as cursor:
        cursor.execute(_GAP, [shard, position])
        missing: int = cursor.fetchone()[0]
    return missing


def _told(columns: list[str]) -> list[PublicEvent]:
    rows = zip(*_READER.decode(_COLUMNS % tuple(columns)), strict=True)
    told = sorted(starmap(PublicEvent, rows), key=attrgetter("position"))
    return [one if one.schema == _TODAY.get(one.type) else _lifted(one) for one in told]


def _lifted(told: PublicEvent) -> PublicEvent:
    data = upcast(told.type, told.schema, told.data)
    return msgspec.structs.replace(told, schema=_TODAY[told.type], data=data)
