"""Variants that players wrote: who owns a key, and which edition is the current one."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import connection

from games.models import CustomVariant

MOST_KEYS: Final = 50
"""Of one author."""
MOST_EDITIONS: Final = 100
"""Of one key."""

_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('custom_variant ' || %s, 0))"
_CLAIM: Final = """
    INSERT INTO custom_variant AS kept (key, author, hash, editions, published_at)
    VALUES (%s, %s, %s, 1, clock_timestamp())
    ON CONFLICT (key) DO UPDATE
       SET hash = excluded.hash, published_at = excluded.published_at,
           editions = kept.editions + (kept.hash <> excluded.hash)::integer
     WHERE kept.author = excluded.author
    RETURNING editions
"""
_OWNED: Final = "SELECT count(*) FROM custom_variant WHERE author = %s"


class KeyTaken(Exception):
    """Another author has this key."""


class TooManyVariants(Exception):
    """The author has as many variants, or the variant as many editions, as there may be."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A key, who owns it, and the hash of its current edition."""

    key: str
    author: UUID
    hash: str


def custom(key: str) -> Owned | None:
    """Return what is published under *key*; None for nothing."""
    found = CustomVariant.objects.filter(key=key).values_list("author", "hash").first()
    return None if found is None else Owned(key, *found)


def claim(key: str, *, author: UUID, content: str) -> None:
    """Make the ruleset with the hash *content* the current edition of *key*, for *author*, inside a transaction.

    Raises KeyTaken, TooManyVariants; then nothing of the transaction may stay.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [str(author)])
        cursor.execute(_CLAIM, [key, author, content])
        editions = cursor.fetchone()
        if editions is None:
            raise KeyTaken(key)
        cursor.execute(_OWNED, [author])
        if editions[0] > MOST_EDITIONS or cursor.fetchone()[0] > MOST_KEYS:
            raise TooManyVariants(key)
