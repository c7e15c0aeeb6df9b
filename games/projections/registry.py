"""All projections, and how they are all brought to the end of the log."""

import logging
from collections.abc import Mapping
from typing import Final

from django.db import DatabaseError, connection

from games.projections.base import Projection, Stopped
from games.projections.lobby import Lobby
from games.projections.results import Results
from games.projections.standings import Standings
from games.store import claims
from games.store.claims import Work
from games.store.failures import check_database, describe

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

    Safe to run twice or at once. They take turns, a batch each. One that fails at a shard keeps no other one: where it
    must stop it is marked; where it met another fault it is put off, and tried again after growing pauses.
    """
    done, failing = 0, claims.failing(Work.READ_MODEL)
    left = [one for one in behind() if not failing.get(_key(*one))]
    while left:
        counts = [(one, _a_batch(*one, was_failing=_key(*one) in failing)) for one in left]
        done += sum(count for _, count in counts)
        left = [one for one, count in counts if count]
    return done


def _a_batch(name: str, generation: int, shard: int, *, was_failing: bool) -> int:
    """Project one batch; return how many events it had, 0 where it failed."""
    key = _key(name, generation, shard)
    try:
        count = PROJECTIONS[name].catch_up(shard, generation=generation)
    except Stopped:
        _log.critical("a projection stopped", exc_info=True)
        return 0
    except DatabaseError as fault:
        check_database(fault)
        if claims.put_off(Work.READ_MODEL, key, describe(fault)) == 1:
            _log.exception("a projection is put off: %s fails", key)
        return 0
    if was_failing:
        claims.succeed(Work.READ_MODEL, key)
    return count


def _key(name: str, generation: int, shard: int) -> str:
    return f"{name}/{generation}/{shard}"
