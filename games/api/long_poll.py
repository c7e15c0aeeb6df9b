"""Long polls: a request that finds nothing new waits, and holds neither a thread nor a connection meanwhile.

If the process limits how many requests it serves at once, each read goes through the lane that
`config.concurrency` gave to the request.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from base.http.lanes import in_lane, lane_of
from base.http.problems import Busy, respond
from games.api.endpoint import Endpoint
from games.api.listener import listener

LONGEST_WAIT: Final = 25
"""In seconds. Proxies close a connection that is silent for thirty."""


async def answer(read: Callable[..., HttpResponseBase], request: HttpRequest, game: UUID) -> HttpResponseBase:
    """Return what *read*, a sync view, answers, and call it again when the game goes on.

    The view sets `request.nothing_new = (after, seconds)` if its answer may wait. Where the server ends, or where there
    is no room for another read in time, the last answer is returned; without room for the first read it is a 503.
    """
    try:
        asked = await in_lane(lane_of(request), lambda: read(request, game=game))
    except TimeoutError:
        return respond(Busy())
    after, seconds = getattr(request, "nothing_new", (0, 0))
    if not seconds:
        return asked
    until = asyncio.get_running_loop().time() + seconds
    waiters = listener()
    with suppress(TimeoutError), waiters.watch(game, after) as watch:
        while getattr(request, "nothing_new", None):
            async with asyncio.timeout_at(until):
                await watch.woken.wait()
            if waiters.closed:
                break
            watch.woken.clear()
            del request.nothing_new  # type: ignore[attr-defined]  # the view sets it again where it must
            asked = await in_lane(lane_of(request), lambda: read(request, game=game))
    return asked


class LongPolled(Endpoint):
    """An endpoint of one game whose GET may wait for the next event. Its view sets `request.nothing_new` to wait."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return an async view that waits, around the sync view that reads."""
        read = super().as_view(**initkwargs)

        async def view(request: HttpRequest, game: UUID) -> HttpResponseBase:
            return await answer(read, request, game)

        view.cls, view.initkwargs, view.csrf_exempt = cls, initkwargs, True  # type: ignore[attr-defined]
        view.at_once = read  # type: ignore[attr-defined]  # for requests that do not wait
        return view

    def get_throttles(self) -> list[Any]:
        """Count a request once, however often its view is called while it waits."""
        return [] if hasattr(self.request, "rate_buckets") else super().get_throttles()

    def may_wait(self, after: int, seconds: int) -> None:
        """Let this GET wait for up to *seconds* until its game has gone on beyond version *after*."""
        self.request._request.nothing_new = (after, seconds)  # type: ignore[attr-defined]  # noqa: SLF001
