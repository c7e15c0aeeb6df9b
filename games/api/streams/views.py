"""`/games/{id}/stream` and `/me/stream`: what happens, as server-sent events."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, ClassVar
from uuid import UUID
from weakref import WeakKeyDictionary

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import exception_handler
from base.http.client_versions import refuse_old
from base.http.lanes import give_thread_back
from base.http.problems import CONTENT_TYPE as PROBLEM
from base.http.problems import Busy, FieldErrors, MethodNotAllowed, NotAcceptable, ProblemDocument, respond
from base.http.rate_limits import headers as rate_headers
from base.http.renderers import TextRenderer
from games.api import openapi
from games.api.endpoint import Endpoint
from games.api.query import LARGEST, number
from games.api.streams.account_stream import AccountStreams
from games.api.streams.game_stream import GameStreams
from games.api.streams.open_streams import open_streams
from players.authentication import access_of, needs, require, right_of
from players.rights import Right
from players.tokens import Access

EVENT_STREAM = "text/event-stream"
"""The media type of streams."""
_HEADERS: Mapping[str, str] = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""No proxy may keep what is sent, or hold it back."""


class EventStreamRenderer(TextRenderer):
    """Server-sent events."""

    media_type = EVENT_STREAM
    format = "sse"


class _Stream(Endpoint):
    """An endpoint whose GET is answered by a stream. The view is async; REST framework describes it."""

    cost = "read"
    renderer_classes = (EventStreamRenderer,)

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return an async view that opens a stream, or answers with a problem."""

        async def view(request: HttpRequest, **path: Any) -> HttpResponseBase:
            give_thread_back()
            try:
                return await cls._answer(request, **path)
            except TimeoutError:
                return respond(Busy())
            except Exception as error:
                # Here and not in the middleware, which needs a thread for it.
                refusal = exception_handler.answer(error)
                if refusal is None:
                    raise
                for name, value in rate_headers(getattr(request, "rate_buckets", ())).items():
                    refusal.headers[name] = value
                return refusal

        view.cls, view.initkwargs, view.csrf_exempt = cls, initkwargs, True  # type: ignore[attr-defined]
        view.is_stream = True  # type: ignore[attr-defined]
        return view

    @classmethod
    async def _answer(cls, request: HttpRequest, **path: Any) -> HttpResponseBase:
        if request.method != "GET":
            raise MethodNotAllowed(f'Method "{request.method}" not allowed.', headers={"Allow": "GET"})
        if not request.accepts(EVENT_STREAM):
            raise NotAcceptable
        asked = Request(request)
        refuse_old(asked)
        access = access_of(request.headers.get("Authorization"))
        require(access.scope, right_of(cls, "GET"))
        cls().check_query(asked)
        # Without ASGI there is nothing that could wait: the stream has what is there, and ends.
        lasts = isinstance(request, ASGIRequest)
        parts = cls.parts(asked, access, lasts=lasts, **path)
        first = await anext(parts)  # raises what refuses the stream
        headers = {**_HEADERS, **rate_headers(getattr(request, "rate_buckets", ()))}
        if lasts:
            return StreamingHttpResponse(_with(first, parts), content_type=EVENT_STREAM, headers=headers)
        content = first + b"".join([part async for part in parts])
        return HttpResponse(content, content_type=EVENT_STREAM, headers=headers)

    @classmethod
    def parts(cls, request: Request, access: Access, *, lasts: bool, **path: Any) -> AsyncGenerator[bytes]:
        """Return what the stream sends."""
        raise NotImplementedError


async def _with(first: bytes, others: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    async with aclosing(others):
        yield first
        async for part in others:
            yield part


class _Streams:
    """The streams of one event loop, by their kinds."""

    def __init__(self, request: HttpRequest) -> None:
        streams = open_streams(request)
        self.games, self.accounts = GameStreams(streams), AccountStreams(streams)


_streams: "WeakKeyDictionary[asyncio.AbstractEventLoop, _Streams]" = WeakKeyDictionary()


def _streams_of(request: HttpRequest) -> _Streams:
    loop = asyncio.get_running_loop()
    if loop not in _streams:
        _streams[loop] = _Streams(request)
    return _streams[loop]


class GameStreamView(_Stream):
    """The feed as a stream."""

    queries: ClassVar = {"GET": frozenset({"after"})}

    @extend_schema(
        operation_id="stream_game",
        parameters=[
            openapi.number("after", "The last version that you have.", default=0),
            OpenApiParameter(
                "Last-Event-ID",
                {"type": "integer", "minimum": 0, "maximum": LARGEST},
                OpenApiParameter.HEADER,
                description="The last `id` that you have got. It counts more than `after`.",
            ),
        ],
        responses={(200, EVENT_STREAM): OpenApiTypes.STR, (503, PROBLEM): ProblemDocument},
        tags=["play"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Stream the events of a game as server-sent events: those after a version, and then each as it happens.

        The `id` of an event is its version, and `data` is exactly what `/games/{game}/events` shows you. These events
        have no name. The last event of every stream has the name `end`, and `StreamEnd` as its data. A comment comes
        every 15 seconds. When a stream breaks off, open it again with `Last-Event-ID`: no event is missing, and none
        comes twice.

        Send the access token in the header `Authorization`, never in the address. In a browser use `fetch`, because
        `EventSource` cannot send it. The stream ends when the token expires.
        """
        raise NotImplementedError  # the view answers by `parts`

    @classmethod
    def parts(cls, request: Request, access: Access, *, lasts: bool, game: UUID) -> AsyncGenerator[bytes]:  # type: ignore[override]
        """Return the events after the version that the client has."""
        after, last = number(request, "after"), request.headers.get("Last-Event-ID", "")
        if last:
            if not (last.isascii() and last.isdigit() and len(last) < 12 and int(last) <= LARGEST):
                raise FieldErrors({"Last-Event-ID": [f"Send a number from 0 to {LARGEST}."]})
            after = int(last)
        plain = request._request  # noqa: SLF001 - the request of Django
        return _streams_of(plain).games.open(plain, access, game, after, lasts=lasts)


class AccountStreamView(_Stream):
    """What happens in your games, as a stream."""

    queries: ClassVar = {"GET": frozenset()}

    @extend_schema(
        operation_id="stream_account",
        responses={(200, EVENT_STREAM): OpenApiTypes.STR, (503, PROBLEM): ProblemDocument},
        tags=["me"],
    )
    @needs(Right.SEE_INBOX)
    def get(self, request: Request) -> Response:
        """Stream what happens in all your games, as server-sent events. They never have cards.

        The first event is `snapshot`: what waits for you now (`AccountSnapshot`). Then come `your-turn`
        (`WaitingGame`), `game-started` and `game-over` (`GameNotice`), `badge` (`WaitingCount`) whenever the number of
        games that wait for you has changed, and `notice` (`StreamNotice`) with each new notice of `/me/notices`. After
        a notice about them come `invitation` (`StreamInvitation`) and `rematch` (`StreamRematch`). The last event is
        `end` (`StreamEnd`). A comment comes every 15 seconds.

        These events have no `id`, because they are no log. When you open the stream again, its snapshot says how things
        are now. Read `/me/games` then, with its ETag, to find out what has happened meanwhile.
        """
        raise NotImplementedError  # the view answers by `parts`

    @classmethod
    def parts(cls, request: Request, access: Access, *, lasts: bool) -> AsyncGenerator[bytes]:  # type: ignore[override]
        """Return what happens in the games of the caller."""
        plain = request._request  # noqa: SLF001 - the request of Django
        return _streams_of(plain).accounts.open(plain, access, lasts=lasts)
