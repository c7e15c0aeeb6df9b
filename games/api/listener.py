"""Wakes requests that wait for a game to go on. Each process listens on one connection for all of them.

It is written by hand because Channels needs Redis between processes, and a request that wakes must read the database
anyway.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID
from weakref import WeakKeyDictionary

import psycopg
import structlog
from django.db import connection
from psycopg.rows import tuple_row

from games.api.shutdown import before_end
from games.log.shards import shard_of
from games.wakeups import CHANNEL

LOOK_SECONDS: Final = 3.0
"""How often the versions of all watched games are read, because a notification may be lost."""
_AGAIN_SECONDS: Final = 0.5
_VERSIONS: Final = """
    SELECT id, version FROM unnest(%s::smallint[], %s::uuid[]) AS watched (shard, id) JOIN game USING (shard, id)
"""

_DJANGOS_OWN: Final = frozenset({"pool", "context", "cursor_factory", "prepare_threshold"})
"""Parameters of Django's connections that a plain connection does not take, or must not share."""

_log = structlog.get_logger(__name__)


@dataclass(eq=False, slots=True)
class Watch:
    """A request that waits for *game* to go on beyond a version."""

    game: UUID
    after: int
    woken: asyncio.Event = field(default_factory=asyncio.Event)


class Listener:
    """All requests that wait in one event loop. It is connected while there is one."""

    def __init__(self) -> None:
        self._watches: set[Watch] = set()
        self._listener: asyncio.Task[None] | None = None
        self.closed = False
        """Whether the server ends, so that no request may wait any more."""

    def close(self) -> None:
        """Wake all requests that wait. From now on none waits."""
        self.closed = True
        for watch in self._watches:
            watch.woken.set()

    @contextmanager
    def watch(self, game: UUID, after: int) -> Iterator[asyncio.Event]:
        """Yield an event that is set when *game* may have gone on beyond version *after*, or the server ends."""
        watch = Watch(game, after)
        self._watches.add(watch)
        if self.closed:
            watch.woken.set()
        elif self._listener is None or self._listener.done():
            self._listener = asyncio.create_task(self._listen())
        try:
            yield watch.woken
        finally:
            self._watches.discard(watch)

    async def _listen(self) -> None:
        while self._watches:
            try:
                await self._session()
            except psycopg.Error as error:
                _log.warning("the listener lost its connection", error=type(error).__name__)
                await asyncio.sleep(_AGAIN_SECONDS)

    async def _session(self) -> None:
        """Listen on one connection until nobody watches any more."""
        # Not from the pool: a pooler that hands out transactions does not pass notifications on.
        parameters = {name: value for name, value in connection.get_connection_params().items()
                      if name not in _DJANGOS_OWN} | {"application_name": "listener"}  # fmt: skip
        async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True, row_factory=tuple_row) as wire:
            await wire.execute(f"LISTEN {CHANNEL}")
            while self._watches:
                # After LISTEN: what was written before it came without a notification.
                games = {watch.game for watch in self._watches}
                async for game, version in await wire.execute(_VERSIONS, [[*map(shard_of, games)], [*games]]):
                    self._wake(str(game), version)
                async for notice in wire.notifies(timeout=LOOK_SECONDS):
                    name, _, number = notice.payload.partition(" ")
                    self._wake(name, int(number) if number.isdecimal() else 0)

    def _wake(self, game: str, version: int) -> None:
        for watch in self._watches:
            if str(watch.game) == game and watch.after < version:
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
