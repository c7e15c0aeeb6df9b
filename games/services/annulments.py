"""Annulments: a moderator takes back what a rated game has changed."""

from uuid import UUID

from django.db import transaction

from games import store, wakeups
from games.ladders import Annulled, Ladder, Rated, give_back
from games.log.codec import decode
from games.services.errors import NotRated
from games.services.rating import standings_of


def annul(game: UUID) -> int:
    """Give back what *game* has changed on its ladders, and return on how many.

    Later games are not computed again. You may call it twice: a ladder on which the game is annulled is left alone.
    Raises NotRated if the game was rated on no ladder, or not yet.
    """
    ladders = store.ladders_of(game)
    if not ladders:
        raise NotRated
    return sum(_annul_on(ladder, game) for ladder in ladders)


def _annul_on(ladder: Ladder, game: UUID) -> bool:
    with transaction.atomic(durable=True):
        row = store.lock_ladder(ladder)
        stored = store.rated_event(row, game) if row else None
        if row is None or stored is None or store.is_annulled(row, game):
            return False
        rated = decode(stored.type, stored.schema, stored.public, stored.secret)
        if not isinstance(rated, Rated):
            raise TypeError(f"{stored.type} has the key of a rating")
        entrants = sorted(one.entrant for one in rated.entries)
        now = standings_of(row, entrants)
        # Of games from before 0.3.0 nobody has noted the pairs.
        places = {one.entrant: one.place for one in rated.entries} if stored.schema > 1 else {}
        met = store.rated_pairs(row, [*places])
        returned = tuple(
            give_back(one, now[one.entrant], [pair for (name, _), pair in met.items() if name == one.entrant])
            for one in rated.entries
        )
        store.append_annulled(row, Annulled(game=str(game), entries=returned), places)
        wakeups.followers()
    return True
