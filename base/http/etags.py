"""ETags: a 304 if the client has the present version, a 412 if it wants to change a version that it has not seen."""

import hashlib
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from base.http.problems import Problem
from base.http.renderers import encode_sorted

PUBLIC: Final = "public, no-cache"
"""The Cache-Control of what everybody may read: caches store it, and ask each time whether it has changed."""
_BYTES: Final = 16


class MatchRequired(Problem):
    """A change must name in `If-Match` the version that it changes."""

    status_code = HTTPStatus.PRECONDITION_REQUIRED
    code = "match_required"
    title = "If-Match required"
    default_detail = "Send the ETag of what you change in If-Match."
    remedy = "Read it first (`GET`), and send its `ETag` in `If-Match` with the change."


class Changed(Problem):
    """Somebody, perhaps you on another device, has changed this since you read it. Nothing was changed now."""

    status_code = HTTPStatus.PRECONDITION_FAILED
    code = "changed"
    title = "Changed meanwhile"
    default_detail = "This has changed since you read it. Read it again."
    remedy = "Read it again, make your change to the new version, and send that with the new `ETag`."


def weak(*parts: object) -> str:
    """Return a weak ETag of everything that an answer depends on: `W/"…"` with 128 bits of SHA-256."""
    content = "\0".join(map(str, parts)).encode()
    return f'W/"{hashlib.sha256(content).hexdigest()[: 2 * _BYTES]}"'


def of(content: Any) -> str:
    """Return a weak ETag of the content of an answer. The answer must be made first, even if a 304 follows."""
    return weak(encode_sorted(content).decode())


def is_fresh(request: Request | HttpRequest, etag: str) -> bool:
    """Return whether If-None-Match has `etag`, so that a 304 is the answer."""
    return _names(request.headers.get("If-None-Match"), etag)


def not_modified(etag: str) -> Response:
    """Return the 304."""
    return Response(status=HTTPStatus.NOT_MODIFIED, headers={"ETag": etag})


def answer(request: Request, content: Any, *, etag: str | None = None) -> Response:
    """Return a 200 with the content and its ETag, or a 304 if the client has this version."""
    etag = etag or of(content)
    return not_modified(etag) if is_fresh(request, etag) else Response(content, headers={"ETag": etag})


def lasting(answer: Response) -> Response:
    """Mark an answer that is the same for all callers, and never changes while this process runs.

    Then the process keeps it as it is sent (`config.kept_answers`). It may depend on path, query, `Accept`,
    `Accept-Language` and `Accept-Encoding` alone.
    """
    answer.is_lasting = True  # type: ignore[attr-defined]  # the middleware asks for it
    return answer


def require_match(request: Request, content: Any) -> None:
    """Check that If-Match has the ETag of `content`, which is stored now. Raises MatchRequired or Changed.

    The comparison is weak, because a proxy that compresses makes strong ETags weak.
    """
    given = request.headers.get("If-Match")
    if given is None:
        raise MatchRequired
    if not _names(given, of(content)):
        raise Changed


def _names(header: str | None, etag: str) -> bool:
    tags = parse_etags(header or "")
    return tags == ["*"] or etag.removeprefix("W/") in {tag.removeprefix("W/") for tag in tags}
