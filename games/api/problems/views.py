"""`/problems`: what each code means, for programs and for people."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.http import Http404
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from msgspec.structs import replace
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.renderers import JSONRenderer, TextRenderer
from games.api.endpoint import Public
from games.api.languages import LANGUAGE, language_for_anybody
from games.api.problems import schema
from games.api.problems.catalogue import entries
from games.digest import translated

_CACHED: Final = {"Cache-Control": "public, max-age=300"}


class PageRenderer(TextRenderer):
    """The catalogue as a page. A problem is a JSON document, as everywhere."""

    media_type = "text/html"
    format = "html"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the page."""
        match data:
            case schema.ProblemTypes():
                data = render_to_string(
                    "games/problems.html", {"items": [(item, _marked(item.detail)) for item in data.items]}
                )
            case schema.ProblemType():
                texts = {name: _marked(getattr(data, name)) for name in ("detail", "meaning", "remedy")}
                data = render_to_string("games/problem.html", {"item": data, **texts})
            case _:
                pass
        return super().render(data, accepted_media_type, renderer_context)


class ProblemsView(Public):
    """The catalogue."""

    cost = "static"
    renderer_classes = (JSONRenderer, PageRenderer)
    throttle_classes = ()
    queries: ClassVar = {"GET": frozenset({"lang"})}

    @extend_schema(
        operation_id="list_problems",
        parameters=[LANGUAGE],
        responses={(200, "application/json"): schema.ProblemTypes, (200, "text/html"): OpenApiTypes.STR},
        tags=["operation"],
    )
    def get(self, request: Request) -> Response:
        """Return every problem code, and every reason for which a move is refused.

        `title` and `detail` are in the language of `lang`. A browser gets a page.
        """
        language = language_for_anybody(request)
        items = [_spoken(one, language) for one in entries().values()]
        return etags.lasting(Response(schema.ProblemTypes(items), headers=_CACHED))


class ProblemView(Public):
    """One entry of the catalogue."""

    cost = "static"
    renderer_classes = (JSONRenderer, PageRenderer)
    throttle_classes = ()
    queries: ClassVar = {"GET": frozenset({"lang"})}

    @extend_schema(
        operation_id="get_problem",
        parameters=[LANGUAGE],
        responses={(200, "application/json"): schema.ProblemType, (200, "text/html"): OpenApiTypes.STR},
        tags=["operation"],
    )
    def get(self, request: Request, code: str) -> Response:
        """Return what a problem code, or the reason of an illegal move, means, and what a client should do about it.

        The `type` of every problem points here. `title` and `detail` are in the language of `lang`. A browser gets a
        page.
        """
        language = language_for_anybody(request)
        entry = entries().get(code)
        if entry is None:
            raise Http404
        return etags.lasting(Response(_spoken(entry, language), headers=_CACHED))


def _spoken(entry: schema.ProblemType, language: str) -> schema.ProblemType:
    """Return an entry with what players read in their *language*. `meaning` and `remedy` are for programmers."""
    return replace(entry, title=translated(entry.title, language), detail=translated(entry.detail, language))


def _marked(text: str) -> SafeString:
    """Return *text* as HTML, with the parts in backticks as code."""
    return mark_safe(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))  # noqa: S308  # escaped on this line
