"""Records that players sent: a queue of those that wait for their check, and the archive of accepted ones."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from base.identifiers import uuid7
from games.db import fetch, names_of, rows
from games.store import slots
from games.store.jobs import Jobs

KEPT: Final = 3_600
"""Seconds for which a refused record is kept. Accepted ones are kept for good."""
MOST_KEPT: Final = 1_000
"""Of one author."""

_ADD: Final = """
    INSERT INTO imported_record (id, author, owner, media_type, content, created_at)
    VALUES (%s, %s, %s, %s, %s, clock_timestamp())
"""
_KEPT: Final = "SELECT count(*) FROM imported_record WHERE author = %s"
_CLOSE: Final = """
    UPDATE imported_record SET status = 'done', accepted = %(accepted)s, verdict = %(verdict)s, content = %(content)s,
           expires_at = CASE WHEN %(accepted)s THEN NULL ELSE clock_timestamp() + %(kept)s * interval '1 s' END
    WHERE id = %(id)s AND status = 'running'
"""


class TooManyRecords(Exception):
    """Too many records of the author, or of all authors, wait already; or the author has `MOST_KEPT`."""


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
class ImportToRun:
    """A record that a worker checks now. It must be closed or given back."""

    id: UUID
    author: UUID
    media_type: str
    content: bytes


_FIND: Final = f"""
    SELECT {names_of(Imported)} FROM imported_record
    WHERE id = %s AND author = %s AND (expires_at IS NULL OR expires_at > clock_timestamp())
"""  # noqa: S608 - constants
_JOBS: Final = Jobs("imported_record", ImportToRun, lost=300)
take = _JOBS.take
give_back = _JOBS.give_back
waits = _JOBS.waits
forget = _JOBS.forget


def add(author: UUID, media_type: str, content: bytes, owner: UUID | None = None) -> UUID:
    """Add a record that waits for its check, and return its id. Delete refused ones whose time is over.

    Raises TooManyRecords.
    """
    forget()
    ((kept,),) = rows(_KEPT, [author])
    if kept >= MOST_KEPT or not _JOBS.has_room(author):
        raise TooManyRecords
    made = uuid7()
    rows(_ADD, [made, author, owner, media_type, content])
    return made


def find(record: UUID, author: UUID) -> Imported | None:
    """Return a record that *author* sent; None if there is none, or it is no longer kept."""
    return next(iter(fetch(Imported, _FIND, [record, author])), None)


def close(record: UUID, verdict: dict[str, Any], content: bytes) -> None:
    """Keep the *verdict* on a record. If it is accepted, keep the record for good, with this *content*."""
    values = {"id": record, "accepted": verdict["accepted"], "verdict": json.dumps(verdict), "kept": KEPT}
    values["content"] = content
    rows(_CLOSE, values)
    slots.leave(record)
