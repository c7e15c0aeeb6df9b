"""The middleware of the service. None of it needs a thread, or a change of threads, for an API call."""

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final, cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
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

from base.http.compression import is_compressible

Answer = HttpResponseBase
GetResponse = Callable[[HttpRequest], Any]

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PROBES: Final = frozenset({"/api/v1/healthz", "/api/v1/readyz", "/api/v1/metrics"})
"""They report a service that hangs, so they wait for nothing."""
_WITH_COOKIES: Final = ("/admin/", "/oauth/authorize")
_PAGE_FILES: Final = "/app/"
"""Files of the page, with a hash of their contents in their names."""
_API: Final = "/api/"
_WORKER: Final = "/sw.js"
"""The service worker of the page. It names the files of one build, so browsers ask for it each time."""


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
    """Compresses what shared caches may store and what views mark as `compressible`, and nothing else.

    Whoever can put text of their own into an answer beside a secret, and sees the length of the compressed answer, can
    guess the secret (BREACH). Tables, feeds and lists have names and texts of other players beside hidden cards, and
    some answers have tokens. What is compressed has no secrets, so it needs no padding against this.
    """

    max_random_bytes = 0
    content_type_re = re.compile(r"(application/([a-z.]+\+|x-nd)?json|application/javascript|image/svg\+xml|text/.+)$")

    def maybe_compress(self, request: HttpRequest, response: Answer) -> None:
        """Compress the whole of an answer. A part of a file keeps its bytes, which `Content-Range` counts."""
        if is_compressible(response) and response.status_code == HTTPStatus.OK:
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

    The page may be built while the service runs. Its files are then added at the next request that is not for the API.
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
        path = request.path_info
        # A proxy may serve `/app/` itself, so that no request for a new file there comes here.
        if not path.startswith(_API) and not (path.startswith(_PAGE_FILES) and path in self.files):
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
