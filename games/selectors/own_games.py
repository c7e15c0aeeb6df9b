"""Somebody's unfinished games."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from games.db import fetch, rows


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """One of somebody's unfinished games, from afar."""

    id: UUID
    variant: str
    status: str
    version: int
    turn: int
    seat: int
    """The player's own."""
    on_turn: int | None
    turn_began: datetime | None
    due: datetime | None
    """When the time of the seat on turn is up, before any credit for outages: what the list is ordered by."""
    nonce_due: str | None
    """What the player must send for the nonces of a sealed table: ``seal`` or ``open``; None if nothing."""

    @property
    def awaiting(self) -> bool:
        """Whether it waits for the player."""
        return self.on_turn == self.seat or self.nonce_due is not None


_OWN: Final = """
    FROM seat AS s JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)
    LEFT JOIN LATERAL (
        SELECT CASE WHEN (
            SELECT e.type = 'nonces-voided' FROM event AS e
            WHERE (e.shard, e.stream) = (g.shard, g.id) AND (
                (e.type IN ('seat-taken', 'nonce-sealed') AND e.public ->> 'seat' = s.seat::text)
                OR (e.type = 'nonces-voided' AND e.public::jsonb -> 'seats' @> to_jsonb(s.seat)))
            ORDER BY e.version DESC LIMIT 1
        ) THEN 'seal' WHEN g.deadline IS NOT NULL AND (
            SELECT e.type = 'nonces-called' FROM event AS e
            WHERE (e.shard, e.stream) = (g.shard, g.id) AND (
                (e.type = 'nonce-opened' AND e.public ->> 'seat' = s.seat::text)
                OR e.type IN ('seat-left', 'seat-forfeited', 'seat-taken', 'nonces-voided')
                OR (e.type = 'nonces-called' AND e.public ->> 'ask' = 'open'
                    AND e.public::jsonb -> 'seats' @> to_jsonb(s.seat)))
            ORDER BY e.version DESC LIMIT 1
        ) THEN 'open' END AS nonce_due
    ) AS n ON g.status = 'waiting'
    WHERE s.player = %s AND g.status <> 'over' AND (g.on_turn = s.seat OR nonce_due IS NOT NULL OR NOT %s)
"""
_GAMES_OF: Final = f"""
    SELECT g.id, variant, status, version, turn, s.seat, on_turn, turn_began, deadline, nonce_due {_OWN}
      AND (coalesce(deadline, 'infinity'), g.id) > (coalesce(%s::timestamptz, %s::timestamptz), %s)
    ORDER BY coalesce(deadline, 'infinity'), g.id LIMIT %s
"""
_AWAITING: Final = f"SELECT count(*) {_OWN}"


def games_of(
    player: UUID, *, awaiting: bool = False, after: tuple[datetime | None, UUID] | None = None, limit: int = 100
) -> list[OwnGame]:
    """Return the unfinished games of *player*, soonest deadline first, those without one last.

    With *awaiting* only those where they must act; from behind the key *after* (due, id). What a sealed table asks for
    is looked up in the few events before the start, and only at tables that wait.
    """
    due, last = after or (None, UUID(int=0))
    beginning = "infinity" if after else "-infinity"
    return fetch(OwnGame, _GAMES_OF, [player, awaiting, due, beginning, last, limit])


def awaiting_count(player: UUID) -> int:
    """Return in how many games *player* must act."""
    ((count,),) = rows(_AWAITING, [player, True])
    return int(count)
