"""The hash chain of a stream, which every viewer can recompute from his own feed.

::

    secret_digest = SHA-256(salt || canonical(secret))
    hash          = SHA-256(hash before || canonical(public part) || secret_digest)
    public part   = {"version", "turn", "type", "at", "seat", "data"}

The salt is 256 random bits; the first event's hash before is 32 zero bytes. ``data`` is the public part of the event
but for ``seat``, which stands beside it. The public part is what the feed gives to a viewer who sees nothing that is
hidden (``games.codec.viewing``), as it was recorded, never as upcast: so the schema need not be hashed, as within one
type it only tells which fields there are, and ``decode`` refuses data with other ones.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from games.codec.canonical import canonical

GENESIS: Final = bytes(32)
"""What the first event of a stream has for the hash before it."""

SALT_BYTES: Final = 32

HASHED: Final = ("version", "turn", "type", "at", "seat", "data")
"""The fields of the public part."""


def instant(at: datetime) -> str:
    """Return *at*, which knows its zone, in UTC by RFC 3339 with six decimals of a second.

    >>> instant(datetime(2026, 11, 21, 9, 20, 59, tzinfo=UTC))
    '2026-11-21T09:20:59.000000Z'
    """
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def public_part(event: Mapping[str, Any]) -> bytes:
    """Return the bytes that are hashed of an *event* as the feed gives it to who sees nothing hidden.

    Raises KeyError without one of the fields that are HASHED; others do not matter.
    """
    return canonical({field: event[field] for field in HASHED})


def seal(salt: bytes, secret: dict[str, Any]) -> bytes:
    """Return the digest (32 bytes) that commits to *secret*, the hidden fields without the salt."""
    return hashlib.sha256(salt + canonical(secret)).digest()


def link(before: bytes, part: bytes, secret_digest: bytes) -> bytes:
    """Return the hash (32 bytes) of an event with this public *part*, whose predecessor has the hash *before*."""
    return hashlib.sha256(before + part + secret_digest).digest()
