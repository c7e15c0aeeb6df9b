"""The limit on bodies, as an ASGI application around Django's."""

from collections.abc import Mapping
from functools import partial

from django.utils.translation import gettext

from base.http.asgi import Application, Message, Receive, Scope, Send, refuse
from base.http.parsers import BODY_BYTES
from base.http.problems import TooLarge


class BodyLimit:
    """Answers 413 to a body beyond the limit before it is read. Django would first write all of it to the disk."""

    def __init__(
        self,
        application: Application,
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
        limit = self.larger.get(scope.get("path", ""), self.limit)
        length = headers.get(b"content-length", b"")
        if length.isdigit() and float(length) > limit:  # a float, because int() refuses very many digits
            await refuse(partial(_too_large, limit), scope, send)
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
            await refuse(partial(_too_large, limit), scope, send)


def _too_large(limit: int) -> TooLarge:
    return TooLarge(gettext("A body must not have more than {most} bytes.").format(most=limit))
