"""The history of a player: the games that they played to the end, the last to end first."""

from collections.abc import Mapping
from typing import Final, cast
from uuid import UUID

from rest_framework.request import Request

from games import selectors
from games.api.history.requests import HistoryQuery
from games.api.history.schema import HistoryPage, PastGame, RatingBeforeAfter, Result, SeatResult
from games.api.lobby.listing import names_of, sitter_of
from games.api.profiles import known
from games.api.query import variant_asked
from games.api.standings.leaderboards import points
from games.api.tables.table import unrated_of
from games.api.variants.rulesets import pinned
from games.selectors import EndedGame, EndedSeat, Wanted
from players.http.authentication import signed_in
from players.http.pagination import decode_cursor, encode_cursor, instant, limit_of
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


def history(request: Request) -> HistoryPage:
    """Return one page of the history that is asked for, as the caller may see it.

    Raises FieldErrors, BadCursor, and Http404 for the history of nobody.
    """
    wanted, limit, text = _wanted(request), limit_of(request), request.query_params.get("cursor")
    known(wanted.player)
    before = None
    if text:
        ended_at, last = decode_cursor(text, instant, UUID)
        before = ended_at, last
    found = selectors.history(wanted, before=before, limit=limit + 1)
    games = found[:limit]
    changes = selectors.rating_changes(wanted.player, (game.id for game in games if game.rated))
    names = names_of(str(seat.player) for game in games for seat in game.seats if seat.player)
    return HistoryPage(
        items=[_past_game(game, wanted.player, changes.get(game.id), names) for game in games],
        next_cursor=encode_cursor(*games[-1].key) if len(found) > limit else None,
    )


def _wanted(request: Request) -> Wanted:
    asked = HistoryQuery(data={name: request.query_params[name] for name in request.query_params.keys() & ASKED})
    asked.is_valid(raise_exception=True)
    return Wanted(viewer=signed_in(request).id, variant=variant_asked(request), **asked.validated_data)


def _past_game(game: EndedGame, player: UUID, change: tuple[int, int] | None, names: Mapping[str, str]) -> PastGame:
    own = game.seat_of(player)
    return PastGame(
        id=game.id,
        variant=game.variant,
        ruleset=pinned(game.variant, game.ruleset, game.options),
        rated=game.rated,
        unrated=unrated_of(game.unrated),
        visibility="private" if game.private else "public",
        seat=own.seat,
        result=cast("Result", own.result),
        place=own.place,
        score=own.score,
        rating=None if change is None else RatingBeforeAfter(*map(points, change)),
        seats=[_seat_result(seat, names) for seat in game.seats],
        deals=game.deals,
        decisions=game.decisions,
        started_at=game.started_at,
        ended_at=game.ended_at,
        duration=int((game.ended_at - game.started_at).total_seconds()),
    )


def _seat_result(seat: EndedSeat, names: Mapping[str, str]) -> SeatResult:
    sitter = sitter_of(str(seat.player or ""), seat.bot or "", names, program=seat.program)
    return SeatResult(
        player=sitter.player,
        bot=sitter.bot,
        seat=seat.seat,
        place=seat.place,
        score=seat.score,
        lost=seat.lost,
        resigned=seat.resigned,
    )
