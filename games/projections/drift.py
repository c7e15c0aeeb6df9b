"""Whether a read model is what the log makes of it: rebuilt beside it, compared, and thrown away."""

from collections.abc import Iterator
from typing import Any, Final

from django.db import connection, transaction

from games.projections.base import BATCH, Projection

_SCRATCH: Final = 0
"""A generation that is never live."""

_LIVE: Final = """
    SELECT c.generation, c.position
    FROM checkpoint AS c JOIN projection AS p ON (p.name, p.generation) = (c.projection, c.generation)
    WHERE p.name = %s AND c.shard = %s FOR UPDATE OF c
"""
_BEGIN: Final = "INSERT INTO checkpoint (projection, generation, shard) VALUES (%s, %s, %s)"


def drift(projection: Projection, shard: int) -> Iterator[str]:
    """Yield how the live rows of *projection* in *shard* differ from a fresh rebuild up to the same checkpoint.

    It holds the checkpoint meanwhile, so that the live rows stay as they are, and leaves no trace. A checkpoint beyond
    the log's end counts as at its end. Raises what ``Projection.step`` raises for a log that cannot be projected.
    """
    with transaction.atomic():
        generation, end = _live(projection, shard)
        left = end
        while left and (done := projection.step(shard, generation=_SCRATCH, limit=min(BATCH, left))):
            left -= done
        found = [line for table in projection.tables for line in _differences(table, shard, generation)]
        transaction.set_rollback(True)
    yield from found


def _live(projection: Projection, shard: int) -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(_LIVE, [projection.name, shard])
        generation, end = cursor.fetchone()
        cursor.execute(_BEGIN, [projection.name, _SCRATCH, shard])
    return generation, end


def _differences(table: str, shard: int, generation: int) -> Iterator[str]:
    live, fresh = (_content(table, shard, one) for one in (generation, _SCRATCH))
    yield from (f"{table} has a row that the log does not make: {row}" for row in sorted(live - fresh))
    yield from (f"{table} lacks a row that the log makes: {row}" for row in sorted(fresh - live))


def _content(table: str, shard: int, generation: int) -> set[str]:
    sql = f"SELECT (to_jsonb(t) - 'generation')::text FROM {table} AS t WHERE shard = %s AND generation = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, [shard, generation])
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return {text for (text,) in rows}
