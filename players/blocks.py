"""Block lists: who wants nothing to do with whom. A block works both ways, and only who made it can see it."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from players.models import Block, Player

MOST_BLOCKS: Final = 500
"""The largest number of players that one player may block."""


class TooManyBlocks(Exception):
    """The player has blocked as many players as they may."""


def blocks_of(player: Player) -> QuerySet[Block]:
    """Return the blocks that the player has made, with the blocked players."""
    return Block.objects.filter(player=player).select_related("blocked")


def block(player: UUID, other: UUID) -> None:
    """Let *player* block *other*. To block somebody again changes nothing. Needs a transaction.

    Raises Player.DoesNotExist if there is no such player, or if they have left; ValueError if it is the player's own
    id; TooManyBlocks.
    """
    if player == other:
        raise ValueError("nobody can block themselves")
    # The lock makes two requests at once count one after the other.
    Player.objects.select_for_update().get(id=player)
    found = Player.objects.get(id=other, is_active=True)
    if Block.objects.filter(player=player, blocked=found).exists():
        return
    if Block.objects.filter(player=player).count() >= MOST_BLOCKS:
        raise TooManyBlocks
    Block.objects.create(player_id=player, blocked=found)


def unblock(player: UUID, other: UUID) -> None:
    """End the block of *other* by *player*, if there is one. Raises Player.DoesNotExist."""
    Player.objects.only("id").get(id=other)
    Block.objects.filter(player=player, blocked=other).delete()


def blocked(one: UUID, other: UUID) -> bool:
    """Return whether one of these two players has blocked the other."""
    return bool(blocked_among(one, [other]))


def blocked_among(player: UUID, others: Iterable[UUID]) -> set[UUID]:
    """Return those of the *others* whom *player* has blocked, or who have blocked *player*. It takes one query."""
    asked = [*others]
    if not asked:
        return set()
    between = Q(player=player, blocked__in=asked) | Q(blocked=player, player__in=asked)
    pairs = Block.objects.filter(between).values_list("player_id", "blocked_id")
    return {member for pair in pairs for member in pair} - {player}


def blocked_pairs(players: Iterable[UUID]) -> set[frozenset[UUID]]:
    """Return the pairs among the *players* of whom one has blocked the other. It takes one query."""
    asked = [*players]
    pairs = Block.objects.filter(player__in=asked, blocked__in=asked).values_list("player_id", "blocked_id")
    return {frozenset(pair) for pair in pairs}


def is_blocked(player: UUID, other: str = "id") -> Exists:
    """Return the condition that the player whose id is in the column *other* and *player* are blocked."""
    between = Q(player=player, blocked=OuterRef(other)) | Q(blocked=player, player=OuterRef(other))
    return Exists(Block.objects.filter(between))
