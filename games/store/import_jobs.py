"""Records that players sent: a queue of those to be judged, and the archive of those that were accepted."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from games.db import rows
from games.store.jobs import Orders
from players.identifiers import uuid7

KEPT: Final = 3_600
"""Seconds that a record is kept which was refused; what is accepted is kept for good."""
MOST_KEPT: Final = 1_000
"""Of one author."""
_ORDERS: Final = Orders("imported_record", lost=300)

_KEEP: Final = """
    INSERT INTO imported_record (id, author, media_type, content, created_at)
    VALUES (%s, %s, %s, %s, clock_timestamp())
"""
_KEPT: Final = "SELECT count(*) FROM imported_record WHERE author = %s"
_LOOK: Final = """
    SELECT id, media_type, content, status, verdict, created_at FROM imported_record
    WHERE id = %s AND author = %s AND (expires_at IS NULL OR expires_at > clock_timestamp())
"""
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
    """A record that is to be judged now, and closed or given back."""

    id: UUID
    author: UUID
    media_type: str
    content: bytes


def put(author: UUID, media_type: str, content: bytes) -> UUID:
    """Return the id of a record that waits for its judgement; forget the refused whose hour is over.

    Raises TooManyRecords.
    """
    _ORDERS.forget()
    ((kept,),) = rows(_KEPT, [author])
    if kept >= MOST_KEPT or not _ORDERS.has_room(author):
        raise TooManyRecords
    made = uuid7()
    rows(_KEEP, [made, author, media_type, content])
    return made


def look(record: UUID, author: UUID) -> Imported | None:
    """Return a record that *author* sent; None where there is none, or none any more."""
    for id_, media_type, content, *told in rows(_LOOK, [record, author]):
        return Imported(id_, media_type, bytes(content), *told)
    return None


def take() -> Ordered | None:
    """Return the record whose turn it is, whose judgement now runs; None if none is due."""
    found = _ORDERS.take("id, author, media_type, content")
    if found is None:
        return None
    id_, author, media_type, content = found
    return Ordered(id_, author, media_type, bytes(content))


def give_back(record: UUID) -> None:
    """Let a record that could not be judged wait again."""
    _ORDERS.give_back(record)


def waits() -> bool:
    """Tell whether a record is due."""
    return _ORDERS.waits()


def close(record: UUID, verdict: dict[str, Any]) -> None:
    """Keep the *verdict* on a record, and the record itself for good if it is accepted."""
    told = {"id": record, "accepted": verdict["accepted"], "verdict": json.dumps(verdict), "kept": KEPT}
    rows(_CLOSE, told)
