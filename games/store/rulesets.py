"""Rulesets under their content hash, kept for ever: yesterday's game goes on after today's edit."""

from functools import lru_cache
from typing import Final

from django.db import connection

from games.rules.variants import Variant, from_bytes

_KEEP: Final = "INSERT INTO ruleset (hash, variant, canonical) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
_FIND: Final = "SELECT canonical FROM ruleset WHERE hash = %s"


class UnknownRuleset(Exception):
    """No ruleset of this hash was ever kept."""


def keep(variant: Variant) -> None:
    """Keep the bytes of *variant* under their hash; keeping them again changes nothing."""
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [variant.hash, variant.key, variant.content])


@lru_cache(maxsize=256)
def kept(content: str) -> Variant:
    """Return the variant that was kept under this content hash. Raises UnknownRuleset if there is none.

    Bytes of another hash are none: what would be played by them is not what was pinned.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [content])
        found = cursor.fetchone()
    variant = None if found is None else from_bytes(bytes(found[0]))
    if variant is None or variant.hash != content:
        raise UnknownRuleset(content)
    return variant
