"""Judgements that were ordered: a queue in the database, of which the broker only knows that there is something."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from games.db import fetch, rows
from games.store.jobs import Orders
from players.identifiers import uuid7

KEPT: Final = 3_600
"""Seconds: how long a judgement can be read: from its order, and again from its end."""
_ORDERS: Final = Orders("judgement", lost=150)

_ORDER: Final = """
    INSERT INTO judgement (id, author, sent, base, deals, created_at, expires_at)
    VALUES (%s, %s, %s, %s, %s, clock_timestamp(), clock_timestamp() + %s * interval '1 s')
"""
_LOOK: Final = """
    SELECT id, status, deals, report, created_at, expires_at FROM judgement
    WHERE id = %s AND author = %s AND expires_at > clock_timestamp()
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
    """A judgement that is to be made now, and closed or given back."""

    id: UUID
    sent: dict[str, Any]
    base: str | None
    """Hash of the ruleset that ``sent`` changes."""
    deals: int


def order(author: UUID, sent: dict[str, Any], *, base: str | None, deals: int) -> UUID:
    """Return the id of a new judgement that waits; forget those whose hour is over. Raises TooManyJudgements."""
    _ORDERS.forget()
    if not _ORDERS.has_room(author):
        raise TooManyJudgements
    made = uuid7()
    rows(_ORDER, [made, author, json.dumps(sent), base, deals, KEPT])
    return made


def look(judgement: UUID, author: UUID) -> Judgement | None:
    """Return a judgement that *author* ordered; None where there is none, or none any more."""
    return next(iter(fetch(Judgement, _LOOK, [judgement, author])), None)


def take() -> Ordered | None:
    """Return the judgement whose turn it is, which now runs; None if none is due."""
    found = _ORDERS.take("id, sent, base, deals")
    return None if found is None else Ordered(*found)


def give_back(judgement: UUID) -> None:
    """Let a judgement that could not be made wait again."""
    _ORDERS.give_back(judgement)


def waits() -> bool:
    """Tell whether a judgement is due."""
    return _ORDERS.waits()


def close(judgement: UUID, report: dict[str, Any]) -> None:
    """Keep the *report* of a judgement for an hour."""
    rows(_CLOSE, [report["hash"], report["passed"], json.dumps(report), KEPT, judgement])


def has_passed(content: str, deals: int) -> bool:
    """Tell whether the ruleset of this hash has passed a judgement of as many *deals* that is still kept."""
    ((passed,),) = rows(_PASSED, [content, deals])
    return bool(passed)
