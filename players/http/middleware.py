"""What surrounds every request, sync and async alike: an id, and problems where nothing else answers."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from players.http import problems as problem_documents
from players.identifiers import uuid7

Answer: TypeAlias = HttpResponseBase
GetResponse: TypeAlias = Callable[[HttpRequest], Any]

_SANE_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


@sync_and_async_middleware
def request_id(get_response: GetResponse) -> Callable[[HttpRequest], Any]:
    """Give every request an id, the client's own if it is sane, and name it in the answer's `X-Request-Id`."""

    def before(request: HttpRequest) -> None:
        request.META["HTTP_X_REQUEST_ID"] = sane_id(request.headers.get("X-Request-Id", ""))

    def after(request: HttpRequest, answer: Answer) -> Answer:
        answer.headers["X-Request-Id"] = request.META["HTTP_X_REQUEST_ID"]
        return answer

    return _around(get_response, before, after)


@sync_and_async_middleware
def problems(get_response: GetResponse) -> Callable[[HttpRequest], Any]:
    """Refuse NUL in path and query, which PostgreSQL cannot take, and answer problems raised by plain views."""

    def before(request: HttpRequest) -> Answer | None:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return problem_documents.respond(problem_documents.Malformed("A path or a query has no NUL character."))
        return None

    def process_exception(_request: HttpRequest, error: Exception) -> Answer | None:
        return problem_documents.answer(error)

    around = _around(get_response, before, lambda _request, answer: answer)
    around.process_exception = process_exception  # type: ignore[attr-defined]
    return around


def sane_id(given: str) -> str:
    """Return a request's own id if it is one to keep, else a new one."""
    return given if _SANE_ID.fullmatch(given) else str(uuid7())


def _around(
    get_response: GetResponse,
    before: Callable[[HttpRequest], Answer | None],
    after: Callable[[HttpRequest, Answer], Answer],
) -> Callable[[HttpRequest], Any]:
    """Return a middleware that answers by `before` or else by `get_response`, and finishes by `after`."""
    if iscoroutinefunction(get_response):
        return _around_async(get_response, before, after)

    def middleware(request: HttpRequest) -> Answer:
        return after(request, before(request) or get_response(request))

    return middleware


def _around_async(
    get_response: Callable[[HttpRequest], Awaitable[Answer]],
    before: Callable[[HttpRequest], Answer | None],
    after: Callable[[HttpRequest, Answer], Answer],
) -> Callable[[HttpRequest], Awaitable[Answer]]:
    async def middleware(request: HttpRequest) -> Answer:
        return after(request, before(request) or await get_response(request))

    return middleware
