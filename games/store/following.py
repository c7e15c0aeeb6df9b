"""The log as a follower reads it: one shard, in the order of commits, with the proof that nothing is missing."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
from django.db import connection

from games.codec import kind_of, upcast

_NEXT: Final = """
    SELECT position, stream, version, type, schema, recorded_at, CASE WHEN type = ANY(%s) THEN public::text END
    FROM event WHERE shard = %s AND position > %s ORDER BY position LIMIT %s
"""


class HoleInLog(Exception):
    """A position is missing: what was committed is lost, or was never dense. Stop, and call somebody; never skip."""


class Told(NamedTuple):
    """What a follower is told of an event: only what everybody may know."""

    position: int
    stream: UUID
    version: int
    type: str
    at: datetime
    data: dict[str, Any] | None
    """The public fields in today's schema; None for a type that was not asked for."""


def follow(shard: int, position: int, types: Iterable[str], *, limit: int) -> list[Told]:
    """Return the next events of *shard* after that *position*, in order, at most *limit*, with the data of *types*.

    Raises HoleInLog if one is missing, and games.codec.UnknownEvent for one that this code does not know, whether asked
    for or not: it might have been.
    """
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, [list(types), shard, position, limit])
        rows = cursor.fetchall()
    if rows and (rows[0][0] != position + 1 or rows[-1][0] != position + len(rows)):
        places = {row[0] for row in rows}
        missing = next(place for place in range(position + 1, rows[-1][0]) if place not in places)
        raise HoleInLog(f"shard {shard} has no position {missing}, but {rows[-1][0]}")
    return [_told(row) for row in rows]


def _told(row: tuple[Any, ...]) -> Told:
    position, stream, version, type_, schema, at, public = row
    kind_of(type_, schema)
    data = upcast(type_, schema, msgspec.json.decode(public)) if public else None
    return Told(position, stream, version, type_, at, data)
