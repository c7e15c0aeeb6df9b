"""Keeps answers that never change while a process runs, as the bytes that were sent: encoded once, compressed once.

By hand: Django's cache middleware asks a cache that all processes share, which is a table here, and pickles answers.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from threading import Lock
from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.datastructures import CaseInsensitiveMapping
from django.utils.decorators import sync_and_async_middleware
from django_http_compression.middleware import best_coding

from base.http import etags
from base.http.languages import preferred
from config.routes import asks_for_profile

MOST_BYTES: Final = 8 * 1024 * 1024
"""What a process keeps; the answers that were not asked for longest go first."""
_LARGEST: Final = 2 * 1024 * 1024
_LONGEST_QUERY: Final = 200
_LONGEST_ACCEPT: Final = 400
_ON_304: Final = ("ETag", "Cache-Control", "Vary", "Content-Language")
"""Headers of an answer that a 304 has as well (RFC 9110, section 15.4.5)."""

Key = tuple[str, ...]
GetResponse = Callable[[HttpRequest], Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it was sent."""

    body: bytes
    headers: CaseInsensitiveMapping[str]

    def response(self, request: HttpRequest) -> HttpResponse:
        """Return it for this request: a 304 if the client has it."""
        etag = self.headers.get("ETag")
        if etag and etags.is_fresh(request, etag):
            some = {name: self.headers[name] for name in _ON_304 if name in self.headers}
            answer = HttpResponse(status=HTTPStatus.NOT_MODIFIED, headers=some)
            del answer.headers["Content-Type"]
            return answer
        return HttpResponse(self.body, headers=dict(self.headers.items()))


class KeptAnswers:
    """The answers that a process keeps, by what they depend on. It is safe for threads."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._bytes, self._lock = most, 0, Lock()
        self._kept: OrderedDict[Key, Kept] = OrderedDict()

    def find(self, key: Key) -> Kept | None:
        """Return an answer; None if it is not kept."""
        with self._lock:
            if found := self._kept.get(key):
                self._kept.move_to_end(key)
            return found

    def keep(self, key: Key, kept: Kept) -> None:
        """Keep an answer, in place of those that were not asked for longest."""
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = kept
            self._bytes += len(kept.body)
            while self._bytes > self._most:
                _, dropped = self._kept.popitem(last=False)
                self._bytes -= len(dropped.body)


def _key_of(request: HttpRequest) -> Key | None:
    """Return what an answer that never changes depends on; None if this request cannot have one."""
    query, accept = request.META.get("QUERY_STRING", ""), request.headers.get("Accept", "")
    if settings.MIN_CLIENT_VERSION and "Client-Version" in request.headers:  # the view may refuse an old client
        return None
    if request.method != "GET" or len(query) > _LONGEST_QUERY or len(accept) > _LONGEST_ACCEPT:
        return None
    if asks_for_profile(request.path_info, request.GET, is_signed="Authorization" in request.headers):
        return None
    coding = best_coding(request.headers.get("Accept-Encoding", ""))
    return request.path_info, query, accept, preferred(request), coding


@sync_and_async_middleware
def kept_answers(get_response: GetResponse) -> GetResponse:
    """Answer with what is kept, and keep answers that `base.http.etags.lasting` marks.

    It stands around the middleware that compresses, and inside those that check the host and redirect to HTTPS.
    """
    answers = KeptAnswers()

    def found(request: HttpRequest) -> tuple[Key | None, HttpResponse | None]:
        key = _key_of(request)
        kept = answers.find(key) if key else None
        return key, kept.response(request) if kept else None

    def keep(key: Key | None, answer: Any) -> Any:
        is_lasting = getattr(answer, "is_lasting", False) and answer.status_code == HTTPStatus.OK
        # An answer that was counted says how many requests are left.
        if key and is_lasting and "RateLimit" not in answer.headers and len(answer.content) <= _LARGEST:
            answers.keep(key, Kept(answer.content, CaseInsensitiveMapping(answer.items())))
        return answer

    if not iscoroutinefunction(get_response):

        def middleware(request: HttpRequest) -> Any:
            key, kept = found(request)
            return kept or keep(key, get_response(request))

        return middleware

    async def async_middleware(request: HttpRequest) -> Any:
        key, kept = found(request)
        return kept or keep(key, await get_response(request))

    return async_middleware
