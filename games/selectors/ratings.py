"""The ratings of one player, and their history."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias
from uuid import UUID

from games.db import build, fetch, rows
from games.ladders import PROVISIONAL_GAMES, SETTLED, Kind, Ladder, Pace
from games.selectors.leaderboards import INACTIVE_DAYS, RANKED, Stand

Happening: TypeAlias = tuple[datetime, UUID, int]
"""When a rated game ended, its ladder and its number there: the order of a history. It does not name the game."""

_LIVE: Final = "generation = (SELECT generation FROM projection WHERE name = 'standings')"
# The shard of a ladder follows from its variant, pace and kind. With its name, each shard finds the last season alone.
_CURRENT: Final = f"""
    SELECT c.*, (
        SELECT count(*) >= {SETTLED} FROM (
            SELECT FROM standing AS o
            WHERE (o.generation, o.shard, o.ladder) = (c.generation, c.shard, c.ladder) AND o.established
            LIMIT {SETTLED}
        ) AS few
    ) AS settled
    FROM (
        SELECT DISTINCT ON (variant, pace, kind, shard) * FROM standing
        WHERE {_LIVE} AND entrant = %s AND variant = coalesce(%s, variant) AND season = coalesce(%s, season)
          AND pace = coalesce(%s, pace)
        ORDER BY variant DESC, pace DESC, kind DESC, shard, season DESC
    ) AS c
"""  # noqa: S608 - constants
_RANKED_CURRENT: Final = RANKED.format(stands=_CURRENT, shard="s.shard", days=INACTIVE_DAYS)
_STANDS: Final = (
    _RANKED_CURRENT.replace("SELECT", "SELECT variant, season, kind, pace,", 1) + " ORDER BY variant, pace, kind"
)
_HISTORY: Final = f"""
    WITH listed AS MATERIALIZED (
        SELECT * FROM rating_change
        WHERE {_LIVE} AND entrant = %s AND (at, ladder, version) < (coalesce(%s::timestamptz, 'infinity'), %s, %s)
              {{narrowed}}
        ORDER BY at DESC, ladder DESC, version DESC LIMIT %s
    ), sat AS MATERIALIZED (
        SELECT s.game FROM listed AS c
        JOIN seat AS s ON (s.shard, s.game) = (mod(get_byte(uuid_send(c.game), 15), 16)::smallint, c.game)
        WHERE c.private AND s.player = %s
    ), seen AS (SELECT *, NOT private OR game IN (SELECT game FROM sat) AS named FROM listed)
    SELECT ladder, version, variant, season, pace, kind, CASE WHEN named THEN game END, CASE WHEN named THEN place END,
           at, before, after, games, mu_before, sigma_before, mu_after, sigma_after, annulled
    FROM seen ORDER BY at DESC, ladder DESC, version DESC
"""  # noqa: S608 - constants
_OF_GAMES: Final = f"""
    SELECT game, before, after FROM rating_change WHERE {_LIVE} AND game = ANY(%s) AND entrant = %s AND NOT annulled
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingChange:
    """How a game changed a rating, as one viewer may know it."""

    ladder: UUID
    version: int
    """Its number on the ladder."""
    variant: str
    season: str
    pace: str
    kind: str
    game: UUID | None
    """None where the viewer may not know of the game."""
    place: int | None
    """Among those who were rated; None with the game."""
    at: datetime
    """When the game ended."""
    before: int
    """The rating in hundredths."""
    after: int
    games: int
    """Rated games, this one included."""
    mu_before: float
    sigma_before: float
    mu_after: float
    sigma_after: float
    annulled: bool
    """Whether a moderator has annulled the game."""

    @property
    def key(self) -> Happening:
        """Its place in the history."""
        return self.at, self.ladder, self.version

    @property
    def provisional(self) -> bool:
        """Whether the rating comes from few games."""
        return self.games < PROVISIONAL_GAMES


def ratings_of(
    player: UUID, *, variant: str | None = None, season: str | None = None, pace: Pace | None = None
) -> list[tuple[Ladder, Stand]]:
    """Return where *player* stands on each ladder, in the last season in which they played there, or in *season*."""
    found = rows(_STANDS, [str(player), variant, season, pace])
    return [
        (Ladder(variant, season, Kind(kind), Pace(pace)), build(Stand, columns))
        for variant, season, kind, pace, *columns in found
    ]


def rating_history(  # noqa: PLR0913 - each narrows the list otherwise
    player: UUID,
    *,
    viewer: UUID,
    variant: str | None = None,
    season: str | None = None,
    pace: Pace | None = None,
    before: Happening | None = None,
    limit: int,
) -> list[RatingChange]:
    """Return at most *limit* changes of the ratings of *player*, the last game first, from behind the key *before*.

    Games are named as *viewer* may know them: private ones where they sat.
    """
    only = {"variant": variant, "season": season, "pace": pace}
    wanted = {name: value for name, value in only.items() if value is not None}
    sql = _HISTORY.format(narrowed=" ".join(f"AND {name} = %s" for name in wanted))
    key = before or (None, UUID(int=2**128 - 1), 0)
    return fetch(RatingChange, sql, [str(player), *key, *wanted.values(), limit, viewer])


def rating_changes(player: UUID, games: Iterable[UUID]) -> dict[UUID, tuple[int, int]]:
    """Return the ratings of *player* before and after each of the *games* that is rated, in hundredths."""
    return {game: (before, after) for game, before, after in rows(_OF_GAMES, [[*games], str(player)])}
