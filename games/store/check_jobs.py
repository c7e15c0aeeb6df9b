"""Checks of rulesets that players ordered: a queue in the database."""

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
"""Seconds for which a check is kept after its order, and again after its end."""

_ADD: Final = """
    INSERT INTO check_job (id, author, owner, sent, base, deals, created_at, expires_at)
    VALUES (%s, %s, %s, %s, %s, %s, clock_timestamp(), clock_timestamp() + %s * interval '1 s')
"""
_CLOSE: Final = """
    UPDATE check_job SET status = 'done', hash = %s, passed = %s, report = %s,
                         expires_at = clock_timestamp() + %s * interval '1 s'
    WHERE id = %s AND status = 'running'
"""
_PASSED: Final = """
    SELECT EXISTS (SELECT FROM check_job
                   WHERE passed AND hash = %s AND deals >= %s AND expires_at > clock_timestamp())
"""


class TooManyChecks(Exception):
    """Too many checks of the author, or of all authors, wait already."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check as its author reads it."""

    id: UUID
    status: str
    """``waiting``, ``running`` or ``done``."""
    deals: int
    report: dict[str, Any] | None
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class CheckToRun:
    """A check that a worker makes now. It must be closed or given back."""

    id: UUID
    sent: dict[str, Any]
    base: str | None
    """Hash of the ruleset that ``sent`` changes."""
    deals: int


_FIND: Final = f"""
    SELECT {names_of(Check)} FROM check_job WHERE id = %s AND author = %s AND expires_at > clock_timestamp()
"""  # noqa: S608 - constants
_JOBS: Final = Jobs("check_job", CheckToRun, lost=150)
take = _JOBS.take
give_back = _JOBS.give_back
waits = _JOBS.waits
forget = _JOBS.forget


def add(author: UUID, sent: dict[str, Any], *, base: str | None, deals: int, owner: UUID | None = None) -> UUID:
    """Add a check, and return its id. Delete those whose time is over. Raises TooManyChecks."""
    forget()
    if not _JOBS.has_room(author):
        raise TooManyChecks
    made = uuid7()
    rows(_ADD, [made, author, owner, json.dumps(sent), base, deals, KEPT])
    return made


def find(check: UUID, author: UUID) -> Check | None:
    """Return a check that *author* ordered; None if there is none, or it is no longer kept."""
    return next(iter(fetch(Check, _FIND, [check, author])), None)


def close(check: UUID, report: dict[str, Any]) -> None:
    """Keep the *report* of a check for an hour."""
    rows(_CLOSE, [report["hash"], report["passed"], json.dumps(report), KEPT, check])
    slots.leave(check)


def has_passed(content: str, deals: int) -> bool:
    """Return whether a check that is still kept passed the ruleset of this hash with so many *deals* or more."""
    ((passed,),) = rows(_PASSED, [content, deals])
    return bool(passed)
