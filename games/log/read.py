"""The log as it was written: one stream by versions, one shard by positions.

A stream is read from its file if it has left the log (``games.log.archive``). Then a function raises ArchiveUnavailable
if the file cannot be had.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec

from base.sql.routing import reading
from base.sql.statements import Statement
from games import models
from games.ladders import Annulled, EntrantErased, Rated
from games.log import archive
from games.log.codec import UnknownEvent, canonical, decode
from games.log.shards import shard_of
from games.log.stored_event import StoredEvent
from games.models.sql import column_names
from games.rules.events import Event
from games.rules.notation import CommandText, Happening

_FIELDS: Final = column_names(models.Event, but=("shard", "shard_hash"))
_AS_WRITTEN: Final = {"public": "public::text", "secret": "secret::text"}
_SELECT: Final = f"SELECT {', '.join(_AS_WRITTEN.get(name, name) for name in _FIELDS)} FROM event "  # noqa: S608
_STREAM: Final = _SELECT + "WHERE shard = %s AND stream = %s AND version > %s ORDER BY version LIMIT %s"
_AROUND: Final = f"""
    ({_SELECT} WHERE shard = %s AND stream = %s AND version <= %s) UNION ALL
    ({_SELECT} WHERE shard = %s AND stream = %s AND version > %s AND version <= %s) ORDER BY version
"""
_SHARD: Final = _SELECT + "WHERE shard = %s AND position > %s ORDER BY position LIMIT %s"
# The versions of a stream have no gaps, so the last ones are those above a number.
_LAST: Final = f"""
    {_SELECT} JOIN unnest(%s::smallint[], %s::uuid[], %s::integer[]) AS asked (of_shard, of_stream, of_version)
    ON shard = of_shard AND stream = of_stream AND version <= of_version AND version > of_version - %s
    ORDER BY stream, version
"""
_LAST_OF: Final = """
    SELECT version FROM event WHERE shard = %s AND stream = %s AND version <= %s AND type = %s
    ORDER BY version DESC LIMIT 1
"""


class Written(NamedTuple):
    """An event, and its two parts as the text that was stored."""

    event: StoredEvent
    public: str
    secret: str


def read(stream: UUID, *, after: int = 0, limit: int | None = None) -> list[StoredEvent]:
    """Return the events of *stream* after that version, in order, at most *limit* of them."""
    values = [shard_of(stream), stream, after, limit]
    found = _read(_STREAM, values)
    if found or limit == 0:
        return found
    archived, is_in_log = archive.find(stream, after=after)
    if is_in_log:  # it was restored meanwhile
        return _read(_STREAM, values)
    if archived is None or after >= archived.version:
        return []
    return archive.events_of(archived)[after:][:limit]


def around(stream: UUID, *, first: int, after: int, until: int) -> Statement:
    """Return SQL for the *first* events of *stream*, and those after one version up to another one: see ``decoded``.

    It finds nothing of a stream that has left the log.
    """
    shard = shard_of(stream)
    return _AROUND, [shard, stream, first, shard, stream, max(first, after), until]


def decoded(rows: Iterable[Sequence[Any]]) -> list[StoredEvent]:
    """Return the events in the rows of ``around``."""
    return [_decode(dict(zip(_FIELDS, row, strict=True))) for row in rows]


def read_last(versions: Mapping[UUID, int], *, limit: int) -> dict[UUID, list[StoredEvent]]:
    """Return the last events of several streams, up to a version of each, in order; at most *limit* of each stream.

    One query for all of them, whose cost does not grow with the streams; and one more for each that has left the log.
    """
    found: dict[UUID, list[StoredEvent]] = {stream: [] for stream in versions}
    for event in _read(_LAST, [[*map(shard_of, versions)], [*versions], [*versions.values()], limit]):
        found[event.stream].append(event)
    for stream in (stream for stream, events in found.items() if not events and limit):
        until = versions[stream]
        found[stream] = read(stream, after=max(0, until - limit), limit=min(limit, until))
    return found


def read_after(shard: int, position: int, *, limit: int) -> list[StoredEvent]:
    """Return the events of *shard* after that *position* that are in the log, in order, at most *limit* of them."""
    return _read(_SHARD, [shard, position, limit])


def last_of(stream: UUID, kind: str, *, until: int) -> int:
    """Return the version of the last event of type *kind* in *stream* up to a version; 0 if there is none.

    The cost grows with the events behind it. A stream that has left the log has none.
    """
    with reading.cursor() as cursor:
        cursor.execute(_LAST_OF, [shard_of(stream), stream, until, kind])
        found = cursor.fetchone()
    return int(found[0]) if found else 0


def event_of(stored: StoredEvent) -> Event:
    """Return the event that was *stored*. Raises UnknownEvent if this code cannot read it as a game's."""
    event = decode(stored.type, stored.schema, stored.public, stored.secret)
    if isinstance(event, Rated | Annulled | EntrantErased):
        raise UnknownEvent(f"{stored.type} happens on a ladder, not in a game")
    return event


def happening_of(stored: StoredEvent) -> Happening:
    """Return the *stored* event with its turn and the whole command that caused it. Raises UnknownEvent."""
    shown = stored.command
    command = None if shown is None else CommandText(stored.secret["command"], shown)
    return Happening(stored.turn, event_of(stored), command)


def read_written(stream: UUID, *, after: int = 0, limit: int | None = None) -> list[Written]:
    """Return what ``read`` returns, each event with its text: for ``games.integrity``."""
    found = [
        Written(_decode(dict(columns)), columns["public"], columns["secret"])
        for columns in _asked(_STREAM, [shard_of(stream), stream, after, limit])
    ]
    # A file has the canonical text: whatever else it has is another file.
    return found or [
        Written(one, canonical(one.public).decode(), canonical(one.secret).decode())
        for one in read(stream, after=after, limit=limit)
    ]


def _read(sql: str, values: list[Any]) -> list[StoredEvent]:
    return [_decode(columns) for columns in _asked(sql, values)]


def _asked(sql: str, values: list[Any]) -> list[dict[str, Any]]:
    with reading.cursor() as cursor:
        cursor.execute(sql, values)
        return [dict(zip(_FIELDS, row, strict=True)) for row in cursor.fetchall()]


def _decode(columns: dict[str, Any]) -> StoredEvent:
    for name in ("public", "secret"):
        columns[name] = msgspec.json.decode(columns[name])
    for name in ("secret_digest", "request_hash", "hash"):
        columns[name] = bytes(columns[name])
    return StoredEvent(**columns)
