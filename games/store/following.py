"""The log as a follower reads it: one shard, in the order of commits, with the proof that nothing is missing."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import msgspec
from django.db import connection

from games.codec import kind_of, upcast
from games.codec.names import KINDS

_PAGE: Final = """
    SELECT count(*), min(position), max(position), min(kind) FILTER (WHERE NOT kind = ANY(%s)),
           json_agg(json_build_array(position, stream, version, type, schema, recorded_at, public) ORDER BY position)
               FILTER (WHERE type = ANY(%s))::text
    FROM (SELECT *, type || '@' || schema AS kind FROM event
          WHERE shard = %s AND position > %s ORDER BY position LIMIT %s) AS page
"""
_GAP: Final = """
    SELECT position + 1 FROM event AS e
    WHERE shard = %s AND position > %s AND NOT EXISTS (
        SELECT FROM event AS next WHERE (next.shard, next.position) = (e.shard, e.position + 1))
    ORDER BY position LIMIT 1
"""
_KNOWN: Final = [f"{name}@{schema}" for name, kind in KINDS.items() for schema in range(1, kind.schema + 1)]

_Row: TypeAlias = tuple[int, UUID, int, str, int, datetime, dict[str, Any]]
_ROWS: Final = msgspec.json.Decoder(list[_Row])


class HoleInLog(Exception):
    """A position is missing: what was committed is lost, or was never dense. Stop, and call somebody; never skip."""


class Told(NamedTuple):
    """What a follower is told of an event: only what everybody may know."""

    position: int
    stream: UUID
    version: int
    type: str
    at: datetime
    data: dict[str, Any]
    """The public fields in today's schema."""


class Page(NamedTuple):
    """What a follower is told at once."""

    events: list[Told]
    """Those of the types that were asked for, in order."""
    end: int
    """The position of the last event that was read, of whatever type; the one to go on from."""


def follow(shard: int, position: int, types: Iterable[str], *, limit: int) -> Page:
    """Read the next events of *shard* after that *position*, at most *limit*, and return those of *types*.

    The others do not leave the server; that none is missing, and each is known, is asked in the same statement.

    Raises HoleInLog if one is missing, and games.codec.UnknownEvent for one that this code does not know, whether asked
    for or not: it might have been.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PAGE, [_KNOWN, list(types), shard, position, limit])
        count, first, last, unknown, told = cursor.fetchone()
    if not count:
        return Page([], position)
    if (first, last) != (position + 1, position + count):
        raise HoleInLog(f"shard {shard} has no position {_missing(shard, position, first)}, but {last}")
    if unknown is not None:
        type_, _, schema = unknown.rpartition("@")
        kind_of(type_, int(schema))
    return Page([_told(row) for row in _ROWS.decode(told)] if told else [], last)


def _missing(shard: int, position: int, first: int) -> int:
    """Return the first position that is missing after *position*, where the next one there is is *first*."""
    if first != position + 1:
        return position + 1
    with connection.cursor() as cursor:
        cursor.execute(_GAP, [shard, position])
        missing: int = cursor.fetchone()[0]
    return missing


def _told(row: _Row) -> Told:
    position, stream, version, type_, schema, at, data = row
    today = KINDS[type_].schema == schema
    return Told(position, stream, version, type_, at, data if today else upcast(type_, schema, data))
