"""Games that may be exported, the first to end first. A game is listed only when no earlier one can still appear."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from games.db import rows

SETTLED: Final = 60
"""Seconds after its end from which a game is listed, because one that ended earlier may commit later."""

_PUBLIC: Final = """
    SELECT ended_at, id FROM game
    WHERE status = 'over' AND turn > 0 AND visibility = 'public' AND (ended_at, id) > (%(ended)s::timestamptz, %(game)s)
      AND ended_at >= %(since)s::timestamptz AND ended_at < clock_timestamp() - %(settled)s * interval '1 s'
    ORDER BY ended_at, id LIMIT %(limit)s
"""
_MET: Final = """
    (SELECT ended_at, game FROM encounter
     WHERE generation = (SELECT generation FROM projection WHERE name = 'results')
       AND player = %(player)s AND other = {other} AND private = {private}
       AND (ended_at, game) > (%(ended)s::timestamptz, %(game)s)
       AND ended_at >= %(since)s::timestamptz AND ended_at < clock_timestamp() - %(settled)s * interval '1 s'
     ORDER BY ended_at, game LIMIT %(limit)s)
"""
_OF_PLAYER: Final = f"""
    {_MET.format(other="%(player)s", private="false")} UNION ALL {_MET.format(other="%(viewer)s", private="true")}
    ORDER BY ended_at, game LIMIT %(limit)s
"""
"""A player's public games, and those private ones in which the viewer sat too."""
_FIRST: Final = "-infinity"


class Ended(NamedTuple):
    """When a game ended, and its id: its place in the list."""

    at: datetime
    game: UUID


def exportable(
    viewer: UUID, *, player: UUID | None, since: datetime | None, after: Ended | None, limit: int
) -> list[Ended]:
    """Return at most *limit* games after *after* that *viewer* may export: public ones, or those of *player*."""
    values = {"player": player, "viewer": viewer, "since": since or _FIRST, "settled": SETTLED, "limit": limit}
    values |= {"ended": after.at if after else _FIRST, "game": after.game if after else UUID(int=0)}
    return [Ended(*row) for row in rows(_OF_PLAYER if player else _PUBLIC, values)]
