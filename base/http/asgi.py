"""What the ASGI applications around Django's share."""

import io
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.utils import translation

from base.http.languages import preferred
from base.http.middleware import sane_id
from base.http.problems import Problem, respond

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[..., Awaitable[None]]

_ID: Final = b"x-request-id"


async def refuse(problem: Callable[[], Problem], scope: Scope, send: Send) -> None:
    """Answer a request with the *problem* that is made in its language."""
    with translation.override(_language(scope)):
        answer = respond(problem())
    headers = headers_of(answer, dict(scope["headers"]).get(_ID, b""))
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


def headers_of(answer: HttpResponse, request_id: bytes = b"") -> list[tuple[bytes, bytes]]:
    """Return the headers of an answer that does not come from Django's middleware, which adds the last two."""
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.items()]
    headers += [
        (_ID, sane_id(request_id.decode("latin-1")).encode()),
        (b"content-length", str(len(answer.content)).encode()),
    ]
    return headers


def _language(scope: Scope) -> str:
    """Return the language of a request, of which Django need not be able to read the rest."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"content-type"]
    query = scope.get("query_string", b"").decode(errors="replace").encode()
    return preferred(ASGIRequest({**scope, "headers": headers, "query_string": query}, io.BytesIO()))
