"""The subscriptions of a player, and the turns that a calendar shows."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from games.db import fetch
from games.models import Subscription as SubscriptionRow

__all__ = ["OpenTurn", "SubscriptionRow", "open_turns", "subscriptions_of"]

_TURNS: Final = """
    SELECT g.id, s.seat, g.turn, g.turn_began, g.deadline, g.created_at,
           coalesce((SELECT e.version FROM event AS e
                     WHERE (e.shard, e.stream) = (g.shard, g.id) AND e.type = 'turn-began'
                     ORDER BY e.version DESC LIMIT 1), 0),
           (SELECT e.recorded_at FROM event AS e WHERE (e.shard, e.stream, e.version) = (g.shard, g.id, g.version))
    FROM seat AS s JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)
    WHERE s.player = %s AND g.status = 'playing' AND g.on_turn = s.seat AND NOT s.absent
      AND g.turn_began IS NOT NULL AND g.deadline IS NOT NULL
    ORDER BY g.deadline, g.id LIMIT %s
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTurn:
    """A turn of a player with a deadline."""

    game: UUID
    seat: int
    turn: int
    """The decision that is due."""
    began: datetime
    """When the turn began, or the clock ran again after a pause."""
    due: datetime
    """Its deadline before any credit for outages."""
    opened_at: datetime
    """When the game was opened."""
    first_version: int
    """The version at which the turn of the rule book began. It stays the same for all decisions of the turn, and after
    pauses."""
    changed_at: datetime
    """When the last event of the game was recorded."""


def open_turns(player: UUID, *, limit: int) -> list[OpenTurn]:
    """Return at most *limit* turns that wait for *player* until a deadline, the soonest first.

    While the clock of a game stands still it has no deadline. The turns of an absent player do not wait for them.
    """
    return fetch(OpenTurn, _TURNS, [player, limit])


def subscriptions_of(player: UUID) -> QuerySet[SubscriptionRow]:
    """Return the subscriptions of *player*."""
    return SubscriptionRow.objects.filter(player=player)
