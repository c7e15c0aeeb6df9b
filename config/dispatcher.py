"""The way of a request to its view: REST goes to Django's sync handler in a thread, all else to its async handler.

For a sync view, Django's async handler starts a thread, and changes between it and the event loop four times. Here a
request of REST changes once to a thread that is there, and once back. Polls and streams stay async, because they wait.
"""

import asyncio
import io
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any, Final
from urllib.parse import parse_qsl

import structlog
from django.core.handlers.base import BaseHandler
from django.db import connection
from django.http import HttpRequest
from django.urls import set_script_prefix

from base.http.asgi import Application, Message, Receive, Scope, Send, refuse
from base.http.problems import Busy
from base.sql import patience
from config.concurrency import GameLanes, Lane, Place, shares
from config.middleware import PROBES
from config.requests import Handler
from config.routes import asks_for_profile, needs_no_place

_REST: Final = "/api/v1/"
_WITHOUT_PLACE: Final = 8
"""Threads beside those that have a place: for views that need no database, and for those that have left their place."""

_READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_MAY_LOCK: Final = re.compile(r"/api/v1/games/([0-9a-f-]{36})/(?!moves/check$)")
"""Paths below which a request that writes may lock the game."""
_log = structlog.get_logger(__name__)

Answer = tuple[int, list[tuple[bytes, bytes]], bytes]
"""Status, headers and body."""


class RestHandler(Handler):
    """Django's handler with sync middlewares and sync views, for requests that came by ASGI."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    def resolve_request(self, request: HttpRequest) -> Any:
        """Return the view and its arguments. An async view that waits has a sync one inside, which does not."""
        match = super().resolve_request(request)
        match.func = getattr(match.func, "at_once", match.func)
        return match

    def answer(self, scope: Scope, body: bytes, place: Place | None) -> Answer:
        """Return the answer to a request. Call it in a thread. Raises Malformed.

        A request whose transaction met tables that had just changed is served a second time, if nothing was committed.
        """
        try:
            response = self._respond(scope, body, place)
            if response.status_code == Busy.status_code and connection.may_begin_again:  # type: ignore[attr-defined]
                connection.close()
                response = self._respond(scope, body, place)
        finally:
            connection.close()  # it goes back to the pool
        headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
        return response.status_code, headers, response.content

    def _respond(self, scope: Scope, body: bytes, place: Place | None) -> Any:
        set_script_prefix("/")
        request, _ = self.create_request(scope, io.BytesIO(body))
        request.place = place
        return self.get_response(request)


class Dispatcher:
    """An ASGI application that serves REST with a `RestHandler`, and all else with *application*.

    As many requests are served at once as there are connections for them. The others wait without a thread, first
    come, first served; after ten seconds they get a 503. Two that may lock the same game are served at once, no more.

    If the caller goes away, what the database does for them is cancelled, and nobody gets an answer.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._lane, self._games = Lane(shares().rest, is_watched=True), GameLanes()
        self._threads = ThreadPoolExecutor(shares().rest + _WITHOUT_PLACE, "rest")
        self._handler = RestHandler()

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request. Raises Malformed, and what *receive* raises."""
        if not _is_rest(scope):
            await self._application(scope, receive, send)
            return
        body = await _body(receive)
        if body is None:
            return
        try:
            with _watched(receive):
                async with self._games.entered(_game_to_lock(scope)):
                    status, headers, content = await self._answered(scope, body)
        except TimeoutError:
            await refuse(Busy, scope, send)
            return
        except patience.CallerGone:
            _log.info("the caller has gone", path=scope["path"])
            return
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def _answered(self, scope: Scope, body: bytes) -> Answer:
        """Return the answer of the view. Raises Malformed, TimeoutError if there is no place for it, and CallerGone."""
        place = await self._lane.enter() if _needs_database(scope) else None
        try:
            if patience.has_gone():
                raise patience.CallerGone
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, copy_context().run, self._handler.answer, scope, body, place
            )
        finally:
            if place:
                place.free()


@contextmanager
def _watched(receive: Receive) -> Iterator[None]:
    """Take note in `patience.caller` if the caller goes away in this block."""
    caller = patience.Caller()

    async def watch() -> None:
        caller.has_gone = (await receive())["type"] == "http.disconnect"

    token, watching = patience.caller.set(caller), asyncio.create_task(watch())
    try:
        yield
    finally:
        patience.caller.reset(token)
        watching.cancel()


def _game_to_lock(scope: Scope) -> str | None:
    """Return the game that a request may lock; None for a request that only reads."""
    found = None if scope["method"] in _READS else _MAY_LOCK.match(scope["path"])
    return found[1] if found else None


def _is_rest(scope: Scope) -> bool:
    """Return whether a request is for a view that neither waits nor reports how the service is."""
    path: str = scope.get("path", "")
    if scope["type"] != "http" or not path.startswith(_REST) or path in PROBES or path.endswith("/stream"):
        return False
    return "wait" not in _query(scope)


def _needs_database(scope: Scope) -> bool:
    """Return whether a view of REST waits for a database connection."""
    if not needs_no_place(scope["path"], scope["method"]):
        return True
    is_signed = any(name == b"authorization" for name, _ in scope["headers"])
    return asks_for_profile(scope["path"], _query(scope), is_signed=is_signed)


def _query(scope: Scope) -> set[str]:
    """Return the names of the parameters in the query."""
    query: str = scope["query_string"].decode("latin-1")  # not as bytes: before Python 3.13 "%C5%BE" then fails
    return {name for name, _ in parse_qsl(query, keep_blank_values=True)}


async def _body(receive: Receive) -> bytes | None:
    """Return the whole body of a request; None if the client went away before it was there."""
    parts = []
    more = True
    while more:
        message: Message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)
