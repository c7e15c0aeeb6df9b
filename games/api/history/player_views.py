"""`/players`: what everybody may know of a player, and what their games add up to."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint
from games.api.history import schema, statistics
from games.api.openapi import CACHED, NOT_MODIFIED
from players.http import etags
from players.http.authentication import signed_in
from players.http.problems import FieldErrors


class PlayerView(Endpoint):
    """A player."""

    @extend_schema(
        operation_id="player",
        parameters=CACHED,
        responses={200: schema.PlayerProfile, 304: NOT_MODIFIED},
        tags=["players"],
    )
    def get(self, request: Request, player: UUID) -> Response:
        """Return the profile of a player. Private games count for themselves alone."""
        return etags.answer(request, statistics.profile(player, signed_in(request).id))


class StatsView(Endpoint):
    """The statistics of a player."""

    @extend_schema(
        operation_id="player_stats",
        parameters=CACHED,
        responses={200: schema.PlayerStats, 304: NOT_MODIFIED},
        tags=["players"],
    )
    def get(self, request: Request, player: UUID) -> Response:
        """Return what the ended games of a player add up to, over all and by variant, the most played first."""
        return etags.answer(request, statistics.stats(player, signed_in(request).id))


class HeadToHeadView(Endpoint):
    """Two players."""

    @extend_schema(
        operation_id="player_head_to_head",
        parameters=CACHED,
        responses={200: schema.HeadToHead, 304: NOT_MODIFIED},
        tags=["players"],
    )
    def get(self, request: Request, player: UUID, other: UUID) -> Response:
        """Return how two players came in when both sat at a table; private games count for the two alone."""
        if player == other:
            raise FieldErrors({"other": ["Another player, please."]})
        return etags.answer(request, statistics.head_to_head(player, other, signed_in(request).id))
