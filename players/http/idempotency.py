"""`Idempotency-Key`: the same POST made twice makes one thing and gets the same answer.

The key's row and what is made are one transaction: a second request with the key waits for the first to end, then finds
either its row or nothing. A refusal rolls both back, so it binds no key.

By hand: the packages for this keep answers in a cache, outside the transaction of what is made.
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.response import Response

from players import clock
from players.cleanup import ANONYMOUS_KEY_LIFETIME, REQUEST_KEY_LIFETIME
from players.http.authentication import player_of
from players.http.problems import Problem
from players.http.renderers import encode_sorted
from players.models import RequestKey

ANONYMOUS_LENGTH: Final = 22
"""Characters that 128 random bits take in base64: before sign-in the key alone says whose answer it is."""
REPLAYED: Final = "Idempotency-Replayed"

_KEY: Final = re.compile(r"[!-~]{1,255}")
_BIND: Final = """
    INSERT INTO request_key AS bound (actor, path, key, request_hash, status, made, created_at)
    VALUES (%(actor)s, %(path)s, %(key)s, %(request_hash)s, 0, '', %(now)s)
    ON CONFLICT (actor, path, key) DO UPDATE
       SET request_hash = excluded.request_hash, status = 0, made = '', created_at = excluded.created_at
     WHERE bound.created_at <= %(oldest)s
    RETURNING id
"""


class BadKey(Problem):
    """The header `Idempotency-Key` is not a key: it is too long, too short, or has other characters."""

    code = "bad_key"
    title = "Bad Idempotency-Key"
    default_detail = "An Idempotency-Key has 1 to 255 visible ASCII characters; before sign-in at least 22, all random."
    remedy = "Make a new key, for example a random UUID."


class KeyRequired(Problem):
    """This request must have an `Idempotency-Key`, so that you can safely repeat it."""

    status_code = HTTPStatus.PRECONDITION_REQUIRED
    code = "key_required"
    title = "Idempotency-Key required"
    default_detail = "Send an Idempotency-Key, made once for this attempt."
    remedy = "Make a key, store it with the request, and send both until you get an answer."


class KeyReused(Problem):
    """You have sent this `Idempotency-Key` before, with another request. The first request keeps it."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "key_reused"
    title = "Idempotency-Key reused"
    default_detail = "This Idempotency-Key was used for another request."
    remedy = "Make a new key for each new request. Use a key again only to repeat the same request."


@dataclass(frozen=True, slots=True)
class _Bound:
    """A key that this transaction holds, or what came of it before."""

    id: int
    made: str | None = None
    status: int = 0


def once(
    request: Request, make: Callable[[], object], show: Callable[[str], Any], *, status: int = HTTPStatus.CREATED
) -> Response:
    """Answer a POST that makes something, once for each Idempotency-Key.

    Args:
        request: without the header it is simply carried out.
        make: makes it inside the one transaction; returns its id, whose `str` has at most 64 characters. What it
            raises undoes all.
        show: the answer's content for that id, called after the commit, and again for each repetition.
        status: of the first answer; a repetition gets the same.

    Raises:
        BadKey, KeyReused.
    """
    key = key_of(request)
    if key is None:
        with transaction.atomic():
            made = str(make())
        return Response(show(made), status)
    with transaction.atomic():
        bound = _bind(request, key)
        made = bound.made if bound.made is not None else str(make())
        if bound.made is None:
            RequestKey.objects.filter(id=bound.id).update(made=made, status=status)
    if bound.made is None:
        return Response(show(made), status)
    return Response(show(made), bound.status, headers={REPLAYED: "true"})


def key_of(request: Request, *, required: bool = False) -> str | None:
    """Return the client's key; BadKey or, where one is required, KeyRequired otherwise."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        if required:
            raise KeyRequired
        return None
    if not _KEY.fullmatch(key) or (player_of(request) is None and len(key) < ANONYMOUS_LENGTH):
        raise BadKey
    return str(key)


def request_hash(request: Request) -> bytes:
    """Return the keyed hash (32 bytes) of method, path, query and body: keyed, since a body may hold a password."""
    content = encode_sorted([request.method, request.path, request.META.get("QUERY_STRING", ""), request.data])
    return salted_hmac("players.http.idempotency", content, secret=settings.SECRET_KEY, algorithm="sha256").digest()


def _bind(request: Request, key: str) -> _Bound:
    player = player_of(request)
    now = clock.now()
    row: dict[str, UUID | str | bytes] = {
        "actor": player.id if player else RequestKey.NOBODY,
        "path": request.path[:200] if player else "",
        "key": hashlib.sha256(key.encode()).digest(),
    }
    hashed = request_hash(request)
    oldest = now - (REQUEST_KEY_LIFETIME if player else ANONYMOUS_KEY_LIFETIME)
    with connection.cursor() as cursor:
        cursor.execute(_BIND, {**row, "request_hash": hashed, "now": now, "oldest": oldest})
        fresh = cursor.fetchone()
    if fresh:
        return _Bound(fresh[0])
    known = RequestKey.objects.get(**row)
    if bytes(known.request_hash) != hashed:
        raise KeyReused
    return _Bound(known.id, known.made, known.status)
