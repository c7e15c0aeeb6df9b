"""The log as a follower reads it: one shard in the order of commits, and an error if an event is missing."""

from collections.abc import Iterable
from datetime import datetime
from itertools import starmap
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec

from games.log.codec import kind_of, upcast
from games.log.codec.names import KINDS
from games.log.shards import SHARDS
from players.sql import prepared

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
          FROM event_{shard} WHERE shard = {shard} AND position > %s ORDER BY position LIMIT %s) AS page
"""
_PAGE_OF: Final = [_PAGE.format(shard=shard) for shard in SHARDS]
"""The partition has a name of its own here: a statement for all would have a plan that locks all."""
_GAP: Final = """
    SELECT position + 1 FROM event AS e
    WHERE shard = %s AND position > %s AND NOT EXISTS (
        SELECT FROM event AS next WHERE (next.shard, next.position) = (e.shard, e.position + 1))
    ORDER BY position LIMIT 1
"""
_COLUMNS: Final = '[[%s],["%s"],[%s],["%s"],[%s],["%sZ"],[%s]]'
"""A page as JSON, column by column: for the server that is half the work of an array for each event."""
_READER: Final = msgspec.json.Decoder(
    tuple[list[int], list[str], list[int], list[str], list[int], list[datetime], list[dict[str, Any]]]
)


class HoleInLog(Exception):
    """A position is missing, so an event that was committed is lost. Stop and call a person; never skip it."""


class PublicEvent(msgspec.Struct, frozen=True, gc=False):
    """An event as a follower gets it: only what everybody may know."""

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
    """What a follower gets at once."""

    events: list[PublicEvent]
    """Those of the types that were asked for, in order."""
    end: int
    """The position of the last event that was read, of whatever type; the one to go on from."""


def follow(shard: int, position: int, types: Iterable[str], *, limit: int) -> Page:
    """Read the next events of *shard* after that *position*, at most *limit*, and return those of *types*.

    The others do not leave the server. The same statement says whether one is missing, and whether each is known.

    Raises HoleInLog if one is missing, and UnknownEvent for one that this code does not know. It does so whatever
    *types* are, because newer code may follow the unknown type.
    """
    today = {name: kind.schema for name, kind in KINDS.items()}
    known = [f"{name}@{schema}" for name, newest in today.items() for schema in range(1, newest + 1)]
    ((count, first, last, unknown, *columns),) = prepared(_PAGE_OF[shard], [known, list(types), position, limit])
    if not count:
        return Page([], position)
    # Positions have no holes: a whole page begins right after *position*, and its length says where it ends.
    if (first, last) != (position + 1, position + count):
        missing = position + 1
        if first == missing:
            ((missing,),) = prepared(_GAP, [shard, position])
        raise HoleInLog(f"shard {shard} has no position {missing}, but {last}")
    if unknown is not None:
        type_, _, schema = unknown.rpartition("@")
        kind_of(type_, int(schema))
    if columns[0] is None:
        return Page([], last)

    rows = zip(*_READER.decode(_COLUMNS % tuple(columns)), strict=True)
    events = sorted(starmap(PublicEvent, rows), key=attrgetter("position"))
    lifted = [
        one
        if one.schema == today.get(one.type)
        else msgspec.structs.replace(one, data=upcast(one.type, one.schema, one.data), schema=today[one.type])
        for one in events
    ]
    return Page(lifted, last)
