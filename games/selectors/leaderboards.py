"""Leaderboards: the standings of a ladder. Ranks and pages cost the same however many entrants it has."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from games.db import fetch, rows
from games.ladders import SETTLED, Kind, Ladder, Pace
from games.log.shards import shard_of

Place: TypeAlias = tuple[int, str]
"""A rating in hundredths, and the entrant: the order of a leaderboard, falling."""

INACTIVE_DAYS: Final = 60
"""Days without a rated game after which an entrant is marked as inactive."""
ABOVE_ALL: Final[Place] = (2**31 - 1, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """Where an entrant stands on a ladder."""

    entrant: str
    """A player's id, or a bot's level."""
    mu: float
    sigma: float
    rating: int
    """Hundredths of mu minus three sigma: the number that is shown and ranked."""
    games: int
    """Rated games in all seasons so far."""
    played: int
    """Rated games in this season."""
    wins: int
    last_at: datetime
    established: bool
    """Whether the rating is sure enough for a rank on a settled ladder."""
    rank: int | None
    """From 1. The same rating has the same rank. None for an entrant whom the leaderboard does not list."""
    inactive: bool
    """Whether the entrant has not played a rated game of this variant for a long time."""

    @property
    def place(self) -> Place:
        """Its place in the order."""
        return self.rating, self.entrant


RANKED: Final = """
    SELECT entrant, mu, sigma, rating, games, played, wins, last_at, established,
           CASE WHEN (listed AND NOT settled) OR (established AND settled) THEN 1 + coalesce((
               SELECT sum(entrants) FROM rung AS r
               WHERE (r.generation, r.shard, r.ladder, r.level)
                   = (s.generation, {shard}, s.ladder, CASE WHEN settled THEN 3 ELSE 1 END)
                 AND bucket > floor(s.rating / 100.0)::integer), 0)::integer + coalesce((
               SELECT sum(entrants) FROM rung AS r
               WHERE (r.generation, r.shard, r.ladder, r.level)
                   = (s.generation, {shard}, s.ladder, CASE WHEN settled THEN 2 ELSE 0 END)
                 AND bucket > s.rating
                 AND bucket < 100 * (floor(s.rating / 100.0)::integer + 1)), 0)::integer END,
           (SELECT max(o.last_at) FROM standing AS o
            WHERE (o.generation, o.shard, o.entrant, o.variant, o.pace, o.kind)
                = (s.generation, {shard}, s.entrant, s.variant, s.pace, s.kind))
               < clock_timestamp() - interval '{days} days'
    FROM ({stands}) AS s
"""
"""Adds its rank to each row of standings: one more than the entrants in higher hundreds and higher in its own.

``stands`` says whether the ladder of each row is ``settled``: then the established are ranked among themselves.
``shard`` is where counters lie: the shard of the row, or that of the only ladder that is asked for.
"""

_OF_LADDER: Final = """
    generation = (SELECT generation FROM projection WHERE name = 'standings')
    AND shard = %(shard)s AND ladder = %(ladder)s AND {listed}
"""
_FALLING: Final = " ORDER BY rating DESC, entrant DESC"
_SETTLED: Final = f"""
    SELECT count(*) >= {SETTLED} FROM (
        SELECT FROM standing WHERE {_OF_LADDER.format(listed="established")} LIMIT {SETTLED}
    ) AS few
"""  # noqa: S608 - constants
_OWN: Final = f"(SELECT rating FROM standing WHERE {_OF_LADDER} AND entrant = %(entrant)s)"  # noqa: S608 - constants
_PAGE: Final = f"""
    SELECT *, {{settled}} AS settled FROM standing
    WHERE {_OF_LADDER} AND (rating, entrant) < (%(rating)s, %(entrant)s) {_FALLING} LIMIT %(limit)s
"""  # noqa: S608 - constants
_NEAR: Final = f"""
    (SELECT *, {{settled}} AS settled FROM standing
     WHERE {_OF_LADDER} AND (rating, entrant) >= ({_OWN}, %(entrant)s)
     ORDER BY rating, entrant LIMIT 1 + %(neighbours)s)
    UNION ALL
    (SELECT *, {{settled}} AS settled FROM standing
     WHERE {_OF_LADDER} AND (rating, entrant) < ({_OWN}, %(entrant)s) {_FALLING} LIMIT %(neighbours)s)
"""  # noqa: S608 - constants
_BOARD: Final = RANKED.format(stands=_PAGE, shard="%(shard)s", days=INACTIVE_DAYS) + _FALLING
_AROUND: Final = RANKED.format(stands=_NEAR, shard="%(shard)s", days=INACTIVE_DAYS) + _FALLING
_LADDERS: Final = """
    SELECT variant, season, kind, pace FROM ladder
    WHERE version > 0 AND (variant, pace, kind, season) > (%s, %s, %s, %s)
    ORDER BY variant, pace, kind, season LIMIT %s
"""
_LATEST: Final = "SELECT max(season) FROM ladder WHERE version > 0 AND variant = %s AND pace = %s AND kind = %s"


def ladders(*, after: tuple[str, str, str, str] = ("", "", "", ""), limit: int) -> list[Ladder]:
    """Return at most *limit* of the ladders on which somebody was rated, by variant, pace, kind and season."""
    return [
        Ladder(variant, season, Kind(kind), Pace(pace))
        for variant, season, kind, pace in rows(_LADDERS, [*after, limit])
    ]


def latest_season(variant: str, kind: Kind, pace: Pace) -> str | None:
    """Return the last season in which somebody was rated; None if nobody ever was."""
    ((season,),) = rows(_LATEST, [variant, pace, kind])
    return None if season is None else str(season)


def leaderboard(ladder: Ladder, *, below: Place = ABOVE_ALL, limit: int) -> list[Stand]:
    """Return at most *limit* entrants of *ladder* *below* a place, the best first.

    If it is settled, these are the established ones.
    """
    rating, entrant = below
    asked = {"rating": rating, "entrant": entrant, "limit": limit}
    return fetch(Stand, _listing(_BOARD, ladder), _where(ladder) | asked)


def around(ladder: Ladder, entrant: str, *, neighbours: int) -> list[Stand]:
    """Return where *entrant* stands on *ladder*, and at most so many *neighbours* on each side, the best first.

    Nothing if the entrant is not listed there.
    """
    asked = {"entrant": entrant, "neighbours": neighbours}
    return fetch(Stand, _listing(_AROUND, ladder), _where(ladder) | asked)


def is_settled(ladder: Ladder) -> bool:
    """Return whether so many entrants of *ladder* are established that it lists nobody else. It reads 20 at most."""
    ((settled,),) = rows(_SETTLED, _where(ladder))
    return bool(settled)


def _listing(sql: str, ladder: Ladder) -> str:
    settled = is_settled(ladder)
    return sql.format(listed="established" if settled else "listed", settled=str(settled).lower())


def _where(ladder: Ladder) -> dict[str, Any]:
    return {"shard": shard_of(ladder.id), "ladder": ladder.id}
