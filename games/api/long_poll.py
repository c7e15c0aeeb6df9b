"""Long polls: an answer that has nothing new waits, and holds neither a thread nor a connection while it does.

Each read of a poll goes through the lane that the request was given, if the process has a limit (`config.middleware`).
"""

import asyncio
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any, Final
from uuid import UUID

from asgiref.sync import SyncToAsync, sync_to_async
from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.api.listener import hub
from players.http.problems import Busy, respond

LONGEST_WAIT: Final = 25
"""Seconds: proxies cut what is silent for thirty."""


async def answer(read: Callable[..., HttpResponseBase], request: HttpRequest, game: UUID) -> HttpResponseBase:
    """Return what *read*, a sync view, answers; it is asked again when the game goes on.

    The view says by `request.nothing_new = (after, seconds)` that its answer may wait. Nobody waits for a server
    that ends. Who gets no room for the first read is answered 503, and may come again; later the last answer stands.
    """
    try:
        asked = await _read(read, request, game)
    except TimeoutError:
        return respond(Busy())
    after, seconds = getattr(request, "nothing_new", (0, 0))
    if not seconds:
        return asked
    until = asyncio.get_running_loop().time() + seconds
    waiters = hub()
    with suppress(TimeoutError), waiters.watch(game, after) as woken:
        while getattr(request, "nothing_new", None):
            async with asyncio.timeout_at(until):
                await woken.wait()
            if waiters.closed:
                break
            woken.clear()
            del request.nothing_new  # type: ignore[attr-defined]  # the view sets it again where it must
            asked = await _read(read, request, game)
    return asked


async def _read(read: Callable[..., HttpResponseBase], request: HttpRequest, game: UUID) -> HttpResponseBase:
    """Return what *read* answers. Raises TimeoutError where there was no room for it in time."""
    lane = getattr(request, "lane", None)
    async with lane.entered() if lane else nullcontext():
        return await _in_thread(read, request, game)


async def _in_thread(read: Callable[..., HttpResponseBase], request: HttpRequest, game: UUID) -> HttpResponseBase:
    def run() -> HttpResponseBase:
        try:
            return read(request, game=game)
        finally:
            if not connection.in_atomic_block:  # a caller that holds a transaction is a test
                connection.close()

    try:
        return await sync_to_async(run)()
    finally:
        _leave_thread()


def _leave_thread() -> None:
    """Give back the thread that Django keeps for the sync parts of this request; another is made when one is needed."""
    context: Any = SyncToAsync.thread_sensitive_context.get(None)
    executor = SyncToAsync.context_to_thread_executor.pop(context, None) if context else None
    if executor:
        executor.shutdown(wait=False)
