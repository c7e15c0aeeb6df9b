"""Verify that the games that count were played, and that no two met in too many on one day: from the log alone."""

from collections.abc import Iterator
from typing import Final

from games.db import rows
from games.integrity.findings import Finding
from games.ladders import DAILY_LIMIT

_PLAYER: Final = "^[0-9a-f-]{36}$"
"""Matches the id of a player, not the level of a bot."""
# A game is archived only if nothing was found in it, so the decisions in archives are not counted again.
_UNDECIDED: Final = """
    WITH counts AS MATERIALIZED (
        SELECT shard, game, entrants FROM rateable WHERE game NOT IN (SELECT game FROM archive)
    ),
    decision AS MATERIALIZED (
        SELECT e.stream, e.actor, e.key, bool_or(e.type = 'seat-resigned') AS resigns
        FROM counts AS r JOIN event AS e ON (e.shard, e.stream) = (r.shard, r.game) AND e.actor = ANY(r.entrants)
        WHERE e.key IS NOT NULL AND e.type NOT IN ('seat-absent', 'seat-returned') GROUP BY 1, 2, 3
    )
    SELECT game, entrant FROM counts CROSS JOIN unnest(entrants) AS entrant WHERE entrant ~ %s
    EXCEPT SELECT stream, actor FROM decision WHERE NOT resigns
    ORDER BY 1, 2
"""
_TOO_MANY: Final = """
    SELECT r.kind, one, other, (s.recorded_at AT TIME ZONE 'UTC')::date AS day, count(*)
    FROM rateable AS r CROSS JOIN LATERAL (
        SELECT recorded_at FROM event WHERE (shard, stream, type) = (r.shard, r.game, 'game-started')
        UNION ALL SELECT started_at FROM archive AS a WHERE (a.shard, a.game) = (r.shard, r.game)) AS s
    CROSS JOIN unnest(r.entrants) AS one JOIN unnest(r.entrants) AS other ON one < other AND (one ~ %s OR other ~ %s)
    GROUP BY r.kind, one, other, day HAVING count(*) > %s ORDER BY day, r.kind, one, other
"""


def counting_findings() -> Iterator[Finding]:
    """Yield the games that count and should not."""
    for game, player in rows(_UNDECIDED, [_PLAYER]):
        yield Finding(f"game {game}", f"event: it counts, but {player} made no decision")
    for kind, one, other, day, count in rows(_TOO_MANY, [_PLAYER, _PLAYER, DAILY_LIMIT]):
        what = f"event: {count} games of {one} and {other} that started that day count, not {DAILY_LIMIT}"
        yield Finding(f"ladders of {kind}, {day}", what)
