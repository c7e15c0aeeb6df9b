"""What the ASGI applications around Django's share."""

import io
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from players.http.languages import preferred
from players.http.middleware import sane_id
from players.http.problems import Problem, respond

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[..., Awaitable[None]]

_ID: Final = b"x-request-id"


async def refuse(problem: Callable[[], Problem], scope: Scope, send: Send) -> None:
    """Answer a request with the *problem* that is made in its language."""
    with translation.override(preferred(ASGIRequest(scope, io.BytesIO()))):
        answer = respond(problem())
    request_id = sane_id(dict(scope["headers"]).get(_ID, b"").decode("latin-1"))
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.items()]
    headers += [(_ID, request_id.encode()), (b"content-length", str(len(answer.content)).encode())]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})
