"""The documentation. Errors at its addresses are problem documents, as in the API."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import FileResponse, HttpResponseBase
from django.shortcuts import render
from django.views.generic import RedirectView, View
from django.views.static import serve
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from base.http import etags, exception_handler

_METHODS: Sequence[str] = ["get", "head"]


class _Described(APIView):
    cost = "static"
    http_method_names = _METHODS

    def handle_exception(self, exc: Exception) -> Response:
        """Return the problem as JSON. The renderer of the page would make HTML of it."""
        return exception_handler.answer(exc) or super().handle_exception(exc)  # type: ignore[return-value] # finalized alike


class Description(_Described, SpectacularJSONAPIView):
    """The OpenAPI document. The code alone decides what is in it, so a process makes it once."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *_: object, **__: object) -> Response:
        """Return the document, or a 304."""
        document, etag = _openapi()
        answer = etags.answer(request, document, etag=etag)
        answer.headers["Cache-Control"] = etags.PUBLIC
        return etags.lasting(answer)


@lru_cache(maxsize=1)
def _openapi() -> tuple[dict[str, Any], str]:
    """Return the document and its ETag."""
    document = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return document, etags.of(document)


class Page(_Described, SpectacularSwaggerSplitView):
    """The page that shows the OpenAPI document."""


class Plain(View):
    """A view outside REST framework that only reads."""

    cost = "static"
    http_method_names = _METHODS

    def http_method_not_allowed(self, request: HttpRequest, *_: object, **__: object) -> HttpResponse:
        """Return the 405."""
        refused: HttpResponseBase | None = exception_handler.answer(MethodNotAllowed(request.method or ""))
        assert isinstance(refused, HttpResponse)  # noqa: S101  # it is a problem that we know
        refused.headers["Allow"] = ", ".join(map(str.upper, _METHODS))
        return refused


class ToPage(Plain, RedirectView):
    """A redirect to a page, by default that of the API, from addresses where people look for it."""

    pattern_name = "docs"


class Site(Plain):
    """The site that `make docs` builds, even while the service runs."""

    def get(self, request: HttpRequest, path: str = "index.html") -> HttpResponseBase:
        """Return a file of the site, or a page that says how to build it. Raises Http404 for an unknown file."""
        if not (settings.DOCS_ROOT / "index.html").is_file():
            return render(request, "site_not_built.html", status=404)
        try:
            found = serve(request, path, document_root=str(settings.DOCS_ROOT))
        except (OSError, ValueError) as error:  # the name is too long for a file, or cannot be one
            raise Http404 from error
        if not isinstance(found, FileResponse) or found.file_to_stream is None:
            return found
        with found.file_to_stream as file:  # to close the answer itself would tell Django that the request is over
            body = file.read()  # an async server warns of a file that it must read by itself
        return HttpResponse(body, headers={**dict(found.items()), "Cache-Control": etags.PUBLIC})
