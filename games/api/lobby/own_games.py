"""Your own games, the soonest deadline first."""

from datetime import datetime
from typing import Final, cast
from uuid import UUID

from rest_framework.request import Request

from games import selectors, services, store
from games.api.lobby.schema import OwnGame, OwnGames
from games.api.tables.schema import GameStatus
from games.clocks import Outage, credit
from games.rules.fairness import NonceAsk
from players.http.pagination import decode_cursor, encode_cursor, instant, limit_of

_NO_DEADLINE: Final = "never"


def own_games(request: Request, player: UUID, *, awaiting: bool) -> OwnGames:
    """Return one page of the unfinished games of *player*, and how many wait for them."""
    limit, text = limit_of(request), request.query_params.get("cursor")
    after = None
    if text:
        due, last = decode_cursor(text, lambda part: None if part == _NO_DEADLINE else instant(part), UUID)
        after = due, last
    found = selectors.games_of(player, awaiting=awaiting, after=after, limit=limit + 1)
    page, now = found[:limit], store.now()
    began = [game.turn_began for game in page if game.due and game.turn_began]
    outages = services.outages_since(min(began), now) if began else []
    return OwnGames(
        items=[_own_game(game, outages, now) for game in page],
        badge=selectors.awaiting_count(player),
        next_cursor=encode_cursor(page[-1].due or _NO_DEADLINE, page[-1].id) if len(found) > limit else None,
        server_time=now,
    )


def _own_game(game: selectors.OwnGame, outages: list[Outage], now: datetime) -> OwnGame:
    credited = credit(outages, game.turn_began, now) if game.turn_began else None
    return OwnGame(
        id=game.id,
        variant=game.variant,
        status=cast("GameStatus", game.status),
        version=game.version,
        turn=game.turn,
        seat=game.seat,
        on_turn=game.on_turn,
        awaiting=game.awaiting,
        nonce_due=None if game.nonce_due is None else NonceAsk(game.nonce_due),
        deadline=game.due + credited if game.due and credited is not None else None,
    )
