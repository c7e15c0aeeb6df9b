"""The history of a player: the games that they played to the end, the last one first."""

from typing import Final, cast
from uuid import UUID

from rest_framework.request import Request

from base.http.pagination import decode_cursor, encode_cursor, instant, limit_of
from base.http.problems import FieldErrors
from games import selectors
from games.api.history.requests import HistoryQuery
from games.api.history.schema import HistoryPage, PastGame, Result, SeatResult
from games.api.lobby.listing import sitter_of
from games.api.lobby.schema import RatingBeforeAfter
from games.api.profiles import People, known, people_of
from games.api.query import variant_asked
from games.api.standings.leaderboards import points
from games.api.tables.table import unrated_of
from games.api.variants.rulesets import pinned
from games.selectors import EndedGame, Wanted
from players.authentication import signed_in

ASKED: Final = frozenset({"opponent", "result", "since", "until"})
"""The parameters that filter a history, besides `variant`."""


def history(request: Request, player: UUID) -> HistoryPage:
    """Return one page of the history of *player* that the query asks for, as the caller may see it.

    Raises FieldErrors, BadCursor, and Http404 for an unknown player.
    """
    asked = HistoryQuery(data={name: request.query_params[name] for name in request.query_params.keys() & ASKED})
    asked.is_valid(raise_exception=True)
    if asked.validated_data.get("opponent") == player:
        raise FieldErrors({"opponent": ["Name another player."]})
    wanted = Wanted(viewer=signed_in(request).id, player=player, variant=variant_asked(request), **asked.validated_data)
    limit, text = limit_of(request), request.query_params.get("cursor")
    known(wanted.player)
    before = None
    if text:
        ended_at, last = decode_cursor(text, instant, UUID)
        before = ended_at, last
    found = selectors.history(wanted, before=before, limit=limit + 1)
    games = found[:limit]
    changes = selectors.rating_changes(wanted.player, (game.id for game in games if game.rated))
    people = people_of(str(seat.player) for game in games for seat in game.seats if seat.player)
    return HistoryPage(
        items=[_past_game(game, wanted.player, changes.get(game.id), people) for game in games],
        next_cursor=encode_cursor(*games[-1].key) if len(found) > limit else None,
    )


def _past_game(game: EndedGame, player: UUID, change: tuple[int, int] | None, people: People) -> PastGame:
    own, seats = game.seat_of(player), []
    for seat in game.seats:
        sitter = sitter_of(str(seat.player or ""), seat.bot or "", people, program=seat.program)
        result = SeatResult(
            player=sitter.player,
            bot=sitter.bot,
            seat=seat.seat,
            place=seat.place,
            score=seat.score,
            lost=seat.lost,
            resigned=seat.resigned,
        )
        seats.append(result)
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
        seats=seats,
        deals=game.deals,
        decisions=game.decisions,
        started_at=game.started_at,
        ended_at=game.ended_at,
        duration=int((game.ended_at - game.started_at).total_seconds()),
    )
