"""Judgements that were ordered: a queue in the database, of which the broker only knows that there is something."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from players.identifiers import uuid7

KEPT: Final = 3_600
"""Seconds: how long a judgement can be read: from its order, and again from its end."""
LOST: Final = 150
"""Seconds: a judgement that runs for so long has lost its worker: another one takes it."""
MOST_TRIES: Final = 2
MOST_OPEN: Final = 3
"""Of one author."""
MOST_OPEN_OF_ALL: Final = 200

_ORDER: Final = """
    INSERT INTO judgement (id, author, sent, base, deals, created_at, expires_at)
    VALUES (%s, %s, %s, %s, %s, clock_timestamp(), clock_timestamp() + %s * interval '1 s')
"""
_OPEN: Final = """
    SELECT count(*) FILTER (WHERE author = %s), count(*) FROM judgement
    WHERE status <> 'done' AND expires_at > clock_timestamp()
"""
_FORGET: Final = "DELETE FROM judgement WHERE expires_at <= clock_timestamp()"
_LOOK: Final = """
    SELECT id, status, deals, report, created_at, expires_at FROM judgement
    WHERE id = %s AND author = %s AND expires_at > clock_timestamp()
"""
_TAKE: Final = """
    UPDATE judgement SET status = 'running', began_at = clock_timestamp(), tries = tries + 1
    WHERE id = (SELECT id FROM judgement
                WHERE (status = 'waiting'
                       OR status = 'running' AND began_at <= clock_timestamp() - %(lost)s * interval '1 s')
                  AND expires_at > clock_timestamp()
                ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, sent, base, deals, tries
"""
_WAITS: Final = """
    SELECT EXISTS (SELECT FROM judgement
                   WHERE (status = 'waiting'
                       OR status = 'running' AND began_at <= clock_timestamp() - %(lost)s * interval '1 s')
                     AND expires_at > clock_timestamp())
"""
_CLOSE: Final = """
    UPDATE judgement SET status = 'done', hash = %s, passed = %s, report = %s,
                         expires_at = clock_timestamp() + %s * interval '1 s'
    WHERE id = %s AND status = 'running'
"""
_PASSED: Final = """
    SELECT EXISTS (SELECT FROM judgement
                   WHERE passed AND hash = %s AND deals >= %s AND expires_at > clock_timestamp())
"""


class TooManyJudgements(Exception):
    """As many as may wait at once do: of the author, or of all."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judgement as its author reads it."""

    id: UUID
    status: str
    """``waiting``, ``running`` or ``done``."""
    deals: int
    report: dict[str, Any] | None
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Ordered:
    """A judgement that is to be made now."""

    id: UUID
    sent: dict[str, Any]
    base: str | None
    """Hash of the ruleset that ``sent`` changes."""
    deals: int
    tries: int


def order(author: UUID, sent: dict[str, Any], *, base: str | None, deals: int) -> UUID:
    """Return the id of a new judgement that waits; forget those whose hour is over. Raises TooManyJudgements."""
    made = uuid7()
    with connection.cursor() as cursor:
        cursor.execute(_FORGET)
        cursor.execute(_OPEN, [author])
        own, every = cursor.fetchone()
        if own >= MOST_OPEN or every >= MOST_OPEN_OF_ALL:
            raise TooManyJudgements
        cursor.execute(_ORDER, [made, author, json.dumps(sent), base, deals, KEPT])
    return made


def look(judgement: UUID, author: UUID) -> Judgement | None:
    """Return a judgement that *author* ordered; None where there is none, or none any more."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOK, [judgement, author])
        found = cursor.fetchone()
    return None if found is None else Judgement(*found)


def take() -> Ordered | None:
    """Return the judgement that has waited longest, which now runs; None if none waits."""
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, {"lost": LOST})
        found = cursor.fetchone()
    return None if found is None else Ordered(*found)


def waits() -> bool:
    """Tell whether a judgement waits to be made."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITS, {"lost": LOST})
        return bool(cursor.fetchone()[0])


def close(judgement: UUID, report: dict[str, Any]) -> None:
    """Keep the *report* of a judgement for an hour."""
    with connection.cursor() as cursor:
        cursor.execute(_CLOSE, [report["hash"], report["passed"], json.dumps(report), KEPT, judgement])


def has_passed(content: str, deals: int) -> bool:
    """Tell whether the ruleset of this hash has passed a judgement of as many *deals* that is still kept."""
    with connection.cursor() as cursor:
        cursor.execute(_PASSED, [content, deals])
        return bool(cursor.fetchone()[0])
