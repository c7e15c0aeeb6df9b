"""`/leaderboards`, and the ratings of `/players`."""

from typing import ClassVar, Final
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint
from games.api.openapi import CACHED, NOT_MODIFIED, PAGE
from games.api.standings import leaderboards, ratings, schema
from games.ladders import KINDS, PACES
from players.http import etags
from players.http.renderers import TextRenderer

NOTHING_ELSE: Final = "default-src 'none'; sandbox"
"""A picture loads nothing and runs nothing, whoever shows it."""

_SEASON: Final = OpenApiParameter("season", str, description="Its first month, such as `2026-10`; the last by default.")
_KIND: Final = OpenApiParameter("kind", str, enum=[*KINDS], description="`humans` by default.")
_PACE: Final = OpenApiParameter("pace", str, enum=[*PACES], description="`daily` by default.")
_ONE_PACE: Final = OpenApiParameter("pace", str, enum=[*PACES], description="Both by default.")
_VARIANT: Final = OpenApiParameter("variant", str, description="A variant's key.")
_ONE_SEASON: Final = OpenApiParameter("season", str, description="Its first month, such as `2026-10`.")


class BoardsView(Endpoint):
    """Which leaderboards there are."""

    queries: ClassVar = {"GET": frozenset({"cursor", "limit"})}

    @extend_schema(
        operation_id="leaderboards",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.BoardPage, 304: NOT_MODIFIED},
        tags=["standings"],
    )
    def get(self, request: Request) -> Response:
        """List the leaderboards of all seasons, past ones included, by variant, kind and season."""
        return etags.answer(request, leaderboards.boards(request))


class BoardView(Endpoint):
    """A leaderboard."""

    queries: ClassVar = {"GET": frozenset({"pace", "season", "kind", "cursor", "limit"})}

    @extend_schema(
        operation_id="leaderboard",
        parameters=[_PACE, _SEASON, _KIND, *PAGE, *CACHED],
        responses={200: schema.LeaderboardPage, 304: NOT_MODIFIED},
        tags=["standings"],
    )
    def get(self, request: Request, key: str) -> Response:
        """List who has a rated game of this variant in a season, the best first."""
        return etags.answer(request, leaderboards.board(request, key))


class AroundMeView(Endpoint):
    """The middle of a leaderboard."""

    queries: ClassVar = {"GET": frozenset({"pace", "season", "kind"})}

    @extend_schema(
        operation_id="leaderboard_around_me",
        parameters=[_PACE, _SEASON, _KIND, *CACHED],
        responses={200: schema.AroundMe, 304: NOT_MODIFIED},
        tags=["standings"],
    )
    def get(self, request: Request, key: str) -> Response:
        """Return your own rank, and the five next above and below."""
        return etags.answer(request, leaderboards.around_me(request, key))


class RatingsView(Endpoint):
    """The ratings of a player."""

    queries: ClassVar = {"GET": frozenset({"variant", "pace", "season", "cursor", "limit"})}

    @extend_schema(
        operation_id="player_ratings",
        parameters=[_VARIANT, _ONE_PACE, _ONE_SEASON, *PAGE, *CACHED],
        responses={200: schema.Ratings, 304: NOT_MODIFIED},
        tags=["players"],
    )
    def get(self, request: Request, player: UUID) -> Response:
        """Return where a player stands, and how they came there, the last game first.

        Private games count, but only those who sat there learn which they are.
        """
        return etags.answer(request, ratings.ratings(request, player))


class SVGRenderer(TextRenderer):
    """Pictures."""

    media_type = "image/svg+xml"
    format = "svg"


class RatingsPlotView(Endpoint):
    """The ratings of a player as a picture."""

    renderer_classes = (SVGRenderer,)
    queries: ClassVar = {"GET": frozenset({"variant", "pace", "season"})}

    @extend_schema(
        operation_id="player_ratings_plot",
        parameters=[_VARIANT, _ONE_PACE, _ONE_SEASON, *CACHED],
        responses={(200, "image/svg+xml"): OpenApiTypes.STR, 304: NOT_MODIFIED},
        tags=["players"],
    )
    def get(self, request: Request, player: UUID) -> Response:
        """Return a plot of a player's ratings over their last 500 rated games, one line a ladder, as SVG."""
        answer = etags.answer(request, ratings.ratings_plot(request, player))
        answer.headers["Content-Security-Policy"] = NOTHING_ELSE
        return answer
