"""All projections, and how they are all brought to the end of the log."""

import logging
from collections.abc import Mapping
from typing import Final

from django.db import connection

from games.projections.base import Projection, Stopped
from games.projections.lobby import Lobby
from games.projections.results import Results
from games.projections.standings import Standings

PROJECTIONS: Final[Mapping[str, Projection]] = {
    projection.name: projection for projection in (Lobby(), Results(), Standings())
}

_BEHIND: Final = """
    SELECT projection, generation, shard FROM checkpoint AS c
    WHERE status = 'running' AND projection = ANY(%s)
      AND EXISTS (SELECT FROM event AS e WHERE e.shard = c.shard AND e.position > c.position)
    ORDER BY projection, generation, shard
"""

_log = logging.getLogger(__name__)


def behind() -> list[tuple[str, int, int]]:
    """Return the (projection, generation, shard) that have not read their shard to its end, but for stopped ones."""
    with connection.cursor() as cursor:
        cursor.execute(_BEHIND, [list(PROJECTIONS)])
        found: list[tuple[str, int, int]] = cursor.fetchall()
    return found


def catch_up() -> int:
    """Bring every projection to the end of the log, and return how many events were projected.

    Safe to run twice or at once. A projection that must stop at a shard is marked and logged, and keeps no other one.
    """
    done = 0
    for name, generation, shard in behind():
        try:
            while count := PROJECTIONS[name].catch_up(shard, generation=generation):
                done += count
        except Stopped:
            _log.critical("a projection stopped", exc_info=True)
    return done
