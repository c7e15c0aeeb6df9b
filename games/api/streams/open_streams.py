"""The open streams of a process: who has them, how many there may be, and when each must end."""

import asyncio
import resource
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import Context
from dataclasses import dataclass, field
from http import HTTPStatus
from random import SystemRandom
from typing import Final
from uuid import UUID
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import Error
from django.http import HttpRequest

from base.http.lanes import Lane, in_lane, lane_of
from base.http.problems import Problem, SignedOut
from base.http.rate_limits import Throttled, spend
from games.api.counts import COUNTS, Kind
from games.api.shutdown import before_end
from games.api.streams.batches import Batches
from games.api.streams.schema import EndReason
from players.sessions import live_sessions
from players.tokens import Access

HEARTBEAT_SECONDS: Final = 15.0
LONGEST: Final = 3_600.0
"""Seconds after which a stream ends even if its token lasts longer."""
_SWEEP_SECONDS: Final = 3.0
"""How often the sessions of all streams are checked."""
_SIGN_INS: Final = 200
"""Sign-ins in a batch."""
_OTHER_FILES: Final = 256
"""File descriptors that are kept free for other requests, and for the database."""
_FULL_SECONDS: Final = (5, 30)

_random = SystemRandom()


class StreamsFull(Problem):
    """So many streams are open that the service takes no more of them now. All other requests are answered as ever."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    code = "streams_full"
    title = "Too many streams"
    default_detail = "Too many streams are open now."
    remedy = "Use a long poll (`?wait=25`) meanwhile. Try again after the seconds in `Retry-After`."
    retry_after = _FULL_SECONDS[1]

    def __init__(self) -> None:
        """Ask each client to come back at another time."""
        super().__init__(headers={"Retry-After": str(_random.randint(*_FULL_SECONDS))})


@dataclass(eq=False, slots=True)
class OpenStream:
    """A stream that is open. Its times are those of the event loop's clock."""

    access: Access
    until: float
    """When it ends at the latest."""
    beat_at: float
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    reason: EndReason | None = None
    """Why it must end; None while it goes on."""

    def finish(self, reason: EndReason) -> None:
        """Let it end soon."""
        self.reason = self.reason or reason
        self.woken.set()

    async def wait(self) -> bool:
        """Wait until there may be something to send, and return True; or False when a heartbeat is due."""
        loop = asyncio.get_running_loop()
        with suppress(TimeoutError):
            async with asyncio.timeout_at(min(self.beat_at, self.until)):
                await self.woken.wait()
            self.woken.clear()
            return True
        if loop.time() >= self.until:
            self.finish("token_expired")
            return True
        self.beat_at = loop.time() + HEARTBEAT_SECONDS
        return False


class OpenStreams:
    """All streams of one event loop."""

    def __init__(self, lane: Lane | None) -> None:
        """Let their reads use *lane*."""
        self.lane = lane
        self._streams: set[OpenStream] = set()
        self._by_account: dict[UUID, list[OpenStream]] = {}
        self._sign_ins = Batches(_sign_in, lane, _SIGN_INS)
        self._sweeper: asyncio.Task[None] | None = None
        self._is_closed = False

    def close(self) -> None:
        """End all streams, because the server ends."""
        self._is_closed = True
        for stream in self._streams:
            stream.finish("shutdown")

    @contextmanager
    def opened(self, kind: Kind, access: Access) -> Iterator[OpenStream]:
        """Count a stream in this block. Raises StreamsFull."""
        if self._is_closed or len(self._streams) >= capacity():
            COUNTS.add("refused", kind)
            raise StreamsFull
        now = asyncio.get_running_loop().time()
        lasts = min(access.expires_at.timestamp() - time.time(), LONGEST)
        # The first heartbeats of streams that open together are spread.
        stream = OpenStream(access, now + lasts, now + HEARTBEAT_SECONDS * _random.uniform(0.5, 1))
        self._streams.add(stream)
        COUNTS.add("open", kind)
        try:
            yield stream
        finally:
            COUNTS.add("open", kind, -1)
            self._streams.discard(stream)
            own = self._by_account.get(access.player, [])
            if stream in own:
                own.remove(stream)
            if not own:
                self._by_account.pop(access.player, None)

    async def sign_in(self, request: HttpRequest, stream: OpenStream) -> None:
        """Check the session of a stream that opens, and end the oldest stream of its account if there are too many.

        Raises SignedOut and Throttled.
        """
        await self._sign_ins.ask((request, stream.access))
        own = self._by_account.setdefault(stream.access.player, [])
        own.append(stream)
        for one in own[: max(0, len(own) - settings.STREAMS_PER_ACCOUNT)]:
            one.finish("replaced")
        if self._sweeper is None or self._sweeper.done():
            self._sweeper = asyncio.create_task(self._sweep(), context=Context())

    async def _sweep(self) -> None:
        """End the streams of sessions that have ended, as long as there are streams."""
        while self._streams:
            await asyncio.sleep(_SWEEP_SECONDS)
            tokens = {stream.access.session: stream.access for stream in self._streams}
            with suppress(Error, TimeoutError):  # the next time
                live = await in_lane(self.lane, lambda tokens=tokens: live_sessions(tokens.values()))  # type: ignore[misc]
                for stream in self._streams:
                    if stream.access.session in tokens and stream.access.session not in live:
                        stream.finish("session_ended")


def _sign_in(asked: Sequence[tuple[HttpRequest, Access]]) -> list[Exception | None]:
    """Return for each token None, or why it gets no stream."""
    live = live_sessions(access for _, access in asked)
    answers: list[Exception | None] = []
    for request, access in asked:
        refusal: Exception | None = None
        if access.session not in live:
            refusal = SignedOut()
        else:
            try:
                spend(request, "read", player=access.player)
            except Throttled as error:
                refusal = error
        answers.append(refusal)
    return answers


def capacity() -> int:
    """Return how many streams this process may have: as the host says, but not more than there are file descriptors."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most: int = settings.STREAMS
    return most if files == resource.RLIM_INFINITY else min(most, max(0, files - _OTHER_FILES))


_open_streams: "WeakKeyDictionary[asyncio.AbstractEventLoop, OpenStreams]" = WeakKeyDictionary()


def open_streams(request: HttpRequest) -> OpenStreams:
    """Return the streams of the running event loop."""
    loop = asyncio.get_running_loop()
    found = _open_streams.get(loop)
    if found is None:
        found = _open_streams[loop] = OpenStreams(lane_of(request))
        before_end(loop, found.close)
    return found
