"""The address of the API itself: what there is, for programs and for people."""

from collections.abc import Mapping
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Public
from games.api.operation import schema
from games.api.operation.views import service_version
from players.http.renderers import JSONRenderer, TextRenderer

RESOURCES: Final[Mapping[str, str]] = {
    "variants": "The variants that come with the service, and those that players published.",
    "games": "Games that wait for players, and the games of one player; open a game here.",
    "auth-guest": "POST here to become a guest: a player, an access token and a refresh token.",
    "me": "Your own account.",
    "own-games": "Your own games that are not over, the soonest deadline first.",
    "leaderboards": "The ladders of rated games.",
    "records": "Finished games as records, to take out and to bring in.",
    "keys": "The public keys that receipts are signed with.",
    "meta": "Version, limits, levels of bots and presets of clocks.",
    "readyz": "Whether the service is ready.",
}
"""What the index names: the address of each is reversed from its name in the URLs."""


class PageRenderer(TextRenderer):
    """The index as a page; a problem is a JSON document as anywhere."""

    media_type = "text/html"
    format = "html"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the page."""
        if isinstance(data, dict) and "resources" in data:
            data = render_to_string("games/index.html", data)
        return super().render(data, accepted_media_type, renderer_context)


class IndexView(Public):
    """The index of the API."""

    renderer_classes = (JSONRenderer, PageRenderer)
    throttle_classes = ()

    @extend_schema(
        operation_id="index",
        responses={(200, "application/json"): schema.Index, (200, "text/html"): OpenApiTypes.STR},
        tags=["operation"],
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return the index of the API: the main resources, the documentation and the version of the service.

        A browser gets it as a page.
        """
        resources = [
            {"name": name, "address": reverse(name), "description": description}
            for name, description in RESOURCES.items()
        ]
        content = {
            "name": "Mau-Mau",
            "version": service_version(),
            "documentation": reverse("docs"),
            "openapi": reverse("schema"),
            "resources": resources,
        }
        return Response(content, headers={"Cache-Control": "public, max-age=300"})
