"""Which generation of a read model is read, which one is being built, and how far each is."""

from typing import Final, NamedTuple

from django.db import transaction

from games.db import rows
from games.log.shards import SHARDS
from games.projections import comparing
from games.projections.base import Projection
from games.store.distribution import asked_together

_LIVE: Final = "SELECT generation FROM projection WHERE name = %s"
_POSITION: Final = """
    SELECT c.position FROM checkpoint AS c JOIN projection AS p ON (p.name, p.generation) = (c.projection, c.generation)
    WHERE p.name = %s AND c.shard = %s
"""
_NEWEST: Final = "SELECT max(generation) FROM checkpoint WHERE projection = %s AND generation > %s"
_BEGIN: Final = """
    INSERT INTO checkpoint (projection, generation, shard, status)
    SELECT %s, %s, shard, 'building' FROM unnest(%s::smallint[]) AS shard
    ON CONFLICT (projection, generation, shard) DO UPDATE SET status = 'building', error = ''
    WHERE checkpoint.status = 'failed'
"""
_PLACES: Final = """
    SELECT live.shard, live.position, live.status, next.position, next.status
    FROM checkpoint AS live JOIN checkpoint AS next USING (projection, shard)
    WHERE projection = %s AND live.generation = %s AND next.generation = %s AND shard = ANY(%s) ORDER BY shard
"""
_LOCKED: Final = """
    SELECT FROM checkpoint WHERE projection = %s AND generation = ANY(%s) AND shard = %s ORDER BY generation FOR UPDATE
"""
_MAKE_LIVE: Final = "UPDATE projection SET generation = %s WHERE name = %s"
_STATUS: Final = "UPDATE checkpoint SET status = %s WHERE projection = %s AND generation = %s AND shard = ANY(%s)"
_OTHERS: Final = """
    SELECT c.generation, c.shard FROM checkpoint AS c JOIN projection AS p ON p.name = c.projection
    WHERE p.name = %s AND CASE WHEN %s THEN c.generation > p.generation ELSE c.generation < p.generation END
    ORDER BY 1, 2
"""
_RESUME: Final = """
    WITH stopped AS (
        SELECT c.projection, c.generation, c.shard, c.error
        FROM checkpoint AS c JOIN projection AS p ON (p.name, p.generation) = (c.projection, c.generation)
        WHERE p.name = ANY(%s) AND c.shard = ANY(%s) AND c.status IN ('failed', 'paused') FOR UPDATE OF c)
    UPDATE checkpoint AS c SET status = 'running', error = '' FROM stopped AS s
    WHERE (c.projection, c.generation, c.shard) = (s.projection, s.generation, s.shard)
    RETURNING s.projection, s.generation, s.shard, s.error
"""
_FORGET: Final = "DELETE FROM checkpoint WHERE projection = %s AND generation = %s AND shard = %s"


class Place(NamedTuple):
    """How far the live generation and the next one have read a shard."""

    shard: int
    live: int
    live_status: str
    next: int
    status: str
    """Of the next one: ``building``; ``running`` once it was compared and equals the live one; or ``failed``."""


def live_of(projection: Projection) -> int:
    """Return the generation that is read."""
    ((generation,),) = rows(_LIVE, [projection.name])
    return int(generation)


def position(projection: Projection, shard: int) -> int:
    """Return how far the live generation has read *shard*."""
    ((position,),) = rows(_POSITION, [projection.name, shard])
    return int(position)


def begin(projection: Projection) -> int:
    """Return the generation to build: the one that an interrupted rebuild has left, or a new one."""
    with transaction.atomic():
        # The lock lets two rebuilds that begin at once build the same generation.
        ((live,),) = rows(f"{_LIVE} FOR UPDATE", [projection.name])
        ((newest,),) = rows(_NEWEST, [projection.name, live])
        generation = int(newest or live + 1)
        rows(_BEGIN, [projection.name, generation, list(SHARDS)])
    return generation


def places(projection: Projection, live: int, generation: int, shards: list[int] | None = None) -> list[Place]:
    """Return how far both generations have read, by shard."""
    where = [projection.name, live, generation, list(SHARDS) if shards is None else shards]
    return [Place(*row) for row in rows(_PLACES, where)]


def hold(projection: Projection, generations: list[int], shards: list[int]) -> None:
    """Keep followers of these *generations* from their *shards* until the transaction ends."""
    for shard in shards:
        rows(_LOCKED, [projection.name, generations, shard])


def mark(projection: Projection, generation: int, shards: list[int], status: str) -> None:
    """Set the status of checkpoints."""
    rows(_STATUS, [status, projection.name, generation, shards])


def make_live(projection: Projection, generation: int) -> None:
    """Let readers read *generation* from the end of this transaction on."""
    rows(_MAKE_LIVE, [generation, projection.name])


def drop_old(projection: Projection) -> int:
    """Delete the generations before the live one, shard by shard, and return how many there were."""
    return _drop(projection, newer=False)


def drop_unfinished(projection: Projection) -> int:
    """Delete the generations that interrupted rebuilds have left, and return how many there were."""
    return _drop(projection, newer=True)


def resume(names: list[str]) -> list[tuple[str, int, int, str]]:
    """Let live generations that stopped or were paused go on; return (name, generation, shard, why) of each."""
    return sorted(one for shards in asked_together() for one in rows(_RESUME, [names, shards]))


def _drop(projection: Projection, *, newer: bool) -> int:
    dropped = rows(_OTHERS, [projection.name, newer])
    for generation, shard in dropped:
        with transaction.atomic():
            comparing.drop(projection, shard, generation)
            rows(_FORGET, [projection.name, generation, shard])
    return len({generation for generation, _ in dropped})
