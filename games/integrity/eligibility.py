"""Verify that no two players met in too many games that count on one day: from the log alone."""

from collections.abc import Iterator
from typing import Final

from games.db import rows
from games.integrity.findings import Finding
from games.ladders import DAILY_LIMIT

_PLAYER: Final = "^[0-9a-f-]{36}$"
"""Matches the id of a player, not the level of a bot."""
_TOO_MANY: Final = """
    WITH counts AS MATERIALIZED (SELECT shard, game, kind, entrants FROM rateable),
    started AS MATERIALIZED (
        SELECT e.stream AS game, e.recorded_at AS at
        FROM counts AS r JOIN event AS e ON (e.shard, e.stream) = (r.shard, r.game) AND e.type = 'game-started'
        UNION SELECT game, started_at FROM archive
    )
    SELECT kind, one, other, (at AT TIME ZONE 'UTC')::date AS day, count(*)
    FROM counts JOIN started USING (game)
    CROSS JOIN unnest(entrants) AS one JOIN unnest(entrants) AS other ON one < other AND (one ~ %s OR other ~ %s)
    GROUP BY kind, one, other, day HAVING count(*) > %s ORDER BY day, kind, one, other
"""


def counting_findings() -> Iterator[Finding]:
    """Yield the pairs of players of whom too many games of one day count."""
    for kind, one, other, day, count in rows(_TOO_MANY, [_PLAYER, _PLAYER, DAILY_LIMIT]):
        what = f"event: {count} games of {one} and {other} that started that day count, not {DAILY_LIMIT}"
        yield Finding(f"ladders of {kind}, {day}", what)
