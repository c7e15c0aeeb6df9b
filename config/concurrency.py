"""How many requests are served at once: as many as there are database connections for them. The others wait."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, cast
from weakref import WeakSet, WeakValueDictionary

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connection
from django.http import HttpRequest, HttpResponse

from base.http import costs
from base.http.problems import Busy, respond
from config.middleware import Answer, GetResponse
from config.routes import cost_of_match
from games.health import OK

_POLLS_SHARE: Final = 4
"""One connection of four is for polls."""
CLOSED: Final = 5.0
"""Seconds for which requests may wait, or none may come or go, before a process is not ready."""
_AT_ONE_GAME: Final = 2
_STATIC: Final = 8
"""Pages that need no database and are served at once."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How many database connections of a process are for which requests."""

    polls: int
    rest: int
    others: int
    """Pages and the admin."""


def shares() -> Shares:
    """Return how the connections of `DATABASE_POOL` are shared."""
    pool = settings.DATABASE_POOL
    polls = max(1, pool // _POLLS_SHARE)
    return Shares(polls=polls, rest=max(1, pool - polls - 1), others=1)


class Place:
    """The place of a request among those that are served at once."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave, self._loop, self._is_held = leave, asyncio.get_running_loop(), True

    def leave(self) -> None:
        """Free the place of a request that goes on without the database. Call it in the thread of the view."""
        connection.close()
        self._loop.call_soon_threadsafe(self.free)

    def free(self) -> None:
        """Let another request in. To call it again changes nothing. Call it in the event loop."""
        if self._is_held:
            self._is_held = False
            self._leave()


class Lane:
    """Lets *width* requests in at once, first come, first served. The others wait for up to `patience` seconds."""

    patience = 10.0

    def __init__(self, width: int, *, is_watched: bool = False) -> None:
        """Make a lane. A process is not ready while one that *is_watched* is closed."""
        self._room = asyncio.Semaphore(width)
        self._waiting: dict[object, float] = {}
        self._moved = time.monotonic()
        if is_watched:
            _watched.add(self)

    def closed_for(self) -> float:
        """Return for how many seconds the lane has been full, and nobody came or went or the first has waited.

        A burst of short requests keeps the lane full, but moving.
        """
        if not self._room.locked():
            return 0.0
        return time.monotonic() - min([self._moved, *self._waiting.copy().values()])

    async def enter(self) -> Place:
        """Wait for a place, and take it. Raises TimeoutError after waiting too long."""
        one = object()
        self._waiting[one] = time.monotonic()
        try:
            async with asyncio.timeout(self.patience):
                await self._room.acquire()
        finally:
            del self._waiting[one]
        self._moved = time.monotonic()
        return Place(self._leave)

    def _leave(self) -> None:
        self._moved = time.monotonic()
        self._room.release()

    @asynccontextmanager
    async def entered(self) -> AsyncIterator[None]:
        """Wait for a place, and hold it in the block. Raises TimeoutError after waiting too long."""
        place = await self.enter()
        try:
            yield
        finally:
            place.free()


_watched: Final[WeakSet[Lane]] = WeakSet()


def readiness() -> str:
    """Return ``ok``, or for how long the lanes of this process have been closed to requests that need the database."""
    closed = max((lane.closed_for() for lane in [*_watched]), default=0.0)
    return OK if closed < CLOSED else f"no room for {closed:.0f} s"


class GameLane(Lane):
    """Lets two requests that may lock one game in at once. The others wait a moment, without a connection.

    If those inside stand still, somebody holds the game's row for long: then nobody waits for a place.
    """

    patience = 1.0

    async def enter(self) -> Place:
        """Take a place. Raises TimeoutError if there is none in a second, or if nobody came or went in the last one."""
        if self.closed_for() > self.patience:
            raise TimeoutError
        return await super().enter()


class GameLanes:
    """The lanes of all games for which requests are here, so that those for one game never take all connections."""

    def __init__(self) -> None:
        self._lanes: WeakValueDictionary[str, GameLane] = WeakValueDictionary()

    @asynccontextmanager
    async def entered(self, game: str | None) -> AsyncIterator[None]:
        """Hold a place at *game* in the block; none is needed for no game. Raises TimeoutError without a place."""
        if game is None:
            yield
            return
        lane = self._lanes.get(game) or self._lanes.setdefault(game, GameLane(_AT_ONE_GAME))
        async with lane.entered():
            yield


class ConcurrencyLimit:
    """Lets as many views of pages run at once as there are connections for them. The others wait without a thread.

    Async views with `wait` in the query are long polls, and those with `is_stream` are streams. Both have a quarter of
    the connections, in a lane of their own (`request.lane`) that they enter for each read. So thousands of them at once
    never hold up a move. How many streams begin at once, `games.api.streams.admission` limits before Django. REST has
    the other connections: `config.dispatcher`.

    All other views wait in the lane of their class of cost, which `base.http.costs` lists. Pictures enter the lane
    of pages for each read, and one at a time is drawn (`request.easel`). A request that has waited for ten seconds gets
    a 503.
    """

    async_capable = True

    def __init__(self, get_response: GetResponse) -> None:
        if not settings.DATABASE_POOL or not iscoroutinefunction(get_response):
            raise MiddlewareNotUsed
        self.get_response = get_response
        self._polls, self._pages = Lane(shares().polls, is_watched=True), Lane(shares().others)
        self._static, self._easel = Lane(_STATIC), Lane(1)
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> Answer:
        """Pass the request on. Free its place afterwards, if it took one."""
        try:
            return cast(Answer, await self.get_response(request))
        finally:
            if place := getattr(request, "place", None):
                place.free()

    async def process_view(self, request: HttpRequest, view: Callable[..., Any], *_: object) -> HttpResponse | None:
        """Wait for a place before a view, or give it the lanes that it enters. Return a 503 if there is no place."""
        match = request.resolver_match
        cost = cost_of_match(view, match.namespaces if match else (), request.method)
        lane = cost.lane if cost else costs.Lane.PAGES
        if lane is costs.Lane.NONE:
            return None
        if iscoroutinefunction(view) and ("wait" in request.GET or getattr(view, "is_stream", False)):
            request.lane = self._polls  # type: ignore[attr-defined]
            return None
        if lane is costs.Lane.PICTURES:
            request.lane, request.easel = self._pages, self._easel  # type: ignore[attr-defined]
            return None
        try:
            room = self._static if lane is costs.Lane.STATIC else self._pages
            request.place = await room.enter()  # type: ignore[attr-defined]
        except TimeoutError:
            return respond(Busy())
        return None
