"""Wakes requests and streams that wait for a game to go on. Each process listens on one connection for all of them.

It is written by hand because Channels needs Redis between processes, and a request that wakes must read the database
anyway.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import Context
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID
from weakref import WeakKeyDictionary

import psycopg
import structlog
from django.conf import settings
from psycopg.rows import tuple_row

from base.sql.routing import plain_parameters
from games.api.shutdown import before_end
from games.log.shards import shard_of
from games.wakeups import CHANNEL, NOTICES

LOOK_SECONDS: Final = 3.0
"""How often the versions of all watched games are read, because a notification may be lost."""
_AGAIN_SECONDS: Final = 0.5
_VERSIONS: Final = """
    SELECT id, version FROM unnest(%s::smallint[], %s::uuid[]) AS watched (shard, id) JOIN game USING (shard, id)
"""

_log = structlog.get_logger(__name__)


Heard = Callable[[UUID | None], None]
"""Is called with each game that has gone on; with None when notifications may have been lost."""


@dataclass(eq=False, slots=True)
class Watch:
    """Somebody who waits for *game* to go on beyond a version."""

    game: UUID
    after: int
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    """Is set when the game may have gone on beyond `after`, or the server ends."""


class Listener:
    """All who wait in one event loop. It is connected while there is one."""

    def __init__(self) -> None:
        self._watches: dict[UUID, set[Watch]] = {}
        self._hearers: set[Heard] = set()
        self._notice_hearers: set[Heard] = set()
        self._listener: asyncio.Task[None] | None = None
        self.closed = False
        """Whether the server ends, so that no request may wait any more."""

    def close(self) -> None:
        """Wake all who wait. From now on none waits."""
        self.closed = True
        for watches in self._watches.values():
            for watch in watches:
                watch.woken.set()

    @contextmanager
    def watch(self, game: UUID, after: int, woken: asyncio.Event | None = None) -> Iterator[Watch]:
        """Yield a watch over *game* beyond version *after*, which may be raised. It sets *woken* if that is given."""
        watch = Watch(game, after, woken or asyncio.Event())
        self._watches.setdefault(game, set()).add(watch)
        if self.closed:
            watch.woken.set()
        self._connect()
        try:
            yield watch
        finally:
            self._watches[game].discard(watch)
            if not self._watches[game]:
                del self._watches[game]

    @contextmanager
    def hear(self, heard: Heard) -> Iterator[None]:
        """Have *heard* called for every game of the service that goes on, in this block."""
        self._hearers.add(heard)
        self._connect()
        try:
            yield
        finally:
            self._hearers.discard(heard)

    @contextmanager
    def hear_notices(self, heard: Heard) -> Iterator[None]:
        """Have *heard* called with every player of the service who has a new notice, in this block."""
        self._notice_hearers.add(heard)
        try:
            yield
        finally:
            self._notice_hearers.discard(heard)

    def _connect(self) -> None:
        if not self.closed and (self._listener is None or self._listener.done()):
            self._listener = asyncio.create_task(self._listen(), context=Context())

    async def _listen(self) -> None:
        while self._watches or self._hearers:
            try:
                await self._session()
            except psycopg.Error as error:
                _log.warning("the listener lost its connection", error=type(error).__name__)
                await asyncio.sleep(_AGAIN_SECONDS)

    async def _session(self) -> None:
        """Listen on one connection until nobody waits any more."""
        # Not from the pool: a pooler that hands out transactions does not pass notifications on.
        parameters = {**(settings.DIRECT_DATABASE_URL or plain_parameters()), "application_name": "listener"}
        async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True, row_factory=tuple_row) as wire:
            await wire.execute(f"LISTEN {CHANNEL}; LISTEN {NOTICES}")
            for heard in self._hearers:
                heard(None)
            while self._watches or self._hearers:
                # After LISTEN: what was written before it came without a notification.
                games = [*self._watches]
                async for game, version in await wire.execute(_VERSIONS, [[*map(shard_of, games)], games]):
                    self._wake(game, version)
                async for notice in wire.notifies(timeout=LOOK_SECONDS):
                    self._heard(notice)

    def _heard(self, notice: psycopg.Notify) -> None:
        name, _, number = notice.payload.partition(" ")
        with suppress(ValueError):
            if notice.channel == NOTICES:
                for heard in self._notice_hearers:
                    heard(UUID(name))
            else:
                self._went_on(UUID(name), int(number))

    def _went_on(self, game: UUID, version: int) -> None:
        self._wake(game, version)
        for heard in self._hearers:
            heard(game)

    def _wake(self, game: UUID, version: int) -> None:
        for watch in self._watches.get(game, ()):
            if watch.after < version:
                watch.woken.set()


_listeners: "WeakKeyDictionary[asyncio.AbstractEventLoop, Listener]" = WeakKeyDictionary()


def listener() -> Listener:
    """Return the listener of the running event loop. A process that serves has one."""
    loop = asyncio.get_running_loop()
    found = _listeners.get(loop)
    if found is None:
        found = _listeners[loop] = Listener()
        before_end(loop, found.close)
    return found
