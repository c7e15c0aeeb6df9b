"""`/players`: the search for players."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import Endpoint
from base.http.pagination import limit_of
from base.http.parameters import CACHED, NOT_MODIFIED, limit
from base.http.problems import FieldErrors
from players.api import schema
from players.authentication import needs, signed_in
from players.names import PREFIX_LENGTH, BadName, normal_prefix
from players.rights import Right
from players.search import MOST_FOUND, search

_PREFIX: Final = OpenApiParameter(
    "prefix",
    {"type": "string", "minLength": PREFIX_LENGTH.start, "maxLength": PREFIX_LENGTH.stop - 1},
    required=True,
    description="The beginning of a username: 2 to 30 characters. Capitals count as small letters.",
)


class PlayersView(Endpoint):
    """Players who can be found."""

    cost = "search"

    @extend_schema(
        operation_id="search_players",
        parameters=[_PREFIX, limit("How many players you want.", MOST_FOUND), *CACHED],
        responses={200: schema.FoundPlayers, 304: NOT_MODIFIED},
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request) -> Response:
        """Find players by the beginning of their usernames.

        The answer has at most 20 players, in the order of their usernames, so the one with exactly this username comes
        first. There is no next page: send more of the username. Guests are not found, nor players who do not want to
        be found (`searchable` in `PATCH /me`), nor those whom you have blocked or who have blocked you, nor yourself.
        """
        most = limit_of(request, largest=MOST_FOUND)
        try:
            prefix = normal_prefix(request.query_params.get("prefix", ""))
        except BadName as error:
            raise FieldErrors({"prefix": [str(error)]}) from error
        found = [
            schema.FoundPlayer(player.id, player.name, player.username or "", guest=False)
            for player in search(prefix, searcher=signed_in(request))[:most]
        ]
        return etags.answer(request, schema.FoundPlayers(found, None))
