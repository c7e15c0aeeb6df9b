"""Ratings: a rated game that ends waits in a queue; the driver rates it on its ladders, each once and in order."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction

from games import nudge, store
from games.codec import instant
from games.ladders import Ladder, Rated, contests, reckon, season_of
from games.rules.game import Game
from games.store import GameRow, LadderRow, Unrated

RESULTS: Final = 50
"""Results of a ladder that are rated in one go; the driver comes back in a second."""


def await_rating(row: GameRow, game: Game, ended_at: datetime | None) -> None:
    """Let the result of *game* wait for its ladders, if it is over and was played for ratings."""
    if ended_at is None or not game.terms.get("rated", False):
        return
    season = season_of(ended_at, months=settings.SEASON_MONTHS)
    for contest in contests(game.sitters, game.places):
        store.put_unrated(
            Unrated(
                game=row.id,
                ladder=Ladder(row.variant, season, contest.kind),
                ended_at=ended_at,
                private=row.visibility != "public",
                contestants=contest.contestants,
            )
        )


def rate(ladder: Ladder, *, limit: int = RESULTS) -> int:
    """Rate at most *limit* results that wait for *ladder*, and return how many.

    Harmless when done twice, or at once: a game is the key of its event, and where another rates nothing is done.
    """
    store.open_ladder(ladder)
    done = 0
    while done < limit and (result := rate_next(ladder)):
        store.drop_unrated(result)
        done += 1
    return done


def rate_next(ladder: Ladder) -> Unrated | None:
    """Rate the result that *ladder* must rate next, unless it was before, and return it; it still waits.

    None if none waits, or if another holds the ladder.
    """
    with transaction.atomic(durable=True):
        row = store.lock_ladder(ladder, skip_locked=True)
        result = store.next_unrated(ladder) if row else None
        if row and result and not store.is_rated(row, result.game):
            store.append_rated(row, _rated(row, result))
            nudge.followers()
    return result


def _rated(row: LadderRow, result: Unrated) -> Rated:
    before = store.standings(row, (one.entrant for one in result.contestants))
    ladder = result.ladder
    return Rated(
        variant=ladder.variant,
        season=ladder.season,
        kind=ladder.kind,
        game=str(result.game),
        private=result.private,
        ended_at=instant(result.ended_at),
        entries=reckon(result.contestants, before),
    )
