"""All followers of the log, and the function that brings them to its end."""

import logging
from collections.abc import Mapping
from typing import Final

from django.db import DatabaseError

from base.sql.statements import run
from games.projections.base import Projection, Stopped
from games.projections.lobby import Lobby
from games.projections.notices import Notices
from games.projections.results import Results
from games.projections.standings import Standings
from games.projections.webhooks import Webhooks
from games.store import claims
from games.store.claims import Work
from games.store.distribution import asked_together
from games.store.failures import check_database, describe

PROJECTIONS: Final[Mapping[str, Projection]] = {
    projection.name: projection for projection in (Lobby(), Results(), Standings())
}
WEBHOOKS: Final[Mapping[str, Projection]] = {Webhooks.name: Webhooks()}
"""The follower of webhooks. It has checkpoints like the projections, but nothing to rebuild or to compare."""
NOTICES: Final[Mapping[str, Projection]] = {Notices.name: Notices()}
"""The follower of notices. It has nothing to rebuild either."""

_BEHIND: Final = """
    SELECT projection, generation, shard, e.position - c.position
    FROM checkpoint AS c
    CROSS JOIN LATERAL (SELECT max(position) AS position FROM event WHERE event.shard = c.shard) AS e
    WHERE shard = ANY(%s::smallint[]) AND status = 'running' AND projection = ANY(%s) AND e.position > c.position
    ORDER BY projection, generation, shard
"""

_log = logging.getLogger(__name__)


def behind(followers: Mapping[str, Projection] = PROJECTIONS) -> dict[tuple[str, int, int], int]:
    """Return how many events each (projection, generation, shard) that is behind has to read, but for stopped ones."""
    names = [*followers]
    found = run([(_BEHIND, [shards, names]) for shards in asked_together()])
    return {(name, generation, shard): events for answer in found for name, generation, shard, events in answer}


def catch_up(followers: Mapping[str, Projection] = PROJECTIONS) -> int:
    """Bring each of *followers* to what is the end of the log now, and return how many events were projected.

    What comes meanwhile is left for the next call, which then reads more at once. You may run it twice, or at once. A
    projection that must stop at a shard is marked; one that meets a fault of the database is put off, and tried again
    after growing pauses. The others go on.
    """
    done, failing = 0, claims.failing(Work.READ_MODEL)
    left = {place: events for place, events in behind(followers).items() if not failing.get(_key(*place))}
    # One batch each in turn, so that a long one does not keep the others waiting.
    while left:
        again = {}
        for (name, generation, shard), events in left.items():
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
            done += count
            if 0 < count < events:
                again[name, generation, shard] = events - count
        left = again
    return done


def _key(name: str, generation: int, shard: int) -> str:
    return f"{name}/{generation}/{shard}"
