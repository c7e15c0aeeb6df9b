"""The middleware of the service. None of it needs a thread, or a change of threads, for an API call."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import MiddlewareNotUsed
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin
from django_http_compression.middleware import HttpCompressionMiddleware
from django_structlog.middlewares import RequestMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware

from players.http.problems import Busy, respond

Answer = HttpResponseBase
GetResponse = Callable[[HttpRequest], Any]

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_POLLS_SHARE: Final = 4
"""One connection of four is for polls."""
PROBES: Final = frozenset({"/api/v1/healthz", "/api/v1/readyz", "/api/v1/metrics"})
"""They report a service that hangs, so they wait for nothing."""
_WITH_COOKIES: Final = ("/admin/", "/oauth/authorize")
_PAGE_FILES: Final = "/app/"
"""Files of the page, with a hash of their contents in their names."""
_WORKER: Final = "/sw.js"
"""The service worker of the page. It names the files of one build, so browsers ask for it each time."""
_INDEX: Final = "/api/v1/"
_WITHOUT_DATABASE: Final = (
    "/api/v1/variants",
    "/api/v1/rulesets/",
    "/api/v1/problems",
    "/api/v1/openapi.json",
    "/api/v1/docs",
    "/docs",
)


class _InTheLoop(MiddlewareMixin):
    """A Django middleware that does not block, so it needs no thread in an async chain."""

    async def __acall__(self, request: HttpRequest) -> Answer:
        before = getattr(self, "process_request", None)
        answer = before(request) if before else None
        answer = answer or await cast(Awaitable[Answer], self.get_response(request))
        after = getattr(self, "process_response", None)
        return cast(Answer, after(request, answer)) if after else cast(Answer, answer)


class Security(_InTheLoop, SecurityMiddleware):
    """Django's security headers and redirects."""


class Common(_InTheLoop, CommonMiddleware):
    """Django's check of the host, and Content-Length."""


class Compression(HttpCompressionMiddleware):
    """Compresses what shared caches may store, and nothing else.

    Whoever can put text of their own into an answer beside a secret, and sees the length of the compressed answer, can
    guess the secret (BREACH). Tables, feeds and lists have names and texts of other players beside hidden cards, and
    some answers have tokens. A public answer has no secrets, so it needs no padding against this.
    """

    max_random_bytes = 0
    content_type_re = re.compile(r"(application/([a-z.]+\+)?json|application/javascript|image/svg\+xml|text/.+)$")

    def maybe_compress(self, request: HttpRequest, response: Answer) -> None:
        """Compress the whole of a public answer. A part of a file keeps its bytes, which `Content-Range` counts."""
        public = response.headers.get("Cache-Control", "").startswith("public")
        if public and response.status_code == HTTPStatus.OK:
            super().maybe_compress(request, response)


class NoFrames(_InTheLoop, XFrameOptionsMiddleware):
    """Django's protection from clickjacking, for browsers that do not know `frame-ancestors`."""


class _OnPages(MiddlewareMixin):
    """A Django middleware that runs only for pages with a sign-in. The API uses no cookies."""

    def __call__(self, request: HttpRequest) -> Answer | Awaitable[Answer]:
        chain = super().__call__ if request.path_info.startswith(_WITH_COOKIES) else self.get_response
        return chain(request)


class PageSession(_OnPages, SessionMiddleware):
    """The sessions of pages."""


class PageAuthentication(_OnPages, AuthenticationMiddleware):
    """The player who is signed in to a page."""


class PageMessages(_OnPages, MessageMiddleware):
    """The messages of the admin after a form."""


class RequestLog(RequestMiddleware):
    """Adds the id of the request to every log line that it causes. Probes are not logged."""

    def __call__(self, request: HttpRequest) -> Any:
        """Serve the request, with or without a log line."""
        return self.get_response(request) if request.path_info in PROBES else super().__call__(request)

    async def __acall__(self, request: HttpRequest) -> HttpResponse:
        self.prepare(request)
        answer = await cast(Awaitable[HttpResponse], self.get_response(request))
        self.handle_response(request, answer)
        return answer


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # it comes without types
    """Static files, from a table of all files that is made at the start.

    The page may be built while the service runs. Its files are then added when the first of them is asked for.
    """

    async_capable = True

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self._page_built = 0
        self._add_page()
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def _add_page(self) -> None:
        """Add the files of the page, if it was built since the last time."""
        with suppress(FileNotFoundError):
            built = (settings.WEB_ROOT / "index.html").stat().st_mtime_ns
            if built != self._page_built:
                self._page_built = built
                self.add_files(settings.WEB_ROOT)

    def __call__(self, request: HttpRequest) -> Any:
        """Serve a file, or pass the request on."""
        if request.path_info == _WORKER or (
            request.path_info.startswith(_PAGE_FILES) and request.path_info not in self.files
        ):
            self._add_page()
        if request.path_info not in self.files and not self.autorefresh:
            return self.get_response(request)
        if not iscoroutinefunction(self):
            return super().__call__(request)

        async def served() -> HttpResponse:
            # The file is one body, because an async server warns of a file that it must read itself.
            file = self.serve(self.files[request.path_info], request)
            body = b"".join(file.streaming_content)
            file.close()
            return HttpResponse(body, status=file.status_code, headers=dict(file.items()))

        return served()

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Return whether a file never changes under its name."""
        return url.startswith(_PAGE_FILES) or bool(super().immutable_file_test(path, url))

    def add_cache_headers(self, headers: Any, path: str, url: str) -> None:
        """Say how long a browser may use a file without asking."""
        super().add_cache_headers(headers, path, url)
        if url == _WORKER:
            headers["Cache-Control"] = "no-cache"


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


def needs_no_database(path: str, method: str) -> bool:
    """Return whether a view answers without the database, so that it need not wait for a connection."""
    return method in ("GET", "HEAD") and (path == _INDEX or path.startswith(_WITHOUT_DATABASE))


class Place:
    """The place of a request among those that are served at once."""

    def __init__(self, room: asyncio.Semaphore) -> None:
        self._room, self._loop, self._is_held = room, asyncio.get_running_loop(), True

    def leave(self) -> None:
        """Free the place of a request that goes on without the database. Call it in the thread of the view."""
        connection.close()
        self._loop.call_soon_threadsafe(self.free)

    def free(self) -> None:
        """Let another request in. To call it again changes nothing. Call it in the event loop."""
        if self._is_held:
            self._is_held = False
            self._room.release()


class Lane:
    """Lets *width* requests in at once, first come, first served. The others wait for up to `patience` seconds."""

    patience = 10.0

    def __init__(self, width: int) -> None:
        self._room = asyncio.Semaphore(width)

    async def enter(self) -> Place:
        """Wait for a place, and take it. Raises TimeoutError after waiting too long."""
        async with asyncio.timeout(self.patience):
            await self._room.acquire()
        return Place(self._room)

    @asynccontextmanager
    async def entered(self) -> AsyncIterator[None]:
        """Wait for a place, and hold it in the block. Raises TimeoutError after waiting too long."""
        place = await self.enter()
        try:
            yield
        finally:
            place.free()


class ConcurrencyLimit:
    """Lets as many views of pages run at once as there are connections for them. The others wait without a thread.

    Async views with `wait` in the query are long polls, and those with `is_stream` are streams. Both have a quarter of
    the connections, in a lane of their own (`request.lane`) that they enter for each read. So thousands of them at once
    never hold up a move. How many streams begin at once, `games.api.streams.admission` limits before Django. REST has
    the other connections: `config.dispatcher`.

    A request that has waited for ten seconds gets a 503. Probes do not wait, because they report a database that hangs,
    nor do views that need no database.
    """

    async_capable = True

    def __init__(self, get_response: GetResponse) -> None:
        if not settings.DATABASE_POOL or not iscoroutinefunction(get_response):
            raise MiddlewareNotUsed
        self.get_response = get_response
        self._polls, self._pages = Lane(shares().polls), Lane(shares().others)
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> Answer:
        """Pass the request on. Free its place afterwards, if it took one."""
        try:
            return cast(Answer, await self.get_response(request))
        finally:
            if place := getattr(request, "place", None):
                place.free()

    async def process_view(self, request: HttpRequest, view: Callable[..., Any], *_: object) -> HttpResponse | None:
        """Wait for a place before a view, or give a long poll its lane. Return a 503 if there is no place."""
        if request.path_info in PROBES or needs_no_database(request.path_info, request.method or ""):
            return None
        if iscoroutinefunction(view) and ("wait" in request.GET or getattr(view, "is_stream", False)):
            request.lane = self._polls  # type: ignore[attr-defined]
            return None
        try:
            request.place = await self._pages.enter()  # type: ignore[attr-defined]
        except TimeoutError:
            return respond(Busy())
        return None


@sync_and_async_middleware
def content_security_policy(get_response: GetResponse) -> GetResponse:
    """Give every HTML page a strict Content-Security-Policy: scripts and styles from this service only, none inline."""

    def guarded(answer: Answer) -> Answer:
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            answer.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        return answer

    if not iscoroutinefunction(get_response):
        return lambda request: guarded(get_response(request))

    async def middleware(request: HttpRequest) -> Answer:
        return guarded(await get_response(request))

    return middleware
