"""`Idempotency-Key`: a POST that is sent twice makes one thing, and gets the same answer twice.

The row of the key and the thing are stored in one transaction. A second request with the same key waits until the first
one ends, and then finds its row, or nothing if it was refused. A refused request does not use up its key.

By hand: the packages for this keep answers in a cache, outside of the transaction.
"""

import hashlib
import hmac
import re
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.http import Http404
from django.utils.encoding import force_bytes
from rest_framework.request import Request
from rest_framework.response import Response

from base import clock
from base.http.problems import Problem
from base.http.renderers import encode_sorted
from base.sql.statements import prepared

ANONYMOUS_LENGTH: Final = 22
"""The length of 128 random bits in base64. Before sign-in, only the key shows to whom an answer belongs."""
REPLAYED: Final = "Idempotency-Replayed"
LIFETIME: Final = timedelta(days=30)
ANONYMOUS_LIFETIME: Final = timedelta(seconds=60)
NOBODY: Final = UUID(int=0)
"""Whose keys those are that are sent before sign-in."""

_KEY: Final = re.compile(r"[!-~]{1,255}")
KEY_SCHEMA: Final = {"type": "string", "pattern": f"^{_KEY.pattern}$"}
"""How OpenAPI describes a key."""
_BIND: Final = """
    INSERT INTO request_key AS bound (actor, path, key, request_hash, status, made, created_at)
    VALUES (%(actor)s, %(path)s, %(key)s, %(request_hash)s, 0, '', %(now)s)
    ON CONFLICT (actor, path, key) DO UPDATE
       SET request_hash = excluded.request_hash, status = 0, made = '', created_at = excluded.created_at
     WHERE bound.created_at <= %(oldest)s
    RETURNING id
"""
_KEEP: Final = "UPDATE request_key SET made = %s, status = %s WHERE id = %s"
_KNOWN: Final = """
    SELECT made, status, request_hash FROM request_key
    WHERE actor = %(actor)s AND path = %(path)s AND key = %(key)s
"""


class BadKey(Problem):
    """The header `Idempotency-Key` is too long or too short, or has characters that are not allowed."""

    code = "bad_key"
    title = "Bad Idempotency-Key"
    default_detail = (
        "An Idempotency-Key has 1 to 255 visible ASCII characters. Before sign-in it has at least 22, all random."
    )
    remedy = "Make a new key, for example a random UUID."


class KeyRequired(Problem):
    """This request must have an `Idempotency-Key`, so that you can safely repeat it."""

    status_code = HTTPStatus.PRECONDITION_REQUIRED
    code = "key_required"
    title = "Idempotency-Key required"
    default_detail = "Send an Idempotency-Key. Make a new one for each new request."
    remedy = "Make a key, store it with the request, and send both until you get an answer."


class KeyReused(Problem):
    """You have sent this `Idempotency-Key` before, with another request. The first request keeps it."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "key_reused"
    title = "Idempotency-Key reused"
    default_detail = "This Idempotency-Key was used for another request."
    remedy = "Make a new key for each new request. Use a key again only to repeat the same request."


def once(
    request: Request,
    make: Callable[[], object],
    show: Callable[[str], Any],
    *,
    status: int = HTTPStatus.CREATED,
    path: str | None = None,
) -> Response:
    """Answer a POST that makes something, once for each Idempotency-Key.

    Args:
        request: the POST. Without the header it is handled as any other request.
        make: makes the thing inside the transaction, and returns its id, whose `str` has at most 64 characters. If it
            raises an error, nothing is stored.
        show: returns the content of the answer for that id. It is called after the commit, and for each repetition.
        status: the status of the answer. A repetition gets the same.
        path: what is stored in place of the path of the request, if that path has a secret.

    Raises:
        BadKey: the header is not a key.
        KeyReused: the key belongs to another request.
        Http404: what the first request made is gone.
    """
    key = key_of(request)
    if key is None:
        with transaction.atomic():
            made = str(make())
        return Response(show(made), status)
    caller, hashed = request.user.pk, request_hash(request)
    row: dict[str, UUID | str | bytes] = {
        "actor": caller or NOBODY,
        "path": (path or request.path)[:200] if caller else "",
        "key": hashlib.sha256(key.encode()).digest(),
    }
    with transaction.atomic():
        now = clock.now()
        oldest = now - (LIFETIME if caller else ANONYMOUS_LIFETIME)
        # The insert waits while another transaction holds the key. It returns no row if the key is already used.
        inserted = prepared(_BIND, {**row, "request_hash": hashed, "now": now, "oldest": oldest})
        if inserted:
            made, first_status = str(make()), int(status)
            prepared(_KEEP, (made, first_status, inserted[0][0]))
        else:
            ((made, first_status, bound),) = prepared(_KNOWN, row)
            if bytes(bound) != hashed:
                raise KeyReused
    try:
        content = show(made)
    except ObjectDoesNotExist as error:
        raise Http404 from error
    return Response(content, first_status, headers=None if inserted else {REPLAYED: "true"})


def key_of(request: Request, *, required: bool = False) -> str | None:
    """Return the client's key, or None if there is none. Raises BadKey, and KeyRequired if a key is required."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        if required:
            raise KeyRequired
        return None
    if not _KEY.fullmatch(key) or (not request.user.pk and len(key) < ANONYMOUS_LENGTH):
        raise BadKey
    return str(key)


def request_hash(request: Request) -> bytes:
    """Return a hash (32 bytes) of method, path, query and body. It has a key, because a body may have a password.

    `lang` does not count: a player who changes the language may repeat a request.
    """
    query = ""
    if request.query_params:
        counted = request.query_params.copy()
        counted.pop("lang", None)
        query = counted.urlencode()
    content = encode_sorted([request.method, request.path, query, request.data])
    return hmac.digest(_hash_key(settings.SECRET_KEY), content, "sha256")


@lru_cache
def _hash_key(secret: str | bytes) -> bytes:
    return hashlib.sha256(b"players.http.idempotency" + force_bytes(secret)).digest()
