"""The pages that describe the API. They refuse as the API does: by problems, whatever they answer otherwise."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.response import Response
from rest_framework.views import APIView

from players.http import problems

_METHODS: Sequence[str] = ["get", "head"]


class _Described(APIView):
    http_method_names = _METHODS

    def handle_exception(self, exc: Exception) -> Response:
        """Return the problem as it is: the page's own renderer would write it as a page."""
        return problems.answer(exc) or super().handle_exception(exc)  # type: ignore[return-value] # finalized alike


class Description(_Described, SpectacularJSONAPIView):
    """OpenAPI's document."""


class Page(_Described, SpectacularSwaggerSplitView):
    """The page to read it on."""


class ToPage(RedirectView):
    """The way to a page, the docs by default, from where people look for it."""

    http_method_names = _METHODS
    pattern_name = "docs"

    def http_method_not_allowed(self, request: HttpRequest, *_: object, **__: object) -> HttpResponse:
        """Return the 405."""
        refused: HttpResponseBase | None = problems.answer(MethodNotAllowed(request.method or ""))
        assert isinstance(refused, HttpResponse)  # noqa: S101  # it is a problem that we know
        refused.headers["Allow"] = ", ".join(map(str.upper, _METHODS))
        return refused
