"""Variants that players wrote: the owner and the current edition of each key."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import connection

from games.models import CustomVariant

MOST_KEYS: Final = 50
"""Variants of one author."""
MOST_EDITIONS: Final = 100
"""Editions of one variant."""

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
    """The author has too many variants, or the variant has too many editions."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A key, who owns it, and the hash of its current edition."""

    key: str
    author: UUID
    hash: str


def custom(key: str) -> Owned | None:
    """Return the variant that is published under *key*; None if there is none."""
    found = CustomVariant.objects.filter(key=key).values_list("author", "hash").first()
    return None if found is None else Owned(key, *found)


def claim(key: str, *, author: UUID, content: str) -> None:
    """Make the ruleset with the hash *content* the current edition of *key*, which *author* owns from then on.

    Raises KeyTaken, TooManyVariants; then roll the transaction back.
    """
    with connection.cursor() as cursor:
        # Without the lock two requests of one author could both add the last variant that they may have.
        cursor.execute(_LOCK, [str(author)])
        cursor.execute(_CLAIM, [key, author, content])
        editions = cursor.fetchone()
        if editions is None:
            raise KeyTaken(key)
        cursor.execute(_OWNED, [author])
        if editions[0] > MOST_EDITIONS or cursor.fetchone()[0] > MOST_KEYS:
            raise TooManyVariants(key)
