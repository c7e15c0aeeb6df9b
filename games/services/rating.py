"""Ratings: a rated game that ends waits in a queue; a worker rates it on its ladders, each once and in order."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games import store, wakeups
from games.ladders import (
    Ladder,
    Rated,
    Standing,
    WhyUnrated,
    is_player,
    limited_pairs,
    pace_of,
    pairs_after,
    rated_contests,
    reckon,
    season_of,
)
from games.log.hash_chain import instant
from games.rules.game import Game, Status
from games.services.drafts import Draft
from games.store import GameRow, Unrated
from players import accounts

RESULTS: Final = 50
"""Results of a ladder that are rated in one go; the worker comes back for the others."""


def hindrance(game_id: UUID, game: Game) -> str:
    """Return why *game*, which starts now, is not rated although its terms say so; empty if it is rated.

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


def settle(row: GameRow, draft: Draft) -> None:
    """Let the result of a rated game that *draft* ends wait for its ladders, or say in its last event why it does not.

    Whoever resigns once the first deal has begun is rated, also before their first decision: the cutter has looked at
    cards by then. Costs no query while the game goes on.
    """
    game = draft.game
    if game.status == Status.OVER and game.unrated == WhyUnrated.ABANDONED:
        store.cancel_start(row.id)
    if game.status != Status.OVER or not game.deals or game.unrated or not game.terms.get("rated", False):
        return  # a table that was closed has no result
    # Nobody loses or gains who left without loss. The absent are rated behind all others.
    sitters = [None if seat in game.excused else one for seat, one in enumerate(game.sitters)]
    contests = rated_contests(sitters, game.places)
    if not contests:
        draft.discount(WhyUnrated.NO_OPPONENTS)
        store.cancel_start(row.id)
        return
    season = season_of(row.now, months=settings.SEASON_MONTHS)
    for contest in contests:
        store.put_unrated(
            Unrated(
                game=row.id,
                ladder=Ladder(row.variant, season, contest.kind, pace_of(game.terms["clock"]["turn"])),
                ended_at=row.now,
                private=row.visibility != "public",
                contestants=contest.contestants,
            )
        )


def rate(ladder: Ladder, *, limit: int = RESULTS) -> int:
    """Rate at most *limit* results that wait for *ladder*, and return how many.

    You may call it twice, or from two workers at once: the game is the key of the event, and a ladder that another
    worker has locked is left alone.
    """
    store.open_ladder(ladder)
    done = 0
    while done < limit and (result := rate_next(ladder)):
        store.drop_unrated(result)
        done += 1
    return done


def rate_next(ladder: Ladder) -> Unrated | None:
    """Rate the result that *ladder* must rate next, unless it is rated already, and return it. It stays in the queue.

    Return None if no result waits, or if another worker holds the ladder.
    """
    with transaction.atomic(durable=True):
        # The ladder is locked before the queue is read, so that workers rate its results in their order.
        row = store.lock_ladder(ladder, skip_locked=True)
        result = store.next_unrated(ladder) if row else None
        if row and result and not store.is_rated(row, result.game):
            _rate(row, result)
            wakeups.followers()
    return result


def _rate(row: store.LadderRow, result: Unrated) -> None:
    """Append what *result* makes of the ratings of its contestants. Needs *row* locked."""
    ladder, entrants = row.ladder, sorted(one.entrant for one in result.contestants)
    before = standings_of(row, entrants)
    met, settled = store.rated_pairs(row, entrants), store.is_settled(row, at=result.ended_at)
    entries = reckon(result.contestants, before, met, season=ladder.season, ended_at=result.ended_at, settled=settled)
    rated = Rated(
        variant=ladder.variant,
        season=ladder.season,
        pace=ladder.pace,
        kind=ladder.kind,
        game=str(result.game),
        private=result.private,
        ended_at=instant(result.ended_at),
        entries=entries,
    )
    places = {one.entrant: one.place for one in entries}
    store.append_rated(row, rated, pairs_after(places, before, met, settled=settled))


def standings_of(row: store.LadderRow, entrants: Sequence[str]) -> dict[str, Standing]:
    """Return where the *entrants* stand now, and whether each may be listed. Needs *row* locked."""
    confirmed = _confirmed(entrants)
    return {
        entrant: replace(standing, basis=replace(standing.basis, confirmed=entrant in confirmed))
        for entrant, standing in store.standings(row, entrants).items()
    }


def _confirmed(entrants: Iterable[str]) -> set[str]:
    """Return those of the *entrants* who need no confirmed address, or have one."""
    players = {entrant for entrant in entrants if is_player(entrant)}
    return {*entrants} - players | accounts.confirmed(players) if settings.RATED_NEEDS_EMAIL else {*entrants}
