"""The rated games that started on a day. The same two players may meet in a few of them only."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import connection

from games.db import rows, run
from games.ladders import DAILY_LIMIT, Kind

_CLASS: Final = 0x726174
"""The class of the advisory locks: ``rat`` in ASCII."""
_LOCK: Final = """
    SELECT pg_advisory_xact_lock(%s, hash)
    FROM (SELECT DISTINCT hashtext(%s || ' ' || name) AS hash FROM unnest(%s::text[]) AS name ORDER BY hash) AS names
"""
_BOOK: Final = """
    WITH asked AS MATERIALIZED (
        SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date AS day, %s AS kind, ARRAY[one, other] AS entrants
        FROM unnest(%s::text[], %s::text[]) AS pair (one, other)
    )
    INSERT INTO rated_start (day, kind, entrants, game)
    SELECT day, kind, entrants, %s FROM asked
    WHERE NOT EXISTS (SELECT FROM asked JOIN rated_start AS s USING (day, kind, entrants)
                      GROUP BY entrants HAVING count(*) >= %s)
    RETURNING game
"""
_FORGET: Final = "DELETE FROM rated_start WHERE day < (clock_timestamp() AT TIME ZONE 'UTC')::date - 1"
_CANCEL: Final = "DELETE FROM rated_start WHERE game = %s"


def book_start(game: UUID, kind: Kind, pairs: Sequence[tuple[str, str]]) -> bool:
    """Count *game*, which starts now, for each of the *pairs* that meet in it.

    Return False, and count nothing, if a pair met too often today. Starts with the same entrants wait for each other
    until the transaction ends, so that two at once cannot both be the last one.
    """
    if not pairs:
        return True
    lock = (_LOCK, [_CLASS, kind, [*{name for pair in pairs for name in pair}]])
    book = (_BOOK, [kind, [one for one, _ in pairs], [other for _, other in pairs], game, DAILY_LIMIT])
    _, booked = run([lock, book])
    return bool(booked)


def cancel_start(game: UUID) -> None:
    """Count *game* no longer, because it was not played or is not rated for another reason."""
    with connection.cursor() as cursor:
        cursor.execute(_CANCEL, [game])


def forget() -> None:
    """Delete the starts of the days before yesterday."""
    rows(_FORGET)
