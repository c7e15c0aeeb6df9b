"""One's own games, in JSON, the soonest deadline first."""

from datetime import datetime
from typing import Any
from uuid import UUID

from rest_framework.request import Request

from games import selectors, services, store
from games.api import cursors
from games.clocks import Outage, credit
from games.selectors import OwnGame
from players.http.pagination import limit_of


def own_games(request: Request, player: UUID, *, awaiting: bool) -> dict[str, Any]:
    """Return one page of the unfinished games of *player*, and how many wait for him."""
    limit, text = limit_of(request), request.query_params.get("cursor")
    found = selectors.games_of(player, awaiting=awaiting, after=cursors.read(text) if text else None, limit=limit + 1)
    shown = found[:limit]
    began = [game.turn_began for game in shown if game.due and game.turn_began]
    now = store.now() if began else None
    outages = services.outages_since(min(began), now) if now else []
    return {
        "items": [_shown(game, outages, now) for game in shown],
        "badge": selectors.awaiting_count(player),
        "next_cursor": cursors.write(shown[-1].due, shown[-1].id) if len(found) > limit else None,
    }


def _shown(game: OwnGame, outages: list[Outage], now: datetime | None) -> dict[str, Any]:
    credited = credit(outages, game.turn_began, now) if game.turn_began else None
    return {
        "id": game.id,
        "variant": game.variant,
        "status": game.status,
        "version": game.version,
        "turn": game.turn,
        "seat": game.seat,
        "on_turn": game.on_turn,
        "awaiting": game.awaiting,
        "nonce_due": game.nonce_due,
        "deadline": game.due + credited if game.due and credited is not None else None,
    }
