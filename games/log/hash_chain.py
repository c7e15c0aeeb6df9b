"""The hash chain of a stream, which every viewer can recompute from their own feed.

::

    public part   = {"version", "turn", "type", "schema", "at", "seat", "command", "data"}
    origin        = SHA-256(salt || canonical({"actor", "key", "request", "edition"}))
    secret_digest = SHA-256(salt || canonical(secret) || origin)
    hash          = SHA-256(hash before || canonical(public part) || secret_digest)

The salt is 256 random bits; the hash before the first event is 32 zero bytes. ``data`` is the public part of the event
without ``seat``, which stands beside it. The public part is what the feed shows to a viewer who sees nothing hidden
(``games.log.redaction``), as it was recorded, never as upcast.

``command`` is the command that caused this event and those after it, up to the next event that has one. It is written
as everybody may know it; the secret has the whole of it under the same name (``games.rules.notation.acts``). The other
events have null.

The origin commits to who made the event, with which request, and by which edition of the rules, which is left out if it
is the first one. It is a digest of its own, so that the feed can give
it to everybody once the game is over: the secret digest can then be recomputed, and nobody learns another's key.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from games.log.codec.canonical import canonical
from games.rules.edition import FIRST

GENESIS: Final = bytes(32)
"""The hash before the first event of a stream."""

SALT_BYTES: Final = 32

HASHED: Final = ("version", "turn", "type", "schema", "at", "seat", "command", "data")
"""The fields of the public part."""


def instant(at: datetime) -> str:
    """Return *at*, which knows its zone, in UTC by RFC 3339 with six decimals of a second.

    >>> instant(datetime(2026, 11, 21, 9, 20, 59, tzinfo=UTC))
    '2026-11-21T09:20:59.000000Z'
    """
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def public_part(event: Mapping[str, Any]) -> bytes:
    """Return the bytes of an *event* that are hashed. *event* is as the feed shows it to a viewer without secrets.

    Raises KeyError if one of the fields HASHED is missing. Other fields do not matter.
    """
    return canonical({field: event[field] for field in HASHED})


def origin_of(salt: bytes, *, actor: str, key: str | None, request_hash: bytes, edition: int = FIRST) -> bytes:
    """Return the digest (32 bytes) that commits to who made an event, with which request, and by which rules.

    *key* is None and *request_hash* is empty if nobody sent them.
    """
    origin: dict[str, Any] = {"actor": actor, "key": key, "request": request_hash.hex()}
    if edition != FIRST:
        origin["edition"] = edition
    return hashlib.sha256(salt + canonical(origin)).digest()


def seal(salt: bytes, secret: dict[str, Any], origin: bytes) -> bytes:
    """Return the digest (32 bytes) that commits to *secret*, all that is hidden but the salt, and to the *origin*."""
    return hashlib.sha256(salt + canonical(secret) + origin).digest()


def link_shard(before: bytes, stream: UUID, event_hash: bytes) -> bytes:
    """Return the shard hash (32 bytes) of an event of *stream*, where the event before in its shard has *before*.

    The database computes the same when events are appended: only it knows the event before, behind the shard's lock.
    """
    return hashlib.sha256(before + stream.bytes + event_hash).digest()


def link(before: bytes, part: bytes, secret_digest: bytes) -> bytes:
    """Return the hash (32 bytes) of an event with this public *part*, whose predecessor has the hash *before*."""
    return hashlib.sha256(before + part + secret_digest).digest()
