"""The sums of the ended games of a player."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from games.db import fetch, rows

LATEST: Final = 1_000
"""Games in which streaks are looked for, so that a page does not cost more for somebody who plays much."""

_TALLIES: Final = """
    SELECT variant, place, result, sum(games)::bigint, sum(resigned)::bigint, sum(points)::bigint,
           sum(decisions)::bigint, sum(by_clock)::bigint, sum(answer_ms)::bigint, sum(missed)::bigint
    FROM tally
    WHERE generation = (SELECT generation FROM projection WHERE name = 'results')
      AND player = %s AND (NOT private OR %s)
    GROUP BY variant, place, result ORDER BY variant, place, result
"""
_LATEST_OF: Final = """
    (SELECT variant, result, ended_at, game FROM encounter
     WHERE generation = (SELECT generation FROM projection WHERE name = 'results')
       AND player = %s AND other = %s AND private = {}
     ORDER BY ended_at DESC, game DESC LIMIT %s)
"""
_LATEST: Final = f"""
    SELECT variant, result
    FROM ({_LATEST_OF.format("false")} UNION ALL {_LATEST_OF.format("true AND %s")}) AS latest
    ORDER BY ended_at DESC, game DESC LIMIT %s
"""  # noqa: S608 - constants
_MEETINGS: Final = """
    SELECT variant, sum(games)::bigint, sum(ahead)::bigint, sum(behind)::bigint
    FROM meeting
    WHERE generation = (SELECT generation FROM projection WHERE name = 'results')
      AND player = %s AND other = %s AND (NOT private OR %s)
    GROUP BY variant ORDER BY sum(games) DESC, variant
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tallied:
    """The games of a player that ended alike, added up."""

    variant: str
    place: int
    result: str
    games: int
    resigned: int
    points: int
    decisions: int
    by_clock: int
    """Those of the decisions that the clock made."""
    answer_ms: int
    """How long the others took altogether."""
    missed: int
    """Fines and charges for a word that was not said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """How often a player came in ahead of another one in a variant, and behind them."""

    variant: str
    games: int
    ahead: int
    behind: int


def tallies(player: UUID, *, private: bool) -> list[Tallied]:
    """Return what the games of *player* add up to, by variant and place; private ones only if they are asked for."""
    return fetch(Tallied, _TALLIES, [player, private])


def latest_results(player: UUID, *, private: bool) -> list[tuple[str, str]]:
    """Return variant and result of the last ``LATEST`` games of *player*, the last to end first."""
    values: list[Any] = [player, player, LATEST, player, player, private, LATEST, LATEST]
    return [(variant, result) for variant, result in rows(_LATEST, values)]


def meetings(player: UUID, other: UUID, *, private: bool) -> list[Met]:
    """Return how often *player* met *other*, by variant, the most frequent first."""
    return fetch(Met, _MEETINGS, [player, other, private])
