"""The protocol of the web server: uvicorn's, but a client that does not read is cut off."""

import asyncio

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol


class Protocol(H11Protocol):
    """HTTP/1.1 for clients who read. Start uvicorn with `--http config.protocol:Protocol`.

    What a client has not read is kept, up to 64 KiB and what the system buffers, and the view waits. If the client does
    not read most of it in `SLOW_CLIENT_SECONDS`, the connection is dropped with all that is kept for it.
    """

    _cut: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Let the view wait, but not for ever."""
        super().pause_writing()
        self._cut = self.loop.call_later(settings.SLOW_CLIENT_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Let the view go on."""
        self._keep()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the view end."""
        self._keep()
        super().connection_lost(exc)

    def _keep(self) -> None:
        if self._cut:
            self._cut.cancel()
            self._cut = None
