"""Games that started on a day and count: so few among the same players."""

from typing import Final
from uuid import UUID

from django.db import connection

from games.ladders import DAILY_LIMIT, Contest
from games.store.batch import run

_CLASS: Final = 0x726174
"""The class of the advisory locks: ``rat`` in ASCII."""
_LOCK: Final = "SELECT pg_advisory_xact_lock(%s, hashtext(%s))"
_BOOK: Final = """
    INSERT INTO rated_start (day, kind, entrants, game)
    SELECT today.day, today.kind, today.entrants, %s
    FROM (SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date AS day, %s AS kind, %s::text[] AS entrants) AS today
    WHERE (SELECT count(*) FROM rated_start AS s
           WHERE (s.day, s.kind, s.entrants) = (today.day, today.kind, today.entrants)) < %s
    RETURNING game
"""
_PURGE: Final = """
    DELETE FROM rated_start WHERE (day, kind, entrants, game) IN (
        SELECT day, kind, entrants, game FROM rated_start
        WHERE day < (clock_timestamp() AT TIME ZONE 'UTC')::date - 1 LIMIT 10 FOR UPDATE SKIP LOCKED)
"""
"""A few rows of days that are over, each time one is added: so the table never holds more than two days."""
_CANCEL: Final = "DELETE FROM rated_start WHERE game = %s"


def book_start(game: UUID, contest: Contest) -> bool:
    """Count *game*, which starts now, as one of its *contest*'s entrants today; return False if the limit is reached.

    Starts of the same entrants wait for each other until the transaction ends, so that none is counted too many.
    """
    entrants = sorted(one.entrant for one in contest.contestants)
    book = (_BOOK, [game, contest.kind, entrants, DAILY_LIMIT])
    _, booked, _ = run([(_LOCK, [_CLASS, " ".join([contest.kind, *entrants])]), book, (_PURGE, [])])
    return bool(booked)


def cancel_start(game: UUID) -> None:
    """Count *game* no longer: it was not played, or does not count for another reason."""
    with connection.cursor() as cursor:
        cursor.execute(_CANCEL, [game])
