"""Results that wait to be rated: a queue in the database, each in the shard of its game."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from games.ladders import Contestant, Ladder
from games.log.shards import shard_of

_PUT: Final = """
    INSERT INTO unrated (shard, game, kind, variant, season, pace, ended_at, private, entrants, places)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
_NEXT: Final = """
    SELECT game, ended_at, private, entrants, places FROM unrated
    WHERE variant = %s AND season = %s AND pace = %s AND kind = %s ORDER BY ended_at, game LIMIT 1
"""
_DROP: Final = "DELETE FROM unrated WHERE shard = %s AND game = %s AND kind = %s"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unrated:
    """A result that waits for its ladder."""

    game: UUID
    ladder: Ladder
    ended_at: datetime
    private: bool
    """Whether only who sat there may know of the game."""
    contestants: tuple[Contestant, ...]


def put_unrated(result: Unrated) -> None:
    """Let *result* wait; in the transaction that ends its game, before ``append``."""
    ladder, entrants = result.ladder, [one.entrant for one in result.contestants]
    places = [one.place for one in result.contestants]
    where: list[Any] = [shard_of(result.game), result.game, ladder.kind, ladder.variant, ladder.season, ladder.pace]
    with connection.cursor() as cursor:
        cursor.execute(_PUT, [*where, result.ended_at, result.private, entrants, places])


def next_unrated(ladder: Ladder) -> Unrated | None:
    """Return the result that *ladder* must rate next, by the end of its game; None if none waits."""
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, [ladder.variant, ladder.season, ladder.pace, ladder.kind])
        found = cursor.fetchone()
    if found is None:
        return None
    game, ended_at, private, entrants, places = found
    contestants = tuple(map(Contestant, entrants, places))
    return Unrated(game=game, ladder=ladder, ended_at=ended_at, private=private, contestants=contestants)


def drop_unrated(result: Unrated) -> None:
    """Forget that *result* waits: it is rated. In a transaction of its own, for the ladder lies in another shard."""
    with connection.cursor() as cursor:
        cursor.execute(_DROP, [shard_of(result.game), result.game, result.ladder.kind])
