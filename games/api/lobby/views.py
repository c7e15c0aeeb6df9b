"""`/games`: opening games, finding them, taking seats; and `/me/games`."""

from collections.abc import Callable
from functools import partial
from types import MappingProxyType
from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import no_content
from base.http.fields import StrictSerializer
from base.http.idempotency import once
from base.http.problems import CONTENT_TYPE, FieldErrors, ProblemDocument
from games import services
from games.api.endpoint import Endpoint, Watched
from games.api.header import header_for
from games.api.languages import LANGUAGE, language_of
from games.api.lobby import requests
from games.api.lobby.listing import STATUSES, game_page
from games.api.lobby.new_game import new_game
from games.api.lobby.newcomers import is_program, lacks, newcomer
from games.api.lobby.own_games import own_games
from games.api.lobby.schema import GamePage, OwnGames
from games.api.openapi import CACHED, KEY, NOT_MODIFIED, PAGE, REPLAYED, VARIANT
from games.api.tables import current, schema
from games.api.tables.problems import REFUSALS
from games.api.tables.requests import Nothing
from games.api.tables.service_errors import new_game_refusals, refusals
from players.authentication import needs, signed_in
from players.owners import owner_of
from players.rights import Right

_AWAITING = OpenApiParameter(
    "awaiting", str, enum=["me"], description="With `me` you get only games that wait for you."
)
_STATUS = OpenApiParameter(
    "status",
    str,
    enum=[*STATUSES],
    description="`waiting`: games that wait for players, the oldest first. This is the default. `playing`: games that "
    "are played, the one that started last first.",
)
_RATED = OpenApiParameter(
    "rated", bool, description="With `true` you get only games that count for ratings, with `false` only the others."
)


class GamesView(Watched):
    """Public games."""

    cost = MappingProxyType({"GET": "read", "POST": "lobby"})
    queries: ClassVar = {
        "GET": frozenset({"status", "variant", "rated", "cursor", "limit"}),
        "POST": frozenset({"lang"}),
    }

    @extend_schema(
        operation_id="list_games",
        parameters=[_STATUS, VARIANT, _RATED, *PAGE, *CACHED],
        responses={200: GamePage, 304: NOT_MODIFIED},
        tags=["lobby"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request) -> Response:
        """List public games that wait for players or, with `status=playing`, that are played.

        Private games are in no list. Everybody may read this list and watch a public game, signed in or not: read its
        table with `/games/{game}`. A game appears in a list, and disappears, about a second after it was opened,
        started or ended. A page may have fewer games than `limit` even if there is a next page. Tables that wait with
        somebody whom you have blocked, or who has blocked you, are left out.

        `/players/{player}/games` lists the games that a player has played to the end.
        """
        return etags.answer(request, game_page(request))

    @extend_schema(
        operation_id="open_game",
        parameters=[LANGUAGE, KEY, REPLAYED],
        request=requests.GameRequest,
        responses={
            201: schema.ReceivedTable,
            (403, CONTENT_TYPE): ProblemDocument,
            (409, CONTENT_TYPE): ProblemDocument,
        },
        tags=["lobby"],
    )
    @needs(Right.TABLES)
    def post(self, request: Request) -> Response:
        """Open a game and take seat 0. Bots take the last seats. It starts when the last seat is taken.

        A private game is in no list. Only those whom you invite with `/games/{game}/invitations` can see it and take a
        seat. For a game against bots, name them in `bots`, or add them one by one with `/games/{game}/bots`.
        """
        player, program, language = signed_in(request), is_program(request), language_of(request)
        owner = owner_of(request)
        with new_game_refusals():
            asked = new_game(requests.GameRequest.read(request))
            return once(
                request,
                lambda: services.open_game(
                    player=player.id, program=program, lacks=lacks(player), owner=owner, **asked
                ),
                lambda made: current.shown(request, UUID(made), language),
            )


class OwnGamesView(Endpoint):
    """Your own games."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"awaiting", "cursor", "limit", "lang"})}

    @extend_schema(
        operation_id="list_my_games",
        parameters=[_AWAITING, LANGUAGE, *PAGE, *CACHED],
        responses={200: OwnGames, 304: NOT_MODIFIED},
        tags=["play"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request) -> Response:
        """List your own games with all that a list shows, and count those that wait for you.

        Games that are not over come first, the soonest deadline first. A game that is over stays in the list for a week
        after its end, with its `result`, and then only in your history. `last` says what happened last, in the language
        of `lang`. A 304 costs little: no game is read for it.
        """
        awaiting = request.query_params.get("awaiting")
        if awaiting not in (None, "me"):
            raise FieldErrors({"awaiting": ["Send `me` or nothing."]})
        return own_games(request, signed_in(request).id, awaiting=awaiting == "me")


class SeatsView(Endpoint):
    """The seats of a game that waits."""

    cost = "lobby"
    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="take_seat",
        parameters=[LANGUAGE, KEY, REPLAYED],
        request=requests.SeatRequest,
        responses={201: schema.ReceivedTable, **REFUSALS},
        tags=["lobby"],
    )
    @needs(Right.TABLES)
    def post(self, request: Request, game: UUID) -> Response:
        """Take a seat: the one that `seat` names, or the first free one. If it was the last one, the game starts.

        With an access token of scope `bot` everybody sees that a program plays: the seat has `"bot": "program"`.
        """
        sit = partial(services.take_seat, program=is_program(request), lacks=lacks(signed_in(request)))
        return _acted(request, game, requests.SeatRequest, sit)


class OwnSeatView(Endpoint):
    """Your own seat."""

    cost = "lobby"

    @extend_schema(operation_id="leave_seat", responses={204: None, **REFUSALS}, tags=["lobby"])
    @needs(Right.TABLES)
    def delete(self, request: Request, game: UUID) -> Response:
        """Leave your seat. You can do so only before the game starts."""
        header_for(request, game)
        with refusals(request):
            services.leave_seat(game, player=signed_in(request).id)
        return no_content()


class NoncesView(Endpoint):
    """The nonces of a sealed table."""

    cost = "lobby"
    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="give_nonce",
        parameters=[LANGUAGE, KEY, REPLAYED],
        request=requests.NonceRequest,
        responses={201: schema.ReceivedTable, **REFUSALS},
        tags=["lobby"],
    )
    @needs(Right.TABLES)
    def post(self, request: Request, game: UUID) -> Response:
        """Open the nonce that you sealed, or seal a new one, as `nonces_due` of the table asks.

        The game starts when the last nonce is open. Once every seat is taken, you have until the `deadline` of the
        table. Then seats that are late become free. Nonces that the others have opened no longer count, and these seats
        must seal new ones. If you send the same again, nothing changes.
        """

        def give_nonce(game: UUID, *, player: UUID, **asked: str) -> None:
            give = services.open_nonce if "nonce" in asked else services.seal_nonce
            give(game, player=player, **asked)

        return _acted(request, game, requests.NonceRequest, give_nonce)


class BotsView(Endpoint):
    """The bots of a game that waits."""

    cost = "lobby"
    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="add_bot",
        parameters=[LANGUAGE, KEY, REPLAYED],
        request=requests.BotRequest,
        responses={201: schema.ReceivedTable, **REFUSALS},
        tags=["lobby"],
    )
    @needs(Right.TABLES)
    def post(self, request: Request, game: UUID) -> Response:
        """Add a bot at the seat that you name, or at the last free one. If it was the last one, the game starts.

        You must have a seat at the table.
        """
        return _acted(request, game, requests.BotRequest, services.add_bot)


class StartView(Endpoint):
    """The start of a game."""

    cost = "lobby"
    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="start_game",
        parameters=[LANGUAGE, KEY, REPLAYED],
        request=Nothing,
        responses={201: schema.ReceivedTable, **REFUSALS},
        tags=["lobby"],
    )
    @needs(Right.TABLES)
    def post(self, request: Request, game: UUID) -> Response:
        """Start a game with no free seat. It also starts by itself when the last seat is taken."""
        return _acted(request, game, Nothing, services.start)


class RematchView(Endpoint):
    """The game that follows a game."""

    cost = "lobby"
    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="request_rematch",
        parameters=[LANGUAGE, KEY, REPLAYED],
        request=requests.RematchRequest,
        responses={201: schema.ReceivedTable, **REFUSALS},
        tags=["lobby"],
    )
    @needs(Right.TABLES)
    def post(self, request: Request, game: UUID) -> Response:
        """Play again: take your seat in the game that follows a game which is over, and get its table.

        All players of a game get the same rematch, also if they ask at the same moment. The first one opens it, with
        the same rules, options, terms and bots. Everybody moves one seat on: seat 1 to seat 0, and seat 0 to the last
        seat. For a day the seats are kept for those who played. After that others may take them at a public table, and
        those who are invited at a private one. If you do it again, you get the same table.
        """
        header_for(request, game)
        who, language = newcomer(request, requests.RematchRequest.read(request)), language_of(request)

        def show(made: str) -> schema.ReceivedTable:
            return current.shown(request, UUID(made), language)

        with refusals(request):
            return once(request, lambda: services.rematch(game, who), show)


def _acted(request: Request, game: UUID, body: type[StrictSerializer], act: Callable[..., None]) -> Response:
    """Let the caller *act* on a game with the fields of *body*. Return the table after it."""
    header_for(request, game)
    asked, player, language = body.read(request), signed_in(request).id, language_of(request)

    def make() -> UUID:
        act(game, player=player, **asked)
        return game

    with refusals(request):
        return once(request, make, lambda _: current.shown(request, game, language))
