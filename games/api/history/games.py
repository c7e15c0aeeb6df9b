"""The history of a player: his games that are over, in JSON, the last to end first."""

from typing import Any, Final
from uuid import UUID

from rest_framework.request import Request

from games import selectors
from games.api import cursors
from games.api.history.schema import HistoryQuery
from games.api.lobby.listing import with_names
from games.api.profiles import known
from games.api.query import variant_asked
from games.api.standings.leaderboards import points
from games.api.tables.table import bot_of, unrated_of
from games.api.variants.rulesets import pinned
from games.selectors import EndedGame, EndedSeat, Wanted
from players.http.authentication import signed_in
from players.http.pagination import limit_of
from players.http.problems import FieldErrors

ASKED: Final = frozenset({"player", "opponent", "result", "since", "until"})
"""The parameters that make a list of games a history, or narrow it."""


def is_history(request: Request) -> bool:
    """Tell whether the query asks for the history of a player. Raises FieldErrors for half a question."""
    asked = request.query_params.keys() & ASKED
    if asked and "player" not in asked:
        raise FieldErrors({name: ["Only with `player`, please."] for name in sorted(asked)})
    if asked and "status" in request.query_params:
        raise FieldErrors({"status": ["Not with `player`, please: a history is of games that are over."]})
    return bool(asked)


def history(request: Request) -> dict[str, Any]:
    """Return one page of the history that is asked for, as the caller may see it.

    Raises FieldErrors, BadCursor, and Http404 for the history of nobody.
    """
    wanted, limit, text = _wanted(request), limit_of(request), request.query_params.get("cursor")
    known(wanted.player)
    found = selectors.history(wanted, before=cursors.read_ended(text) if text else None, limit=limit + 1)
    shown = found[:limit]
    changes = selectors.rating_changes(wanted.player, (game.id for game in shown if game.rated))
    return with_names(
        {
            "items": [_shown(game, wanted.player, changes.get(game.id)) for game in shown],
            "next_cursor": cursors.write(*shown[-1].key) if len(found) > limit else None,
        }
    )


def _wanted(request: Request) -> Wanted:
    asked = HistoryQuery(data={name: request.query_params[name] for name in request.query_params.keys() & ASKED})
    asked.is_valid(raise_exception=True)
    return Wanted(viewer=signed_in(request).id, variant=variant_asked(request), **asked.validated_data)


def _shown(game: EndedGame, player: UUID, change: tuple[int, int] | None) -> dict[str, Any]:
    own = game.seat_of(player)
    return {
        "id": game.id,
        "variant": game.variant,
        "ruleset": pinned(game.variant, game.ruleset, game.options),
        "rated": game.rated,
        "unrated": unrated_of(game.unrated),
        "visibility": "private" if game.private else "public",
        "seat": own.seat,
        "result": own.result,
        "place": own.place,
        "score": own.score,
        "rating": None if change is None else dict(zip(("before", "after"), map(points, change), strict=True)),
        "seats": [_seat(seat) for seat in game.seats],
        "deals": game.deals,
        "decisions": game.decisions,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "duration": int((game.ended_at - game.started_at).total_seconds()),
    }


def _seat(seat: EndedSeat) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "player": {"id": str(seat.player), "name": ""} if seat.player else None,
        "bot": bot_of(seat.bot or "", program=seat.program),
        "place": seat.place,
        "score": seat.score,
        "lost": seat.lost,
        "resigned": seat.resigned,
    }
