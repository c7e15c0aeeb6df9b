"""`/leaderboards`, and the ratings of `/players/{id}`."""

from typing import ClassVar, Final
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.renderers import TextRenderer
from games.api.endpoint import Endpoint
from games.api.old_reads import STALENESS, derived
from games.api.openapi import CACHED, NOT_MODIFIED, PAGE
from games.api.standings import leaderboards, ratings, schema
from games.ladders import KINDS, PACES, seasons
from players.authentication import needs
from players.rights import Right

NOTHING_ELSE: Final = "default-src 'none'; sandbox"
"""The Content-Security-Policy of a picture: it may load nothing and run nothing."""

_SEASON: Final = OpenApiParameter(
    "season", seasons.SCHEMA, description="The first month of a season, such as `2026-10`. The default is the last one."
)
_KIND: Final = OpenApiParameter("kind", str, enum=[*KINDS], description="The kind of players. The default is `humans`.")
_PACE: Final = OpenApiParameter(
    "pace", str, enum=[*PACES], description="The pace of the games. The default is `daily`."
)
_ONE_PACE: Final = OpenApiParameter(
    "pace", str, enum=[*PACES], description="The pace of the games. The default is both."
)
_VARIANT: Final = OpenApiParameter("variant", str, description="The key of a variant.")
_ONE_SEASON: Final = OpenApiParameter(
    "season", seasons.SCHEMA, description="The first month of a season, such as `2026-10`. The default is all seasons."
)


class BoardsView(Endpoint):
    """All leaderboards."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"cursor", "limit"})}

    @extend_schema(
        operation_id="list_leaderboards",
        parameters=[*PAGE, *CACHED, STALENESS],
        responses={200: schema.BoardPage, 304: NOT_MODIFIED},
        tags=["standings"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request) -> Response:
        """List the leaderboards of all seasons by variant, kind and season."""
        return derived(request, lambda: etags.answer(request, leaderboards.boards(request)))


class BoardView(Endpoint):
    """A leaderboard."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"pace", "season", "kind", "cursor", "limit"})}

    @extend_schema(
        operation_id="get_leaderboard",
        parameters=[_PACE, _SEASON, _KIND, *PAGE, *CACHED, STALENESS],
        responses={200: schema.LeaderboardPage, 304: NOT_MODIFIED},
        tags=["standings"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request, key: str) -> Response:
        """List the players with rated games of this variant in a season, the best first."""
        return derived(request, lambda: etags.answer(request, leaderboards.board(request, key)))


class AroundMeView(Endpoint):
    """The part of a leaderboard around the caller."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"pace", "season", "kind"})}

    @extend_schema(
        operation_id="get_leaderboard_around_me",
        parameters=[_PACE, _SEASON, _KIND, *CACHED, STALENESS],
        responses={200: schema.AroundMe, 304: NOT_MODIFIED},
        tags=["standings"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request, key: str) -> Response:
        """Return your own rank, and the five places above and below it."""
        return derived(request, lambda: etags.answer(request, leaderboards.around_me(request, key)))


class RatingsView(Endpoint):
    """The ratings of a player."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"variant", "pace", "season", "cursor", "limit"})}

    @extend_schema(
        operation_id="get_player_ratings",
        parameters=[_VARIANT, _ONE_PACE, _ONE_SEASON, *PAGE, *CACHED, STALENESS],
        responses={200: schema.Ratings, 304: NOT_MODIFIED},
        tags=["players"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request, player: UUID) -> Response:
        """Return the ratings of a player, and how each game changed them, the last game first.

        Private games count, but only their players see which games these are.
        """
        return derived(request, lambda: etags.answer(request, ratings.ratings(request, player)))


class SVGRenderer(TextRenderer):
    """Pictures in SVG."""

    media_type = "image/svg+xml"
    format = "svg"


class RatingsPlotView(Endpoint):
    """The ratings of a player as a picture."""

    cost = "read"
    renderer_classes = (SVGRenderer,)
    queries: ClassVar = {"GET": frozenset({"variant", "pace", "season"})}

    @extend_schema(
        operation_id="get_player_ratings_plot",
        parameters=[_VARIANT, _ONE_PACE, _ONE_SEASON, *CACHED, STALENESS],
        responses={(200, "image/svg+xml"): OpenApiTypes.STR, 304: NOT_MODIFIED},
        tags=["players"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request, player: UUID) -> Response:
        """Return a plot of the last 500 rated games of a player as SVG, with one line for each ladder."""
        answer = derived(request, lambda: etags.answer(request, ratings.ratings_plot(request, player)))
        answer.headers["Content-Security-Policy"] = NOTHING_ELSE
        return answer
