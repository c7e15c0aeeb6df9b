"""Players and pairs that moderators look at when a ladder may be farmed."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from games.db import fetch

DAYS: Final = 30
"""How long ago players may have met, or have resigned."""
GAMES: Final = 4
"""Games of two players from which on their results are looked at."""
SHARE: Final = 0.9
"""The share of them that one of the two has won."""
FEWEST: Final = 3
"""Resignations from which on a player is listed."""
DECISIONS: Final = 2
"""The most decisions of a player who resigned at once."""
_LONGEST: Final = 50
"""Lines of each list."""

# The fold of the ladders keeps a pair when one of them erases the account. The projection forgets who that was.
_ONE_SIDED: Final = f"""
    SELECT variant, pace, entrant AS winner, opponent AS loser, wins AS won, games FROM rated_pair
    WHERE kind = 'humans' AND last_at > statement_timestamp() - interval '{DAYS} days'
      AND games >= {GAMES} AND wins >= {SHARE} * games
"""  # noqa: S608 - constants
_PAIRS: Final = f"{_ONE_SIDED} ORDER BY won DESC, winner, loser LIMIT {_LONGEST}"
_CHAINS: Final = f"""
    WITH pair AS MATERIALIZED ({_ONE_SIDED})
    SELECT one.variant, one.pace, one.winner AS top, one.loser AS middle, other.loser AS bottom
    FROM pair AS one JOIN pair AS other
      ON (other.variant, other.pace, other.winner) = (one.variant, one.pace, one.loser)
    ORDER BY one.variant, one.pace, top, middle, bottom LIMIT {_LONGEST}
"""  # noqa: S608 - constants
_QUICK: Final = f"""
    SELECT s.player, count(*)::integer AS resignations
    FROM seat_result AS s JOIN result AS r ON (r.generation, r.shard, r.game) = (s.generation, s.shard, s.game)
    WHERE s.generation = (SELECT generation FROM projection WHERE name = 'results') AND r.rated AND r.unrated = ''
      AND s.resigned AND s.decisions <= {DECISIONS} AND s.player IS NOT NULL
      AND r.ended_at > statement_timestamp() - interval '{DAYS} days'
    GROUP BY s.player HAVING count(*) >= {FEWEST} ORDER BY resignations DESC, s.player LIMIT {_LONGEST}
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players of whom one has won nearly all games."""

    variant: str
    pace: str
    winner: str
    loser: str
    won: int
    games: int


@dataclass(frozen=True, slots=True)
class Chain:
    """Three players, of whom each has won nearly all games against the next."""

    variant: str
    pace: str
    top: str
    middle: str
    bottom: str


@dataclass(frozen=True, slots=True)
class Quitter:
    """A player who resigns rated games at once."""

    player: UUID
    resignations: int


def one_sided_pairs() -> list[Pair]:
    """Return the pairs of players of whom one has won nearly all games, those with the most games first."""
    return fetch(Pair, _PAIRS, [])


def chains() -> list[Chain]:
    """Return three players each, of whom the first lives on the second, and the second on the third."""
    return fetch(Chain, _CHAINS, [])


def quick_resignations() -> list[Quitter]:
    """Return the players who often resign rated games at once."""
    return fetch(Quitter, _QUICK, [])
