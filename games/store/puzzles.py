"""Puzzles: positions of public games that are over, a few for each day, and who has solved them."""

from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from games.db import fetch, names_of, rows
from games.log.shards import SHARDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position in which the seat on turn can win in its turn."""

    id: UUID
    day: date
    number: int
    game: UUID
    version: int
    hash: bytes
    seat: int
    variant: str


_COLUMNS: Final = names_of(Puzzle)
_TODAY: Final = "SELECT (statement_timestamp() AT TIME ZONE 'UTC')::date"
_OF_DAY: Final = f"SELECT {_COLUMNS} FROM puzzle WHERE day = ({_TODAY}) ORDER BY number"  # noqa: S608 - constants
_FIND: Final = f"SELECT {_COLUMNS} FROM puzzle WHERE id = %s"  # noqa: S608 - constants
_ADD: Final = """
    INSERT INTO puzzle (id, day, number, game, version, hash, seat, variant)
    VALUES (%(id)s, %(day)s, %(number)s, %(game)s, %(version)s, %(hash)s, %(seat)s, %(variant)s)
    ON CONFLICT DO NOTHING
"""
# A game that ended in the last 30 days can have given a puzzle since then only.
_UNUSED: Final = f"""
    SELECT g.id FROM game AS g
    WHERE g.shard = ANY(%(shards)s) AND g.status = 'over' AND g.visibility = 'public'
      AND g.ended_at > statement_timestamp() - interval '30 days'
      AND g.id NOT IN (SELECT game FROM puzzle WHERE day >= ({_TODAY}) - 30)
    ORDER BY g.ended_at DESC LIMIT %(limit)s
"""  # noqa: S608 - constants
_SOLVE: Final = "INSERT INTO puzzle_solution (player, puzzle) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_SOLVED: Final = "SELECT puzzle FROM puzzle_solution WHERE player = %s AND puzzle = ANY(%s)"
_COUNT: Final = "SELECT count(*) FROM puzzle_solution WHERE player = %s"


def today() -> date:
    """Return the day in UTC, by the database's clock."""
    ((day,),) = rows(_TODAY)
    assert isinstance(day, date)  # noqa: S101  # of this column
    return day


def of_today() -> list[Puzzle]:
    """Return the puzzles of today, in their order."""
    return fetch(Puzzle, _OF_DAY)


def find(puzzle: UUID) -> Puzzle | None:
    """Return a puzzle; None if there is none with this id."""
    return next(iter(fetch(Puzzle, _FIND, [puzzle])), None)


def add(puzzle: Puzzle) -> None:
    """Keep *puzzle*, unless its game has one, or another worker has taken its place in the day."""
    rows(_ADD, {name: getattr(puzzle, name) for name in puzzle.__dataclass_fields__})


def unused_games(limit: int) -> list[UUID]:
    """Return the newest public games that are over and have given no puzzle, at most *limit* of the last 30 days."""
    return [game for (game,) in rows(_UNUSED, {"shards": [*SHARDS], "limit": limit})]


def solve(player: UUID, puzzle: UUID) -> None:
    """Note that *player* has solved *puzzle*. The first time counts."""
    rows(_SOLVE, [player, puzzle])


def solved_of(player: UUID, puzzles: list[UUID]) -> set[UUID]:
    """Return those of *puzzles* that *player* has solved."""
    return {puzzle for (puzzle,) in rows(_SOLVED, [player, puzzles])}


def solved_by(player: UUID) -> int:
    """Return how many puzzles *player* has solved."""
    ((count,),) = rows(_COUNT, [player])
    return int(count)
