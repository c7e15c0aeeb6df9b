"""`/games`: making tables, finding them, sitting down."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.api.endpoint import Endpoint
from games.api.header import header_for
from games.api.history.games import ASKED, history, is_history
from games.api.history.schema import RESULTS, HistoryPage
from games.api.lobby import requests
from games.api.lobby.listing import lobby_page
from games.api.lobby.new_game import new_game, only_waiting
from games.api.lobby.own_games import own_games
from games.api.lobby.schema import LobbyPage, OwnGames
from games.api.openapi import CACHED, KEY, NEW_GAME, NOT_MODIFIED, PAGE, REPLAYED
from games.api.tables import current, schema
from games.api.tables.refusals import new_game_refusals, refusals
from games.api.tables.requests import Nothing
from players.http import etags
from players.http.authentication import current_session, signed_in
from players.http.endpoint import no_content
from players.http.fields import StrictSerializer
from players.http.idempotency import once
from players.http.problems import FieldErrors
from players.models import Scope

_AWAITING = OpenApiParameter("awaiting", str, enum=["me"], description="Only games that wait for you.")
_STATUS = OpenApiParameter("status", str, enum=["waiting"], description="The lobby: `waiting`, also by default.")
_VARIANT = OpenApiParameter("variant", str, description="A variant's key.")
_HISTORY = [
    OpenApiParameter("player", UUID, description="The history of this player, and not the lobby."),
    OpenApiParameter("opponent", UUID, description="In a history: who else sat there."),
    OpenApiParameter("result", str, enum=RESULTS, description="In a history: how it ended for the player."),
    OpenApiParameter("since", datetime, description="In a history: ended at this instant or later."),
    OpenApiParameter("until", datetime, description="In a history: ended before this instant."),
]


class GamesView(Endpoint):
    """The lobby, and the histories of players."""

    bucket = MappingProxyType({"GET": "read", "POST": "lobby"})
    queries: ClassVar = {"GET": frozenset({"status", "variant", "cursor", "limit"}) | ASKED}

    @extend_schema(
        operation_id="games",
        parameters=[_STATUS, _VARIANT, *_HISTORY, *PAGE, *CACHED],
        responses={200: LobbyPage | HistoryPage, 304: NOT_MODIFIED},
        tags=["lobby"],
    )
    def get(self, request: Request) -> Response:
        """List public games that wait for players, the oldest first; or games of a player, the last to end first.

        With `player` these are the games that this player has played to the end. Only those who sat there see private
        ones.
        """
        if is_history(request):
            return etags.answer(request, history(request))
        return etags.answer(request, lobby_page(request, only_waiting(request)))

    @extend_schema(
        operation_id="game_open",
        parameters=[KEY, REPLAYED],
        request=requests.GameRequest,
        responses={201: schema.ReceivedTable},
        examples=[NEW_GAME],
        tags=["lobby"],
    )
    def post(self, request: Request) -> Response:
        """Make a table and sit at seat 0; bots take the last seats. It starts when the last seat is taken.

        A private table is in no list and nobody else can see it or sit down at it: until there are invitations, its
        other seats are for bots. Seat them with `bots` here or one by one at `/games/{game}/bots`.
        """
        player, program = signed_in(request), _is_program(request)
        with new_game_refusals():
            asked = new_game(requests.GameRequest.read(request))
            return once(
                request,
                lambda: services.open_game(player=player.id, program=program, guest=player.is_guest, **asked),
                lambda made: current.shown(request, UUID(made)),
            )


class OwnGamesView(Endpoint):
    """Your own games."""

    queries: ClassVar = {"GET": frozenset({"awaiting", "cursor", "limit"})}

    @extend_schema(
        operation_id="me_games",
        parameters=[_AWAITING, *PAGE, *CACHED],
        responses={200: OwnGames, 304: NOT_MODIFIED},
        tags=["play"],
    )
    def get(self, request: Request) -> Response:
        """List your own games that are not over, the soonest deadline first, and count those that wait."""
        awaiting = request.query_params.get("awaiting")
        if awaiting not in (None, "me"):
            raise FieldErrors({"awaiting": ["`me`, please."]})
        page = own_games(request, signed_in(request).id, awaiting=awaiting == "me")
        etag = etags.of([page.items, page.badge, page.next_cursor])  # all but the time
        return etags.answer(request, page, etag=etag)


class SeatsView(Endpoint):
    """The seats of a table that waits."""

    bucket = "lobby"

    @extend_schema(
        operation_id="seat_take",
        parameters=[KEY, REPLAYED],
        request=requests.SeatRequest,
        responses={201: schema.ReceivedTable},
        tags=["lobby"],
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Sit down. When it was the last seat, the game starts.

        With an access token of scope `bot` the seat is marked for everybody: `"bot": "program"`.
        """
        sit = partial(services.take_seat, program=_is_program(request), guest=signed_in(request).is_guest)
        return _acted(request, game, requests.SeatRequest, sit)


class OwnSeatView(Endpoint):
    """Your own seat."""

    bucket = "lobby"

    @extend_schema(operation_id="seat_leave", responses={204: None}, tags=["lobby"])
    def delete(self, request: Request, game: UUID) -> Response:
        """Stand up, before the start."""
        header_for(request, game)
        with refusals(request):
            services.leave_seat(game, player=signed_in(request).id)
        return no_content()


class NoncesView(Endpoint):
    """The nonces of a sealed table."""

    bucket = "lobby"

    @extend_schema(
        operation_id="nonce_give",
        parameters=[KEY, REPLAYED],
        request=requests.NonceRequest,
        responses={201: schema.ReceivedTable},
        tags=["lobby"],
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Open the nonce that you sealed, or seal a new one, as `nonces_due` of the table asks.

        Sending the same again changes nothing. When the last nonce is open the game starts. Once every seat is taken
        you have until the table's `deadline`; then the seats that are late are free again, nonces that the others have
        opened no longer count, and these seats seal new ones.
        """
        return _acted(request, game, requests.NonceRequest, _give_nonce)


class BotsView(Endpoint):
    """The bots of a table that waits."""

    bucket = "lobby"

    @extend_schema(
        operation_id="bot_add",
        parameters=[KEY, REPLAYED],
        request=requests.BotRequest,
        responses={201: schema.ReceivedTable},
        tags=["lobby"],
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Seat a bot at the last free seat; who sits at the table may. When it was the last seat, the game starts."""
        return _acted(request, game, requests.BotRequest, services.add_bot)


class StartView(Endpoint):
    """The start of a game."""

    bucket = "lobby"

    @extend_schema(
        operation_id="game_start",
        parameters=[KEY, REPLAYED],
        request=Nothing,
        responses={201: schema.ReceivedTable},
        tags=["lobby"],
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Start a game all of whose seats are taken; it does so by itself when the last one is."""
        return _acted(request, game, Nothing, services.start)


def _is_program(request: Request) -> bool:
    """Return whether a program calls, by a token of its own: everybody at the table sees it."""
    return current_session(request).scope == Scope.BOT


def _give_nonce(game: UUID, *, player: UUID, **asked: str) -> None:
    give = services.open_nonce if "nonce" in asked else services.seal_nonce
    give(game, player=player, **asked)


def _acted(request: Request, game: UUID, body: type[StrictSerializer], act: Callable[..., None]) -> Response:
    """Let the caller *act* at a table as their *body* says; return the table after it."""
    header_for(request, game)
    asked, player = body.read(request), signed_in(request).id

    def make() -> UUID:
        act(game, player=player, **asked)
        return game

    with refusals(request):
        return once(request, make, lambda _: current.shown(request, game))
