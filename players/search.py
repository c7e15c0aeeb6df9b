"""The search for players by the beginning of their usernames."""

from typing import Final

from django.db.models import QuerySet
from django.db.models.functions import Collate

from players.blocks import is_blocked
from players.models import Player

MOST_FOUND: Final = 20

_LAST: Final = "\U0010ffff"
"""Comes after each character that a username can have."""


def search(prefix: str, *, searcher: Player) -> QuerySet[Player]:
    """Return the players whose usernames begin with *prefix*, as `normal_prefix` returns it, by username.

    Players who do not want to be found, who have left, or who are blocked either way are left out, and so is
    *searcher*. Usernames are compared by code points, as the index `player_search` orders them.
    """
    rows = Player.objects.alias(spelled=Collate("username", "C")).filter(
        spelled__gte=prefix, spelled__lt=prefix + _LAST, username__isnull=False, searchable=True, is_active=True
    )
    return rows.exclude(id=searcher.id).exclude(is_blocked(searcher.id)).order_by("spelled")
