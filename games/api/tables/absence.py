"""`/games/{id}/return` and `/games/{id}/claims`: what players do because one of them is absent."""

from collections.abc import Mapping
from typing import ClassVar, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http.idempotency import key_of
from games.api import openapi
from games.api.header import header_for
from games.api.languages import LANGUAGE
from games.api.tables import requests, schema
from games.api.tables.moves import seat_of
from games.api.tables.moving import Moving, answer_of_move
from games.api.tables.problems import REFUSALS
from games.rules.commands import ClaimBot, ClaimWin, ComeBack
from players.authentication import needs
from players.rights import Right

_CLAIMS: Final[Mapping[str, type[ClaimWin | ClaimBot]]] = {"win": ClaimWin, "bot": ClaimBot}


class ReturnView(Moving):
    """The return of a player who was absent."""

    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="return_to_game",
        parameters=[LANGUAGE, openapi.KEY, openapi.REPLAYED],
        request=requests.Nothing,
        responses={201: schema.MoveAnswer, **REFUSALS},
        tags=["play"],
    )
    @needs(Right.MOVE)
    def post(self, request: Request, game: UUID) -> Response:
        """Come back to a game in which you are absent.

        You play again from your next turn on. A move that you make in time brings you back, too, and it counts at once.
        A player who was removed cannot come back.
        """
        seen = header_for(request, game)
        requests.Nothing.read(request)
        return answer_of_move(request, seen, ComeBack(seat=seat_of(seen)), turn=None, key=key_of(request) or "")


class ClaimsView(Moving):
    """Claims against a player who is absent."""

    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="claim_absence",
        parameters=[LANGUAGE, openapi.KEY, openapi.REPLAYED],
        request=requests.AbsenceClaimRequest,
        responses={201: schema.MoveAnswer, **REFUSALS},
        tags=["play"],
    )
    @needs(Right.MOVE)
    def post(self, request: Request, game: UUID) -> Response:
        """Claim the win, or a bot as your opponent, while the other player at a table of two is absent.

        `win` ends the game, and you win. With `bot` a bot of the service plays for the other player until they come
        back. Even if the bot wins, the player who is absent ranks last. `you.claims` lists what you can claim.
        """
        seen = header_for(request, game)
        claim = _CLAIMS[requests.AbsenceClaimRequest.read(request)["kind"]]
        return answer_of_move(request, seen, claim(seat=seat_of(seen)), turn=None, key=key_of(request) or "")
