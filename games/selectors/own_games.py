"""Somebody's games: those that are not over, and those that ended in the last week."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias
from uuid import UUID

from games.db import fetch, rows
from games.log.shards import shard_of
from games.store.rematches import NEXT, following

Key: TypeAlias = tuple[bool, datetime | None, UUID]
"""Whether a game is over, its deadline or when it ended, and its id: the place in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """One of somebody's games, without its state."""

    id: UUID
    version: int
    seat: int
    """The player's own."""
    is_over: bool
    turn_began: datetime | None
    due: datetime | None
    """When the time of the seat on turn is up, before any credit for outages."""
    nonce_due: str | None
    """What the player owes a sealed table: ``seal`` or ``open``; None if nothing."""
    ended_at: datetime | None
    revision: int
    """The sum of the revisions of the seated players' profiles."""
    rematch: UUID | None
    """The game that follows this one."""

    @property
    def key(self) -> Key:
        """Return its place in the list."""
        return self.is_over, self.ended_at if self.is_over else self.due, self.id


_NONCE: Final = """
    CASE WHEN g.status <> 'waiting' THEN NULL WHEN (
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
    ) THEN 'open' END
"""
"""What seat ``s`` owes the sealed table ``g``."""
_OWN: Final = f"""
    FROM seat AS s JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)
    WHERE s.player = %s AND (g.status <> 'over' OR g.ended_at > clock_timestamp() - interval '7 days')
      AND (g.on_turn = s.seat OR NOT %s OR {_NONCE} IS NOT NULL)
"""
_NUMBER: Final = """
    CASE WHEN {over} THEN -extract(epoch FROM {at}) ELSE extract(epoch FROM coalesce({at}, 'infinity')) END
"""
_PLACE: Final = _NUMBER.format(over="status = 'over'", at="CASE status WHEN 'over' THEN ended_at ELSE deadline END")
# Games and seats come first, and then what lies elsewhere on Citus: players, and which game follows which.
_GAMES_OF: Final = f"""
    WITH mine AS MATERIALIZED (
        SELECT g.id, g.version, s.seat, g.status, g.turn_began, g.deadline, {_NONCE} AS nonce_due, g.ended_at, ARRAY(
            SELECT one.player FROM seat AS one WHERE (one.shard, one.game) = (g.shard, g.id)) AS players
        {_OWN}{{after}}
        ORDER BY g.status = 'over', {_PLACE}, g.id LIMIT %s)
    SELECT id, version, seat, status = 'over', turn_began, deadline, nonce_due, ended_at,
           (SELECT coalesce(sum(p.revision), 0)::bigint FROM player AS p WHERE p.id = ANY(players)),
           CASE WHEN status = 'over' THEN ({NEXT.format(game="mine.id")}) END
    FROM mine ORDER BY status = 'over', {_PLACE}, id
"""  # noqa: S608 - constants
_AFTER: Final = f"""
      AND (status = 'over', {_PLACE}, g.id) > (%s, {_NUMBER.format(over="%s", at="%s::timestamptz")}, %s)
"""
_AWAITING: Final = f"SELECT count(*) {_OWN}"
_SEATS: Final = f"""
    SELECT s.player, g.id, version, turn, status, coalesce(g.on_turn = s.seat, false), {_NONCE}, turn_began, deadline,
           ended_at, clock_timestamp()
    FROM seat AS s JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)
    WHERE s.player IS NOT NULL AND """  # noqa: S608 - constants
_AT_TABLES: Final = f"{_SEATS} (s.shard, s.game) IN (SELECT * FROM unnest(%s::smallint[], %s::uuid[]))"  # noqa: S608 - constants
_OF_PLAYERS: Final = f"{_SEATS} s.player = ANY(%s) AND g.status <> 'over'"


def games_of(player: UUID, *, awaiting: bool = False, after: Key | None = None, limit: int = 100) -> list[OwnGame]:
    """Return the games of *player*, from behind the key *after*.

    First come those that are not over, the soonest deadline first and those without one last; then those that ended in
    the last week, the last one first. With *awaiting* only those where they must act. What a sealed table asks for is
    looked up in the few events before the start, and only at tables that wait.
    """
    if after is None:
        found = fetch(OwnGame, _GAMES_OF.format(after=""), [player, awaiting, limit])
    else:
        over, at, last = after
        found = fetch(OwnGame, _GAMES_OF.format(after=_AFTER), [player, awaiting, over, over, at, at, last, limit])
    real = following([one.rematch for one in found if one.rematch])
    return [one if one.rematch in real else replace(one, rematch=None) for one in found]


def awaiting_count(player: UUID) -> int:
    """Return in how many games *player* must act."""
    ((count,),) = rows(_AWAITING, [player, True])
    return int(count)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenSeat:
    """A seat of a player, and whether its game waits for them."""

    player: UUID
    game: UUID
    version: int
    turn: int
    status: str
    is_on_turn: bool
    nonce_due: str | None
    """What the player owes a sealed table: ``seal`` or ``open``; None if nothing."""
    turn_began: datetime | None
    due: datetime | None
    """When the time of the seat on turn is up, before any credit for outages."""
    ended_at: datetime | None
    read_at: datetime

    @property
    def is_awaited(self) -> bool:
        """Return whether the game waits for this player."""
        return self.is_on_turn or self.nonce_due is not None


def seats_at(games: Collection[UUID]) -> list[TakenSeat]:
    """Return the seats of all players in *games*. It takes one query."""
    return fetch(TakenSeat, _AT_TABLES, [[*map(shard_of, games)], [*games]])


def seats_of(players: Collection[UUID]) -> list[TakenSeat]:
    """Return the seats of *players* in games that are not over. It takes one query."""
    return fetch(TakenSeat, _OF_PLAYERS, [[*players]])
