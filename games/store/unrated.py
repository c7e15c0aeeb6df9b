"""Results that wait to be rated: a queue in the database. Each row is in the shard of its game."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from games import models
from games.db import rows
from games.ladders import Contestant, Ladder
from games.log.shards import shard_of
from games.models.sql import insertion

_PUT: Final = f"{insertion(models.Unrated)} ON CONFLICT DO NOTHING"
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
    """Whether only those who sat there may know of the game."""
    contestants: tuple[Contestant, ...]


def put_unrated(result: Unrated) -> None:
    """Add *result* to the queue, in the transaction that ends its game. Call it before ``append``."""
    ladder = result.ladder
    row = {
        "shard": shard_of(result.game),
        "game": result.game,
        "kind": ladder.kind,
        "variant": ladder.variant,
        "pace": ladder.pace,
        "season": ladder.season,
        "ended_at": result.ended_at,
        "private": result.private,
        "entrants": [one.entrant for one in result.contestants],
        "places": [one.place for one in result.contestants],
    }
    rows(_PUT, row)


def next_unrated(ladder: Ladder) -> Unrated | None:
    """Return the result that *ladder* must rate next, the one whose game ended first; None if none waits."""
    for game, ended_at, private, entrants, places in rows(
        _NEXT, [ladder.variant, ladder.season, ladder.pace, ladder.kind]
    ):
        contestants = tuple(map(Contestant, entrants, places))
        return Unrated(game=game, ladder=ladder, ended_at=ended_at, private=private, contestants=contestants)
    return None


def drop_unrated(result: Unrated) -> None:
    """Delete *result*, which is rated, from the queue. This is another transaction: the ladder is in another shard."""
    rows(_DROP, [shard_of(result.game), result.game, result.ladder.kind])
