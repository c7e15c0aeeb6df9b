"""ETags: 304 for what the client has, 412 for a change to what it has not seen."""

import hashlib
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from players.http.problems import Problem
from players.http.renderers import encode_sorted

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
    """Return a weak ETag of what an answer depends on: `W/"…"`, 128 bits of SHA-256."""
    content = "\0".join(map(str, parts)).encode()
    return f'W/"{hashlib.sha256(content).hexdigest()[: 2 * _BYTES]}"'


def of(content: Any) -> str:
    """Return a weak ETag of an answer's content itself, for answers that are made in any case."""
    return weak(encode_sorted(content).decode())


def is_fresh(request: Request | HttpRequest, etag: str) -> bool:
    """Return whether If-None-Match names `etag`, so that 304 answers the request."""
    return _names(request.headers.get("If-None-Match"), etag)


def not_modified(etag: str) -> Response:
    """Return the 304."""
    return Response(status=HTTPStatus.NOT_MODIFIED, headers={"ETag": etag})


def answer(request: Request, content: Any, *, etag: str | None = None) -> Response:
    """Return 200 with content and ETag, or 304 if the client has it."""
    etag = etag or of(content)
    return not_modified(etag) if is_fresh(request, etag) else Response(content, headers={"ETag": etag})


def require_match(request: Request, content: Any) -> None:
    """Check that If-Match names the ETag of `content`, what is stored now; MatchRequired or Changed otherwise.

    Tags are compared weakly: a proxy that compresses makes strong ones weak, and ours say all that can be changed.
    """
    given = request.headers.get("If-Match")
    if given is None:
        raise MatchRequired
    if not _names(given, of(content)):
        raise Changed


def _names(header: str | None, etag: str) -> bool:
    tags = parse_etags(header or "")
    return tags == ["*"] or etag.removeprefix("W/") in {tag.removeprefix("W/") for tag in tags}
