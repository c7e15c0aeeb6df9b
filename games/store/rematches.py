"""Which game follows a game that is over, and whose seats are kept there."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from games.db import rows
from games.log.shards import shard_of

_ADD: Final = """
    INSERT INTO rematch (game, next, held_until) VALUES (%s, %s, clock_timestamp() + %s)
    ON CONFLICT (game) DO UPDATE SET next = excluded.next, held_until = excluded.held_until
"""
NEXT: Final = "SELECT r.next FROM rematch AS r WHERE r.game = {game}"
"""The game that was opened behind ``{game}``. See ``follows``."""
_FOLLOWING: Final = """
    SELECT id FROM unnest(%s::smallint[], %s::uuid[]) AS asked (shard, id) JOIN game USING (shard, id)
    WHERE status <> 'over' OR turn > 0
"""
_FOLLOWS: Final = "SELECT 1 FROM game WHERE shard = %s AND id = %s AND (status <> 'over' OR turn > 0)"
_BEFORE: Final = "SELECT game, held_until > clock_timestamp() FROM rematch WHERE next = %s"
_SEATS: Final = "SELECT seat, player FROM seat WHERE shard = %s AND game = %s"


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat of a rematch, and the player for whom it is kept."""

    seat: int
    player: UUID
    is_held: bool
    """Whether nobody else may take it yet."""


def shifted(seat: int, seats: int) -> int:
    """Return the seat in a rematch of whoever had this *seat* of so many *seats*: the one before it."""
    return (seat - 1) % seats


def add(game: UUID, following: UUID, held: timedelta) -> None:
    """Note that one game follows another, in place of a table that was closed before its game began.

    Seats are *held* so long for the players who have not come yet. The row of *game* must be locked.
    """
    rows(_ADD, [game, following, held])


def follows(game: UUID) -> bool:
    """Return whether *game*, opened behind another, follows it. One that was closed before it began follows nothing."""
    return bool(rows(_FOLLOWS, [shard_of(game), game]))


def following(games: Collection[UUID]) -> set[UUID]:
    """Return those of the *games*, opened behind others, that follow them. One query, or none if there are no games."""
    return {game for (game,) in rows(_FOLLOWING, [[*map(shard_of, games)], [*games]])} if games else set()


def next_of(game: UUID) -> UUID | None:
    """Return the game that follows *game*; None if there is none."""
    return next((found for (found,) in rows(NEXT.format(game="%s"), [game]) if follows(found)), None)


def kept_seats(game: UUID) -> list[KeptSeat]:
    """Return the seats of *game* that are kept for the players of the game that it follows; none if it follows none."""
    kept = list[KeptSeat]()
    for before, is_held in rows(_BEFORE, [game]):
        taken = rows(_SEATS, [shard_of(before), before])
        kept += [KeptSeat(shifted(seat, len(taken)), player, is_held) for seat, player in taken if player is not None]
    return kept
