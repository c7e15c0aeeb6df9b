"""Vacations of players. Each change is told to their games afterwards; until then it is not settled."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from games.db import fetch, names_of, rows


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation."""

    id: int
    began: datetime
    until: datetime


_LOCK: Final = "SELECT 1 FROM player WHERE id = %s FOR NO KEY UPDATE"
_OF: Final = f"""
    SELECT {names_of(Vacation)} FROM vacation
    WHERE player = %s AND until > clock_timestamp() - interval '400 days' ORDER BY began
"""  # noqa: S608 - names of fields
_ADD: Final = "INSERT INTO vacation (player, began, until) VALUES (%s, %s, %s)"
_CHANGE: Final = "UPDATE vacation SET until = %s, is_settled = false WHERE id = %s"
_UNSETTLED: Final = "SELECT player FROM vacation WHERE NOT is_settled ORDER BY id LIMIT 1"
_SETTLED: Final = "UPDATE vacation SET is_settled = true WHERE NOT is_settled AND player = %s AND until = ANY(%s)"
_TABLES: Final = """
    SELECT g.id FROM seat AS s JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)
    WHERE s.player = %s AND g.status = 'playing'
      AND (SELECT count(*) FROM seat AS t WHERE (t.shard, t.game) = (g.shard, g.id)) = 2
    ORDER BY g.id
"""
_FORGET: Final = "DELETE FROM vacation WHERE until < clock_timestamp() - interval '800 days'"


def lock(player: UUID) -> None:
    """Lock the vacations of *player* until the transaction ends."""
    rows(_LOCK, [player])


def of(player: UUID) -> list[Vacation]:
    """Return the vacations of *player* that count for this year and the next, in order."""
    return fetch(Vacation, _OF, [player])


def add(player: UUID, began: datetime, until: datetime) -> None:
    """Store a vacation of *player*."""
    rows(_ADD, [player, began, until])


def change(vacation: Vacation, until: datetime) -> None:
    """Let a *vacation* end *until* then."""
    rows(_CHANGE, [until, vacation.id])


def unsettled() -> UUID | None:
    """Return a player whose games do not know of a vacation yet; None if there is none."""
    found = rows(_UNSETTLED)
    return found[0][0] if found else None


def settled(player: UUID, known: list[Vacation]) -> None:
    """Note that all games of *player* know of the vacations *known*, unless these have changed again."""
    rows(_SETTLED, [player, [one.until for one in known]])


def tables_of_two(player: UUID) -> list[UUID]:
    """Return the running games of *player* with two seats."""
    return [game for (game,) in rows(_TABLES, [player])]


def forget() -> None:
    """Delete vacations that count no more."""
    rows(_FORGET)
