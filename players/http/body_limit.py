"""The limit on bodies, as an ASGI application around Django's."""

import io
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Final

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from django.utils.translation import gettext

from players.http.languages import preferred
from players.http.middleware import sane_id
from players.http.parsers import BODY_BYTES
from players.http.problems import TooLarge, respond

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_ID: Final = b"x-request-id"


class BodyLimit:
    """Answers 413 to a body beyond the limit before it is read. Django would first write all of it to the disk."""

    def __init__(
        self,
        application: Callable[..., Awaitable[None]],
        limit: int = BODY_BYTES,
        larger: Mapping[str, int] | None = None,
    ) -> None:
        """Wrap an application. *limit* is in bytes; *larger* has other limits for some paths."""
        self.application = application
        self.limit = limit
        self.larger = larger or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        request_id = sane_id(headers.get(_ID, b"").decode("latin-1"))
        limit = self.larger.get(scope.get("path", ""), self.limit)
        length = headers.get(b"content-length", b"")
        if length.isdigit() and float(length) > limit:  # a float, because int() refuses very many digits
            await _refuse(limit, scope, request_id, send)
            return
        received = 0

        # A chunked body has no Content-Length, and a client may send more than it said.
        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                raise TooLarge
            return message

        try:
            await self.application(scope, counted, send)
        except TooLarge:
            await _refuse(limit, scope, request_id, send)


async def _refuse(limit: int, scope: Scope, request_id: str, send: Send) -> None:
    with translation.override(preferred(ASGIRequest(scope, io.BytesIO()))):
        answer = respond(TooLarge(gettext("A body must not have more than {most} bytes.").format(most=limit)))
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.items()]
    headers += [(_ID, request_id.encode()), (b"content-length", str(len(answer.content)).encode())]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})
