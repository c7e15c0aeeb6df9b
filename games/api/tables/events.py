"""`/games/{id}/events`: the numbered feed of a game."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import long_poll
from games.api.endpoint import Endpoint
from games.api.header import glance
from games.api.openapi import CACHED, NOT_MODIFIED
from games.api.query import beginning, number
from games.api.tables.feed import Event, EventPage, feed
from games.log.read import read
from games.rules.game import Status
from players.http import etags
from players.http.pagination import limit_of
from players.http.renderers import JSONRenderer, NDJSONRenderer


class EventsView(Endpoint):
    """The feed."""

    renderer_classes = (JSONRenderer, NDJSONRenderer)
    queries: ClassVar = {"GET": frozenset({"after", "cursor", "limit", "wait"})}

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return an async view that waits, around the sync one that reads."""
        read = super().as_view(**initkwargs)

        async def view(request: HttpRequest, game: UUID) -> HttpResponseBase:
            return await long_poll.answer(read, request, game)

        view.cls, view.initkwargs, view.csrf_exempt = cls, initkwargs, True  # type: ignore[attr-defined]
        return view

    def get_throttles(self) -> list[Any]:
        """Count a request that has waited once."""
        return [] if hasattr(self.request, "rate_buckets") else super().get_throttles()

    @extend_schema(
        operation_id="game_events",
        parameters=[
            OpenApiParameter("after", int, description="The last version that you have; 0 by default."),
            OpenApiParameter("cursor", int, description="`next_cursor` of the page before: another name for `after`."),
            OpenApiParameter("limit", int, description="1 to 100 events, 50 by default."),
            OpenApiParameter("wait", int, description="Seconds to wait for an event if there is none yet, up to 25."),
            *CACHED,
        ],
        responses={
            (200, "application/json"): EventPage,
            (200, "application/x-ndjson"): Event,
            304: NOT_MODIFIED,
        },
        tags=["play"],
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return the events after a version, in order: none is missing, none comes twice.

        Versions are dense from 1 and the same for everybody. What you may not see is missing inside `data`: a list of
        cards is its length. What you see beyond the public part is named in `private`.

        The chain can be recomputed by any viewer: in `data` replace each list named in `private` by its length (a list
        of lists by the list of their lengths) and drop what else is named there; write the object of `version`, `turn`,
        `type`, `schema`, `at`, `seat`, `command` and `data` as JSON with sorted keys and no blanks. Then
        `hash = SHA-256(hash before ‖ that text ‖ secret_digest)`, with 32 zero bytes before the first. When the game is
        over `secret_digest = SHA-256(salt ‖ JSON of the fields named in private ‖ origin)` can be checked too.

        With `Accept: application/x-ndjson` there is one event a line.
        """
        seen = glance(request, game)
        after, seconds = beginning(request, "after"), number(request, "wait", long_poll.LONGEST_WAIT)
        limit = limit_of(request)
        known = min(limit + 1, max(0, seen.version - after))  # later ones may be of a game in which another sits there
        events = read(game, after=after, limit=known) if known else []
        over = seen.status == Status.OVER
        if not events and not over:
            request._request.nothing_new = (after, seconds)  # type: ignore[attr-defined]  # noqa: SLF001
        items = feed(events[:limit], seen.viewer, over=over)
        page = EventPage(items, str(items[-1].version) if len(events) > limit else None)
        etag = etags.weak(request.accepted_renderer.media_type, etags.of(page))
        return etags.answer(request, page, etag=etag)
