"""Rulesets under their content hash. They are kept for ever, so games go on after their variant was edited."""

from functools import lru_cache
from typing import Final

from games.db import rows
from games.models import Ruleset
from games.models.sql import insertion
from games.rules.variants import Variant, from_bytes

_KEEP: Final = f"{insertion(Ruleset)} ON CONFLICT DO NOTHING"
_FIND: Final = "SELECT canonical FROM ruleset WHERE hash = %s"


class UnknownRuleset(Exception):
    """No ruleset of this hash is kept."""


def keep(variant: Variant) -> None:
    """Keep the bytes of *variant* under their hash. Keeping them again changes nothing."""
    rows(_KEEP, {"hash": variant.hash, "variant": variant.key, "canonical": variant.content})


@lru_cache(maxsize=256)
def kept(content: str) -> Variant:
    """Return the variant that was kept under this content hash. Raises UnknownRuleset if there is none.

    Bytes that do not have the hash count as missing: a game must not be played by other rules than it pinned.
    """
    for (found,) in rows(_FIND, [content]):
        variant = from_bytes(found)
        if variant.hash == content:
            return variant
    raise UnknownRuleset(content)


def is_kept(content: str) -> bool:
    """Return whether a variant was kept under this content hash."""
    try:
        kept(content)
    except UnknownRuleset:
        return False
    return True
