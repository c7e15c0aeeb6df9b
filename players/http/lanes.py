"""Reads of async views: in a thread, with a place in the lane that `config.concurrency` gave to the request."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync, sync_to_async
from django.db import connection
from django.http import HttpRequest

T = TypeVar("T")


async def in_lane(request: HttpRequest, work: Callable[[], T]) -> T:
    """Return what *work*, which needs the database, returns in a thread. Hold neither thread nor connection after it.

    Raises TimeoutError where there was no room for it in time.
    """

    def run() -> T:
        try:
            return work()
        finally:
            if not connection.in_atomic_block:  # a caller that holds a transaction is a test
                connection.close()

    lane = getattr(request, "lane", None)
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
