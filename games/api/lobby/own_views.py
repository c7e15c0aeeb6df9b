"""`/me/games`: one's own games."""

from typing import ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import store
from games.api.endpoint import Endpoint
from games.api.lobby.own_games import own_games
from games.api.openapi import CACHED, NOT_MODIFIED, PAGE
from games.api.tables import schema
from players.http import etags
from players.http.authentication import signed_in
from players.http.problems import FieldErrors

_AWAITING = OpenApiParameter("awaiting", str, enum=["me"], description="Only games that wait for you.")


class OwnGamesView(Endpoint):
    """One's own games."""

    queries: ClassVar = {"GET": frozenset({"awaiting", "cursor", "limit"})}

    @extend_schema(
        operation_id="me_games",
        parameters=[_AWAITING, *PAGE, *CACHED],
        responses={200: schema.OwnGames, 304: NOT_MODIFIED},
        tags=["play"],
    )
    def get(self, request: Request) -> Response:
        """List one's own games that are not over, the soonest deadline first, and count those that wait."""
        found = own_games(request, signed_in(request).id, awaiting=_awaiting(request))
        etag = etags.of(found)
        return etags.answer(request, {**found, "server_time": store.now()}, etag=etag)


def _awaiting(request: Request) -> bool:
    said = request.query_params.get("awaiting")
    if said not in (None, "me"):
        raise FieldErrors({"awaiting": ["`me`, please."]})
    return said is not None
