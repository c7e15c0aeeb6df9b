"""Reads of async views and of streams: in a thread, with a place in a lane of `config.concurrency`."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, Protocol, TypeVar

from asgiref.sync import SyncToAsync, sync_to_async
from django.db import connection
from django.http import HttpRequest

T = TypeVar("T")


class Lane(Protocol):
    """What limits how many database connections are used at once for one kind of work."""

    def entered(self) -> AbstractAsyncContextManager[None]:
        """Wait for a place, and hold it in the block. Raises TimeoutError after waiting too long."""


def lane_of(request: HttpRequest) -> Lane | None:
    """Return the lane that `config.concurrency` gave to a request; None in a process without limits."""
    return getattr(request, "lane", None)


async def in_lane(lane: Lane | None, work: Callable[[], T]) -> T:
    """Return what *work*, which needs the database, returns in a thread. Hold neither thread nor connection after it.

    Raises what *work* raises, and TimeoutError where there was no room for it in time.
    """

    def run() -> T:
        try:
            return work()
        finally:
            if not connection.in_atomic_block:  # a caller that holds a transaction is a test
                connection.close()

    async with lane.entered() if lane else nullcontext():
        try:
            return await sync_to_async(run)()
        finally:
            give_thread_back()


def give_thread_back() -> None:
    """End the thread that asgiref keeps for the sync parts of this request. It makes another on demand."""
    context: Any = SyncToAsync.thread_sensitive_context.get(None)
    executor = SyncToAsync.context_to_thread_executor.pop(context, None) if context else None
    if executor:
        executor.shutdown(wait=False)
