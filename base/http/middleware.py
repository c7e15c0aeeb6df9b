"""The middleware of every request, sync or async: it adds an id, and turns errors of plain views into problems."""

import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.decorators import sync_and_async_middleware
from rest_framework import exceptions

from base.http import exception_handler
from base.http.languages import preferred
from base.http.problems import Malformed, MethodNotAllowed, UnsupportedMediaType, respond
from base.identifiers import uuid7
from base.languages import OTHERWISE

Answer: TypeAlias = HttpResponseBase
GetResponse: TypeAlias = Callable[[HttpRequest], Any]

_PLAIN: Final = frozenset({"", "identity"})
"""The values of `Content-Encoding` of a body that is sent as it is."""
_SANE_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


@sync_and_async_middleware
def request_id(get_response: GetResponse) -> Callable[[HttpRequest], Any]:
    """Give every request an id: the client's own if it has a safe form, else a new one. `X-Request-Id` returns it."""

    def before(request: HttpRequest) -> None:
        request.META["HTTP_X_REQUEST_ID"] = sane_id(request.headers.get("X-Request-Id", ""))

    def after(request: HttpRequest, answer: Answer) -> Answer:
        answer.headers["X-Request-Id"] = request.META["HTTP_X_REQUEST_ID"]
        return answer

    return _around(get_response, before, after)


@sync_and_async_middleware
def problems(get_response: GetResponse) -> Callable[[HttpRequest], Any]:
    """Refuse NUL in path and query, which PostgreSQL cannot store, and encoded bodies, which no view reads.

    Answer the errors of plain views with problems.
    """

    def before(request: HttpRequest) -> Answer | None:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return respond(Malformed("A path or a query must not have a NUL character."))
        coding = request.headers.get("Content-Encoding", "").strip().lower()
        if coding not in _PLAIN and _has_body(request):
            return respond(
                UnsupportedMediaType(
                    "Send the body as it is, without a Content-Encoding.", headers={"Accept-Encoding": "identity"}
                )
            )
        return None

    def process_exception(_request: HttpRequest, error: Exception) -> Answer | None:
        return exception_handler.answer(error)

    def after(request: HttpRequest, answer: Answer) -> Answer:
        if isinstance(answer, HttpResponseNotAllowed):  # a plain view's, which has no body
            refused = respond(MethodNotAllowed(str(exceptions.MethodNotAllowed(request.method or "").detail)))
            refused.headers["Allow"] = answer.headers["Allow"]
            return refused
        return answer

    around = _around(get_response, before, after)
    around.process_exception = process_exception  # type: ignore[attr-defined]
    return around


@sync_and_async_middleware
def language(get_response: GetResponse) -> Callable[[HttpRequest], Any]:
    """Answer the API in the language that the client accepts. `Endpoint` changes it once it knows who calls."""

    def chosen(request: HttpRequest) -> str:
        return preferred(request) if request.path_info.startswith("/api/") else OTHERWISE

    def middleware(request: HttpRequest) -> Answer:
        with translation.override(chosen(request)):
            answer: Answer = get_response(request)
        return answer

    async def async_middleware(request: HttpRequest) -> Answer:
        with translation.override(chosen(request)):
            answer: Answer = await get_response(request)
        return answer

    return async_middleware if iscoroutinefunction(get_response) else middleware


def _has_body(request: HttpRequest) -> bool:
    return "Transfer-Encoding" in request.headers or request.META.get("CONTENT_LENGTH") not in {None, "", "0"}


def sane_id(given: str) -> str:
    """Return the id that a client has given if it has a safe form, else a new one."""
    return given if _SANE_ID.fullmatch(given) else str(uuid7())


def _around(
    get_response: GetResponse,
    before: Callable[[HttpRequest], Answer | None],
    after: Callable[[HttpRequest, Answer], Answer],
) -> Callable[[HttpRequest], Any]:
    """Return a middleware that answers with `before`, or else with `get_response`, and passes the answer to `after`."""

    def middleware(request: HttpRequest) -> Answer:
        return after(request, before(request) or get_response(request))

    async def async_middleware(request: HttpRequest) -> Answer:
        return after(request, before(request) or await get_response(request))

    return async_middleware if iscoroutinefunction(get_response) else middleware
