"""All followers of the log, and the function that brings them to its end."""

import logging
from collections.abc import Mapping
from typing import Final

from django.db import DatabaseError, connection

from games.projections.base import Projection, Stopped
from games.projections.lobby import Lobby
from games.projections.notices import Notices
from games.projections.results import Results
from games.projections.standings import Standings
from games.projections.webhooks import Webhooks
from games.store import claims
from games.store.claims import Work
from games.store.failures import check_database, describe

PROJECTIONS: Final[Mapping[str, Projection]] = {
    projection.name: projection for projection in (Lobby(), Results(), Standings())
}
WEBHOOKS: Final[Mapping[str, Projection]] = {Webhooks.name: Webhooks()}
"""The follower of webhooks. It has checkpoints like the projections, but nothing to rebuild or to compare."""
NOTICES: Final[Mapping[str, Projection]] = {Notices.name: Notices()}
"""The follower of notices. It has nothing to rebuild either."""

_BEHIND: Final = """
    SELECT projection, generation, shard FROM checkpoint AS c
    WHERE status = 'running' AND projection = ANY(%s)
      AND EXISTS (SELECT FROM event AS e WHERE e.shard = c.shard AND e.position > c.position)
    ORDER BY projection, generation, shard
"""

_log = logging.getLogger(__name__)


def behind(followers: Mapping[str, Projection] = PROJECTIONS) -> list[tuple[str, int, int]]:
    """Return the (projection, generation, shard) that have more to read. Those that stopped are left out."""
    with connection.cursor() as cursor:
        cursor.execute(_BEHIND, [list(followers)])
        found: list[tuple[str, int, int]] = cursor.fetchall()
    return found


def catch_up(followers: Mapping[str, Projection] = PROJECTIONS) -> int:
    """Bring each of *followers* to the end of the log, and return how many events were projected.

    You may run it twice, or at once. A projection that must stop at a shard is marked; one that meets a fault of the
    database is put off, and tried again after growing pauses. The others go on.
    """
    done, failing = 0, claims.failing(Work.READ_MODEL)
    left = [one for one in behind(followers) if not failing.get(_key(*one))]
    # One batch each in turn, so that a long one does not keep the others waiting.
    while left:
        again = []
        for name, generation, shard in left:
            key = _key(name, generation, shard)
            try:
                count = followers[name].catch_up(shard, generation=generation)
            except Stopped:
                _log.critical("a projection stopped", exc_info=True)
                continue
            except DatabaseError as fault:
                check_database(fault)
                if claims.put_off(Work.READ_MODEL, key, describe(fault)) == 1:
                    _log.exception("a projection is put off: %s fails", key)
                continue
            if key in failing:
                claims.succeed(Work.READ_MODEL, key)
            if count:
                done += count
                again.append((name, generation, shard))
        left = again
    return done


def _key(name: str, generation: int, shard: int) -> str:
    return f"{name}/{generation}/{shard}"
