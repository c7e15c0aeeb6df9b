"""The log as a follower reads it: one shard in the order of commits, and an error if an event is missing.

A follower that begins anew meets events that have left the log. It gets them from their files, in their places.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import starmap
from operator import attrgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec

from base.sql.statements import prepared
from games.db import rows
from games.log import archive
from games.log.codec import kind_of, upcast
from games.log.codec.names import KINDS
from games.log.shards import SHARDS

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
_PLACES: Final = """
    (SELECT position, NULL::uuid FROM event WHERE shard = %(shard)s AND position > %(position)s
     ORDER BY position LIMIT %(limit)s)
    UNION ALL
    (SELECT position, stream FROM event_link WHERE shard = %(shard)s AND position > %(position)s
     ORDER BY position LIMIT %(limit)s)
    ORDER BY position LIMIT %(limit)s
"""
"""Where events are: a stream stands for its file, and none for the log."""
_COLUMNS: Final = '[[%s],["%s"],[%s],["%s"],[%s],["%sZ"],[%s]]'
"""A page as JSON, column by column: for the server that is half the work of an array for each event."""
_READER: Final = msgspec.json.Decoder(
    tuple[list[int], list[str], list[int], list[str], list[int], list[datetime], list[dict[str, Any]]]
)


_TRIES: Final = 3
"""Reads of one page while games leave the log or come back."""


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
    types = frozenset(types)
    found = _in_log(shard, position, types, limit=limit)
    # Positions have no holes: a whole page begins right after *position*, and its length says where it ends. Where they
    # have, events have left the log, or one is lost.
    if not found.number or (found.first, found.last) == (position + 1, position + found.number):
        return Page(found.events(), found.last or position)
    for _ in range(_TRIES):
        places = rows(_PLACES, {"shard": shard, "position": position, "limit": limit})
        page = _merged(shard, position, types, places)
        if page is not None:
            return page
    raise HoleInLog(f"shard {shard} has events behind position {position} that neither the log nor an archive has")


class _InLog(NamedTuple):
    """Events that are in the log, as the server sends them."""

    number: int
    first: int | None
    last: int | None
    unknown: str | None
    """The type and schema of one that this code does not know."""
    columns: Sequence[str | None]

    def events(self) -> list[PublicEvent]:
        """Return those of the types that were asked for. Raises UnknownEvent."""
        if self.unknown is not None:
            type_, _, schema = self.unknown.rpartition("@")
            kind_of(type_, int(schema))
        if not self.columns or self.columns[0] is None:
            return []
        found = zip(*_READER.decode(_COLUMNS % tuple(self.columns)), strict=True)
        return [_lifted(one) for one in sorted(starmap(PublicEvent, found), key=attrgetter("position"))]


def _in_log(shard: int, position: int, types: frozenset[str], *, limit: int) -> _InLog:
    known = [f"{name}@{schema}" for name, kind in KINDS.items() for schema in range(1, kind.schema + 1)]
    ((count, first, last, unknown, *columns),) = prepared(_PAGE_OF[shard], [known, list(types), position, limit])
    return _InLog(count, first, last, unknown, columns)


def _merged(shard: int, position: int, types: frozenset[str], places: Iterable[tuple[int, UUID | None]]) -> Page | None:
    """Return the events at *places* from the log and from files; None if games have left or come back meanwhile.

    One file is in memory at once. Each page reads the files of all games of which it has an event.
    """
    here, left, end = list[int](), dict[UUID, set[int]](), position
    for at, stream in places:
        if at == end:
            raise HoleInLog(f"shard {shard} has position {at} both in the log and in an archive")
        if at != end + 1:
            raise HoleInLog(f"shard {shard} has no position {end + 1}, but {at}")
        if stream is None:
            here.append(at)
        else:
            left.setdefault(stream, set()).add(at)
        end = at

    events = list[PublicEvent]()
    if here:
        # They are the first ones behind *position* that are in the log.
        found = _in_log(shard, position, types, limit=len(here))
        if (found.number, found.first, found.last) != (len(here), here[0], here[-1]):
            return None
        events += found.events()
    for stream, positions in left.items():
        archived, is_in_log = archive.find(stream)
        if archived is None and is_in_log:
            return None
        if archived is None:
            raise HoleInLog(f"shard {shard} has no position {min(positions)}: its game {stream} has no archive")
        there = [one for one in archive.events_of(archived) if one.position in positions]
        if len(there) != len(positions):
            raise HoleInLog(f"shard {shard} has a position in {min(positions)} to {max(positions)} that "
                            f"{archived.file} does not have")  # fmt: skip
        for one in there:
            kind_of(one.type, one.schema)
        events += [
            _lifted(PublicEvent(one.position, str(stream), one.version, one.type, one.schema, one.recorded_at,
                                one.public))
            for one in there if one.type in types
        ]  # fmt: skip
    return Page(sorted(events, key=attrgetter("position")), end)


def _lifted(event: PublicEvent) -> PublicEvent:
    """Return *event* in today's schema of its type."""
    today = KINDS[event.type].schema if event.type in KINDS else event.schema
    if event.schema == today:
        return event
    return msgspec.structs.replace(event, data=upcast(event.type, event.schema, event.data), schema=today)
