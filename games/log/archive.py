r"""Games that have left the log: the file that each has become, and how it is read.

A file is compressed by gzip and has lines of canonical JSON. The first line names the game, its last version and the
receipt for its head. Each other line is an event as the log had it: all columns but the shard and the stream, with
bytes in hexadecimal digits and times as ``games.log.hash_chain.instant`` writes them.
"""

import gzip
import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages

from base.sql.routing import reading
from base.storage import StorageAway
from games.db import build, names_of
from games.log.codec import canonical
from games.log.hash_chain import instant
from games.log.shards import shard_of
from games.log.stored_event import StoredEvent

FORMAT: Final = "maumau archive v1"
STORAGE: Final = "archive"
"""The name in Django's setting STORAGES."""
FILES_KEPT: Final = 64
"""Files, of some 30 KB each, that a process keeps: the pages of a replay do not each fetch theirs."""
_BYTES: Final = ("secret_digest", "request_hash", "hash")


class ArchiveUnavailable(StorageAway):
    """The file of an archived game cannot be had, or is not the one that was stored; the message says which."""


class Line(NamedTuple):
    """An event in a file."""

    event: StoredEvent
    shard_hash: bytes


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file says."""

    game: UUID
    version: int
    receipt: Mapping[str, Any]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Archived:
    """Where the events of a game are. Its fields are columns of ``archive``."""

    game: UUID
    file: str
    sha256: bytes
    size: int
    version: int
    head: bytes


# The log is asked in the same statement, so a game that was restored meanwhile is not overlooked.
_FIND: Final = f"""
    SELECT EXISTS (SELECT FROM event WHERE shard = %s AND stream = %s AND version > %s), {names_of(Archived)}
    FROM (VALUES (1)) AS one LEFT JOIN archive ON shard = %s AND game = %s
"""  # noqa: S608 - names of a dataclass


def storage() -> Storage:
    """Return where the files are."""
    return storages[STORAGE]


def find(game: UUID, *, after: int = 0) -> tuple[Archived | None, bool]:
    """Return where an archived *game* is, None if it is not archived, and whether the log has events *after*."""
    shard = shard_of(game)
    with reading.cursor() as cursor:
        cursor.execute(_FIND, [shard, game, after, shard, game])
        ((is_in_log, *columns),) = cursor.fetchall()
    return (build(Archived, columns) if columns[0] else None), is_in_log


def written(contents: Contents) -> bytes:
    """Return the file that says *contents*."""
    head = {"format": FORMAT, "game": str(contents.game), "version": contents.version, "receipt": contents.receipt}
    lines = [canonical(head), *(canonical(columns_of(one)) for one in contents.lines)]
    return gzip.compress(b"\n".join([*lines, b""]), mtime=0)


def parsed(content: bytes) -> Contents:
    """Return what a file says. Raises ValueError if it is not written as one."""
    try:
        head, *lines = map(msgspec.json.decode, gzip.decompress(content).splitlines())
        if head["format"] != FORMAT:
            raise ValueError(f"its format is {head['format']}")
        game = UUID(head["game"])
        return Contents(game, head["version"], head["receipt"], tuple(_line(game, one) for one in lines))
    except (OSError, EOFError, zlib.error, LookupError, TypeError) as fault:
        raise ValueError(f"it is not written as an archive: {fault!r}") from fault


def store(name: str, content: bytes) -> None:
    """Store the file *name*, in place of another one that an interrupted run has left. Raises ArchiveUnavailable."""
    if _content(name) == content:
        return
    try:
        storage().delete(name)
        stored_as = storage().save(name, ContentFile(content))
    except Exception as fault:  # each storage has errors of its own
        raise ArchiveUnavailable(f"{name} cannot be stored: {fault!r}") from fault
    if stored_as != name:
        raise ArchiveUnavailable(f"{name} was stored as {stored_as}")


def contents_of(archived: Archived, *, is_fresh: bool = False) -> Contents:
    """Return what the file of an *archived* game says. A process keeps the last FILES_KEPT files that it read.

    With *is_fresh* the storage is asked in any case. Raises ArchiveUnavailable.
    """
    try:
        contents = parsed(_fetched.__wrapped__(archived) if is_fresh else _fetched(archived))
    except ValueError as fault:
        raise ArchiveUnavailable(f"{archived.file} cannot be read: {fault}") from fault
    if (contents.game, contents.version, len(contents.lines)) != (archived.game, archived.version, archived.version):
        raise ArchiveUnavailable(f"{archived.file} has another game")
    return contents


def events_of(archived: Archived) -> list[StoredEvent]:
    """Return the events of an *archived* game, in order. Raises ArchiveUnavailable."""
    return [one.event for one in contents_of(archived).lines]


def forget() -> None:
    """Drop the files that this process keeps."""
    _fetched.cache_clear()


@lru_cache(FILES_KEPT)
def _fetched(archived: Archived) -> bytes:
    content = _content(archived.file)
    if content is None:
        raise ArchiveUnavailable(f"{archived.file} is lost")
    if (len(content), hashlib.sha256(content).digest()) != (archived.size, archived.sha256):
        raise ArchiveUnavailable(f"{archived.file} was changed")
    return content


def _content(name: str) -> bytes | None:
    """Return the content of a file, None if there is none. Raises ArchiveUnavailable if it is not known."""
    try:
        if not storage().exists(name):
            return None
        with storage().open(name) as file:
            return bytes(file.read())
    except Exception as fault:  # each storage has errors of its own
        raise ArchiveUnavailable(f"{name} cannot be read: {fault!r}") from fault


def columns_of(line: Line) -> dict[str, Any]:
    """Return what a file has in the line of an event."""
    event = line.event
    columns = {name: getattr(event, name) for name in StoredEvent.__dataclass_fields__ if name != "stream"}
    columns |= {name: columns[name].hex() for name in _BYTES}
    return columns | {"recorded_at": instant(event.recorded_at), "shard_hash": line.shard_hash.hex()}


def _line(game: UUID, columns: dict[str, Any]) -> Line:
    shard_hash = bytes.fromhex(columns.pop("shard_hash"))
    columns |= {name: bytes.fromhex(columns[name]) for name in _BYTES}
    columns["recorded_at"] = datetime.fromisoformat(columns["recorded_at"])
    return Line(StoredEvent(stream=game, **columns), shard_hash)
