"""The protocol of the web server: uvicorn's, but slow clients are cut off, and idle ones make room for others."""

import asyncio
import resource
import sys
from typing import ClassVar, Final

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from base.http.asgi import Message, Receive, Scope, Send, headers_of, refuse
from base.http.problems import Busy, Malformed, respond

_LEAST_BYTES: Final = 16 * 1024
"""How much of a body a client must send in `SLOW_CLIENT_SECONDS`."""
_OTHER_FILES: Final = 128
"""File descriptors that are kept for the database and for files; half of them all where there are few."""


def capacity() -> int:
    """Return how many connections of clients this process may have: fewer than it may have file descriptors."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if files == resource.RLIM_INFINITY else files - min(_OTHER_FILES, files // 2)


async def _refuse(scope: Scope, _receive: Receive, send: Send) -> None:
    """Answer that the service is busy, and close the connection. An ASGI application."""

    async def send_last(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"].append((b"connection", b"close"))
        await send(message)

    await refuse(Busy, scope, send_last)


class Protocol(H11Protocol):
    """HTTP/1.1 for clients who write and read. Start uvicorn with `--http config.protocol:Protocol`.

    What a client has not read is kept, up to 64 KiB and what the system buffers, and the view waits. If the client does
    not read most of it in `SLOW_CLIENT_SECONDS`, the connection is dropped with all that is kept for it.

    The connection is also dropped if the head of a request takes longer than that, or if less than 16 KiB of its body
    come in any such time and it is not complete. Otherwise a few slow clients could use up all file descriptors.

    If there are more than `capacity` connections, that which has been idle for longest is closed. Where none is idle,
    the newest is answered with a 503.
    """

    _idle: ClassVar[dict["Protocol", None]] = {}
    """The connections of this process that wait for a request, the one that has waited for longest first."""
    _cut: asyncio.TimerHandle | None = None
    _late: asyncio.TimerHandle | None = None
    _received = 0
    """Bytes since the time of the client began."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, but not for ever."""
        super().connection_made(transport)
        self._begin_time()
        if len(self.connections) > capacity():
            if oldest := next(iter(self._idle), None):
                del self._idle[oldest]
                oldest.transport.close()
            else:
                self.app = _refuse
        self._idle[self] = None

    def data_received(self, data: bytes) -> None:
        """Count what comes."""
        self._received += len(data)
        super().data_received(data)

    def handle_events(self) -> None:
        """Stop the clock when a whole request has come, and start it when only a part of one has.

        uvicorn calls this also when a request is answered and the connection waits for the next one.
        """
        super().handle_events()
        if self.conn.our_state is h11.IDLE:
            self._idle.setdefault(self)
        else:
            self._idle.pop(self, None)
        state = self.conn.their_state
        if state is h11.SEND_BODY or (state is h11.IDLE and self.conn.trailing_data[0]):
            if self._late is None:
                self._begin_time()
        else:
            self._end_time()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the problem says it
        """Answer what is no HTTP with a problem, unless an answer has begun, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = respond(Malformed())
            headers = [*headers_of(answer), (b"connection", b"close")]
            head = h11.Response(status_code=answer.status_code, headers=headers, reason=b"Bad Request")
            for event in (head, h11.Data(data=answer.content), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

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
        self._idle.pop(self, None)
        self._keep()
        self._end_time()
        super().connection_lost(exc)

    def _keep(self) -> None:
        if self._cut:
            self._cut.cancel()
            self._cut = None

    def _begin_time(self) -> None:
        self._received = 0
        self._late = self.loop.call_later(settings.SLOW_CLIENT_SECONDS, self._time_is_up)

    def _end_time(self) -> None:
        if self._late:
            self._late.cancel()
            self._late = None

    def _time_is_up(self) -> None:
        has_body = self.conn.their_state is h11.SEND_BODY
        if has_body and (self._received >= _LEAST_BYTES or self.flow.read_paused):
            self._begin_time()
        else:
            self.transport.abort()
