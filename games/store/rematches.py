"""Which game follows a game that is over, and whose seats are kept there."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from games.db import fetch, rows

_ADD: Final = """
    INSERT INTO rematch (game, next, held_until) VALUES (%s, %s, clock_timestamp() + %s)
    ON CONFLICT (game) DO UPDATE SET next = excluded.next, held_until = excluded.held_until
"""
NEXT: Final = """
    SELECT r.next FROM rematch AS r
    JOIN game AS n ON (n.shard, n.id) = (mod(get_byte(uuid_send(r.next), 15), 16)::smallint, r.next)
    WHERE r.game = {game} AND (n.status <> 'over' OR n.turn > 0)
"""
"""The game that follows ``{game}``. A table that was closed before its game began follows nothing."""
BEFORE: Final = """
    SELECT r.next, r.held_until, s.seat, s.player FROM rematch AS r
    JOIN seat AS s ON (s.shard, s.game) = (mod(get_byte(uuid_send(r.game), 15), 16)::smallint, r.game)
"""
"""The seats of the games that came before others."""
_KEPT: Final = f"""
    SELECT seat, player, held FROM (
        SELECT mod(seat + count(*) OVER () - 1, count(*) OVER ())::int AS seat, player,
               held_until > clock_timestamp() AS held
        FROM ({BEFORE}) AS before WHERE next = %s) AS shifted
    WHERE player IS NOT NULL
"""  # noqa: S608 - constants


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


def next_of(game: UUID) -> UUID | None:
    """Return the game that follows *game*; None if there is none."""
    found = rows(NEXT.format(game="%s"), [game])
    return found[0][0] if found else None


def kept_seats(game: UUID) -> list[KeptSeat]:
    """Return the seats of *game* that are kept for the players of the game that it follows; none if it follows none."""
    return fetch(KeptSeat, _KEPT, [game])
