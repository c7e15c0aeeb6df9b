"""Ids, in the order in which they are made."""

import secrets
import time
import uuid

_RANDOM_BITS = 74


def uuid7() -> uuid.UUID:
    """Return a new UUIDv7: 48 bits of Unix milliseconds, then 74 random bits (RFC 9562, section 5.7).

    By hand: Python makes them only since 3.14, Django 5.2 and psycopg not at all. The last byte is random, so it can
    name a shard.

    >>> made = uuid7()
    >>> made.version, made.variant == uuid.RFC_4122
    (7, True)
    """
    random = secrets.randbits(_RANDOM_BITS)
    milliseconds = time.time_ns() // 1_000_000
    high = (milliseconds & 0xFFFF_FFFF_FFFF) << 16 | 0x7 << 12 | random >> 62
    low = 0b10 << 62 | random & (1 << 62) - 1
    return uuid.UUID(int=high << 64 | low)
