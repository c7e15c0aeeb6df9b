"""Who waits for a game, and what wakes them: one connection a process listens for all, and looks now and then.

By hand: Channels needs Redis between processes, and whoever waits must look at the database anyway.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
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
"""How often all that is watched is looked at: a wake-up may be lost."""
_AGAIN_SECONDS: Final = 0.5
_VERSIONS: Final = """
    SELECT id, version FROM unnest(%s::smallint[], %s::uuid[]) AS watched (shard, id) JOIN game USING (shard, id)
"""

_DJANGOS_OWN: Final = frozenset({"pool", "context", "cursor_factory", "prepare_threshold"})

_log = structlog.get_logger(__name__)


@dataclass(eq=False, slots=True)
class Watch:
    """One who waits for *game* to go on beyond a version."""

    game: UUID
    after: int
    woken: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
    """All who wait in one event loop. It listens while anybody does."""

    def __init__(self) -> None:
        self._watches: set[Watch] = set()
        self._listener: asyncio.Task[None] | None = None
        self.closed = False
        """Whether the server ends: nobody is to wait any more."""

    def close(self) -> None:
        """Wake all who wait; from now on nobody waits."""
        self.closed = True
        for watch in self._watches:
            watch.woken.set()

    @contextmanager
    def watch(self, game: UUID, after: int) -> Iterator[asyncio.Event]:
        """Watch *game*: the event is set once it may have gone on beyond version *after*, or the hub is closed."""
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
                _log.warning("the hub lost its connection", error=type(error).__name__)
                await asyncio.sleep(_AGAIN_SECONDS)

    async def _session(self) -> None:
        """Listen on one connection, until nobody watches any more; look at once, for what came before it listened."""
        async with await psycopg.AsyncConnection.connect(
            **_parameters(), autocommit=True, row_factory=tuple_row
        ) as wire:
            await wire.execute(f"LISTEN {CHANNEL}")
            while self._watches:
                await self._look(wire)
                async for notice in wire.notifies(timeout=LOOK_SECONDS):
                    game, _, version = notice.payload.partition(" ")
                    self._wake(game, int(version) if version.isdecimal() else 0)

    async def _look(self, wire: "psycopg.AsyncConnection[Any]") -> None:
        games = {watch.game for watch in self._watches}
        found = await wire.execute(_VERSIONS, [[*map(shard_of, games)], [*games]])
        async for game, version in found:
            self._wake(str(game), version)

    def _wake(self, game: str, version: int) -> None:
        for watch in self._watches:
            if str(watch.game) == game and watch.after < version:
                watch.woken.set()


_hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running event loop; a process that serves has one."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(loop)
    if found is None:
        found = _hubs[loop] = Hub()
        before_end(loop, found.close)
    return found


def _parameters() -> dict[str, Any]:
    """Return how to connect, past the pool: a pooler that hands out transactions does not pass notifications on."""
    parameters = connection.get_connection_params()
    own = {name: value for name, value in parameters.items() if name not in _DJANGOS_OWN}
    return own | {"application_name": "hub"}
