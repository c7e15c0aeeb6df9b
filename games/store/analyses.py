"""Analyses of games that are over: a queue in the database, and what they have found."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from base.identifiers import uuid7
from games.db import fetch, names_of, rows
from games.store import slots
from games.store.jobs import Jobs

KEPT: Final = 365 * 86_400
"""Seconds for which an analysis is kept after its order. It can be ordered again."""

_ADD: Final = """
    INSERT INTO analysis (id, game, author, owner, deals, moves, expires_at)
    VALUES (%s, %s, %s, %s, %s, '[]', clock_timestamp() + %s * interval '1 s') ON CONFLICT (game) DO NOTHING
"""
_PLAN: Final = "UPDATE analysis SET total = %s, left_out = %s WHERE id = %s"
# Two workers may have the same job, where one was slow to die: only one of them adds the next move.
_NOTE: Final = """
    UPDATE analysis SET moves = (moves::jsonb || %s::jsonb)::json, tries = 0
    WHERE id = %s AND json_array_length(moves) = %s
"""
_PAUSE: Final = """
    UPDATE analysis SET status = 'waiting', tries = 0, due_at = clock_timestamp() WHERE id = %s AND status = 'running'
"""
_CLOSE: Final = "UPDATE analysis SET status = 'done' WHERE id = %s"
_DISOWN: Final = "UPDATE analysis SET author = NULL, owner = NULL WHERE author = %s"


class TooManyAnalyses(Exception):
    """Too many analyses of the author, or of all authors, wait already."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """An analysis as everybody reads it who may see its game."""

    status: str
    """``waiting``, ``running`` or ``done``."""
    deals: int
    total: int | None
    left_out: int
    moves: list[dict[str, Any]]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class AnalysisToRun:
    """An analysis that a worker goes on with now. It must be paused, closed or given back."""

    id: UUID
    game: UUID
    deals: int
    total: int | None
    moves: list[dict[str, Any]]
    tries: int


_FIND: Final = f"SELECT {names_of(Analysis)} FROM analysis WHERE game = %s AND expires_at > clock_timestamp()"  # noqa: S608
_JOBS: Final = Jobs("analysis", AnalysisToRun, lost=30)
take = _JOBS.take
give_back = _JOBS.give_back
waits = _JOBS.waits
forget = _JOBS.forget


def add(game: UUID, author: UUID, *, deals: int, owner: UUID | None = None) -> None:
    """Add the analysis of *game*, unless there is one. Raises TooManyAnalyses."""
    forget()
    if find(game) is None:
        if not _JOBS.has_room(author):
            raise TooManyAnalyses
        rows(_ADD, [uuid7(), game, author, owner, deals, KEPT])


def find(game: UUID) -> Analysis | None:
    """Return the analysis of *game*; None if there is none, or it is no longer kept."""
    return next(iter(fetch(Analysis, _FIND, [game])), None)


def plan(analysis: UUID, *, total: int, left_out: int) -> None:
    """Note how many decisions will be analysed, and how many will not."""
    rows(_PLAN, [total, left_out, analysis])


def note(analysis: UUID, moves: Sequence[dict[str, Any]], *, after: int) -> None:
    """Add decisions that are done, if there are as many as *after* so far."""
    rows(_NOTE, [json.dumps(moves), analysis, after])


def pause(analysis: UUID) -> None:
    """Let a running analysis wait for its next slice. The analyses of others come first."""
    rows(_PAUSE, [analysis])
    slots.leave(analysis)


def close(analysis: UUID) -> None:
    """Note that an analysis is done."""
    rows(_CLOSE, [analysis])
    slots.leave(analysis)


def disown(author: UUID) -> None:
    """Forget that *author* asked for analyses. What they say of games stays."""
    rows(_DISOWN, [author])
