"""Ratings: a rated game that ends waits in a queue; the driver rates it on its ladders, each once and in order."""

from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games import store, wakeups
from games.ladders import (
    Ladder,
    Rated,
    WhyUnrated,
    limited_pairs,
    pace_of,
    rated_actors,
    rated_contests,
    reckon,
    season_of,
    was_played,
)
from games.log.append import CommandContext
from games.log.envelope import instant
from games.rules.events import SeatResigned
from games.rules.game import Game, Status
from games.services.drafts import Draft
from games.store import GameRow, LadderRow, Unrated

RESULTS: Final = 50
"""Results of a ladder that are rated in one go; the driver comes back in a second."""


def hindrance(game_id: UUID, game: Game) -> str:
    """Return why *game*, which starts now, does not count although its terms say that it is rated; empty if it counts.

    Needs a transaction: a game that counts is booked as one of its players' games of today.
    """
    if game.unrated or not game.terms.get("rated", False):
        return game.unrated
    found = rated_contests(game.sitters)
    if not found:
        return WhyUnrated.NO_OPPONENTS
    if all(store.book_start(game_id, one.kind, limited_pairs(one, game.sitters)) for one in found):
        return ""
    store.cancel_start(game_id)
    return WhyUnrated.DAILY_LIMIT


def settle(row: GameRow, draft: Draft, context: CommandContext) -> None:
    """Let the result of a rated game that *draft* ends wait for its ladders; or let its last event say why it does not.

    *context* is the one that ends it; the others lie in the log.
    """
    game = draft.game
    if game.status != Status.OVER or game.unrated or not game.terms.get("rated", False):
        return
    deciders = store.deciders(row, rated_actors(game.sitters))
    if not any(isinstance(one.event, SeatResigned) for one in draft.events):
        deciders.add(context.actor)
    if was_played(game.sitters, deciders):
        _await_rating(row, game)
    else:
        draft.discount(WhyUnrated.NOT_PLAYED)
        store.cancel_start(row.id)


def _await_rating(row: GameRow, game: Game) -> None:
    ended_at = row.now
    season = season_of(ended_at, months=settings.SEASON_MONTHS)
    for contest in rated_contests(game.sitters, game.places):
        store.put_unrated(
            Unrated(
                game=row.id,
                ladder=Ladder(row.variant, season, contest.kind, pace_of(game.terms["clock"]["turn"])),
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
            wakeups.followers()
    return result


def _rated(row: LadderRow, result: Unrated) -> Rated:
    before = store.standings(row, (one.entrant for one in result.contestants))
    ladder = result.ladder
    return Rated(
        variant=ladder.variant,
        season=ladder.season,
        pace=ladder.pace,
        kind=ladder.kind,
        game=str(result.game),
        private=result.private,
        ended_at=instant(result.ended_at),
        entries=reckon(result.contestants, before),
    )
