"""Records that players sent: a queue of those to be judged, and the archive of those that were accepted."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from players.identifiers import uuid7

KEPT: Final = 3_600
"""Seconds that a record is kept which was refused; what is accepted is kept for good."""
LOST: Final = 300
"""Seconds: a judgement that runs for so long has lost its worker: another one takes it."""
MOST_TRIES: Final = 2
MOST_OPEN: Final = 3
"""Of one author that wait at once."""
MOST_OPEN_OF_ALL: Final = 200
MOST_KEPT: Final = 1_000
"""Of one author."""

_KEEP: Final = """
    INSERT INTO imported_record (id, author, media_type, content, created_at)
    VALUES (%s, %s, %s, %s, clock_timestamp())
"""
_COUNT: Final = """
    SELECT (SELECT count(*) FROM imported_record WHERE author = %(author)s AND status <> 'done'),
           (SELECT count(*) FROM imported_record WHERE status <> 'done'),
           (SELECT count(*) FROM imported_record WHERE author = %(author)s)
"""
_FORGET: Final = "DELETE FROM imported_record WHERE expires_at <= clock_timestamp()"
_LOOK: Final = """
    SELECT id, media_type, content, status, verdict, created_at FROM imported_record
    WHERE id = %s AND author = %s AND (expires_at IS NULL OR expires_at > clock_timestamp())
"""
_DUE: Final = """
    (status = 'waiting' OR status = 'running' AND began_at <= clock_timestamp() - %(lost)s * interval '1 s')
"""
_TAKE: Final = f"""
    UPDATE imported_record SET status = 'running', began_at = clock_timestamp(), tries = tries + 1
    WHERE id = (SELECT id FROM imported_record WHERE {_DUE} ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, media_type, content, tries
"""  # noqa: S608 - constants
_WAITS: Final = f"SELECT EXISTS (SELECT FROM imported_record WHERE {_DUE})"  # noqa: S608 - constants
_CLOSE: Final = """
    UPDATE imported_record SET status = 'done', accepted = %(accepted)s, verdict = %(verdict)s,
           expires_at = CASE WHEN %(accepted)s THEN NULL ELSE clock_timestamp() + %(kept)s * interval '1 s' END
    WHERE id = %(id)s AND status = 'running'
"""


class TooManyRecords(Exception):
    """As many as may wait at once do, of the author or of all; or the author has as many as are kept."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A record as its author reads it."""

    id: UUID
    media_type: str
    content: bytes
    """As it was sent."""
    status: str
    """``waiting``, ``running`` or ``done``."""
    verdict: dict[str, Any] | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Ordered:
    """A record that is to be judged now."""

    id: UUID
    media_type: str
    content: bytes
    tries: int


def put(author: UUID, media_type: str, content: bytes) -> UUID:
    """Return the id of a record that waits for its judgement; forget the refused whose hour is over.

    Raises TooManyRecords.
    """
    made = uuid7()
    with connection.cursor() as cursor:
        cursor.execute(_FORGET)
        cursor.execute(_COUNT, {"author": author})
        own, every, kept = cursor.fetchone()
        if own >= MOST_OPEN or every >= MOST_OPEN_OF_ALL or kept >= MOST_KEPT:
            raise TooManyRecords
        cursor.execute(_KEEP, [made, author, media_type, content])
    return made


def look(record: UUID, author: UUID) -> Imported | None:
    """Return a record that *author* sent; None where there is none, or none any more."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOK, [record, author])
        found = cursor.fetchone()
    if found is None:
        return None
    id_, media_type, content, *told = found
    return Imported(id_, media_type, bytes(content), *told)


def take() -> Ordered | None:
    """Return the record that has waited longest, whose judgement now runs; None if none waits."""
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, {"lost": LOST})
        found = cursor.fetchone()
    if found is None:
        return None
    id_, media_type, content, tries = found
    return Ordered(id_, media_type, bytes(content), tries)


def waits() -> bool:
    """Tell whether a record waits for its judgement."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITS, {"lost": LOST})
        return bool(cursor.fetchone()[0])


def close(record: UUID, verdict: dict[str, Any]) -> None:
    """Keep the *verdict* on a record, and the record itself for good if it is accepted."""
    told = {"id": record, "accepted": verdict["accepted"], "verdict": json.dumps(verdict), "kept": KEPT}
    with connection.cursor() as cursor:
        cursor.execute(_CLOSE, told)
