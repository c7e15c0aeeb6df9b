"""Compare two generations of a read model row by row, or the live one with one that is built for that alone."""

from collections.abc import Iterator
from typing import Final

from django.db import transaction

from games.db import rows
from games.projections.base import Projection

MOST_LINES: Final = 5
"""Differences of one table and one kind that are reported one by one."""
_SCRATCH: Final = 0
"""A generation that is never live."""
_BATCH: Final = 5_000
"""Events that are projected at once into the scratch generation."""

_DIFFERENCES: Final = """
    WITH live AS ({live}), fresh AS ({fresh}),
         added AS (TABLE live EXCEPT ALL TABLE fresh), lost AS (TABLE fresh EXCEPT ALL TABLE live)
    (SELECT 'has a row that the log does not make', line, count(*) OVER () FROM added ORDER BY line LIMIT {most})
    UNION ALL (SELECT 'lacks a row that the log makes', line, count(*) OVER () FROM lost ORDER BY line LIMIT {most})
"""
_ROWS: Final = (
    "SELECT (to_jsonb(t) - 'generation')::text AS line FROM {table} AS t WHERE generation = %s AND shard = %s"
)
_LIVE: Final = """
    SELECT c.generation, c.position
    FROM checkpoint AS c JOIN projection AS p ON (p.name, p.generation) = (c.projection, c.generation)
    WHERE p.name = %s AND c.shard = %s FOR UPDATE OF c
"""
_BEGIN: Final = "INSERT INTO checkpoint (projection, generation, shard) VALUES (%s, %s, %s)"


def differences_from_log(projection: Projection, shard: int) -> Iterator[str]:
    """Yield how the live rows of *projection* in *shard* differ from a fresh rebuild up to the same checkpoint.

    A checkpoint beyond the end of the log counts as at its end. Raises what ``Projection.step`` raises for a log that
    cannot be projected.
    """
    with transaction.atomic():
        # The lock of the checkpoint keeps the live rows as they are. The scratch generation is rolled back in the end.
        ((generation, end),) = rows(_LIVE, [projection.name, shard])
        rows(_BEGIN, [projection.name, _SCRATCH, shard])
        left = end
        while left and (done := projection.step(shard, generation=_SCRATCH, limit=min(_BATCH, left))):
            left -= done
        found = list(differences(projection, shard, live=generation, fresh=_SCRATCH))
        transaction.set_rollback(True)
    yield from found


def differences(projection: Projection, shard: int, *, live: int, fresh: int) -> Iterator[str]:
    """Yield how the rows of generation *live* in *shard* differ from those of *fresh*; of many, some and a count.

    Rows are compared as text, so that every digit counts. Both generations must have read up to the same position.
    """
    for table in projection.tables:
        kept = _ROWS.format(table=table)
        sql = _DIFFERENCES.format(live=kept, fresh=kept, most=MOST_LINES)
        found = rows(sql, [live, shard, fresh, shard])
        yield from (f"{table} {what}: {line}" for what, line, _ in found)
        for what, many in {(what, many) for what, _, many in found if many > MOST_LINES}:
            yield f"{table} {what}: {many} in all"


def count(projection: Projection, shard: int, generation: int) -> int:
    """Return how many rows *generation* has in *shard*."""
    counts = (
        rows(f"SELECT count(*) FROM {table} WHERE generation = %s AND shard = %s", [generation, shard])  # noqa: S608
        for table in projection.tables
    )
    return sum(number for ((number,),) in counts)


def drop(projection: Projection, shard: int, generation: int) -> None:
    """Delete the rows of *generation* in *shard*."""
    for table in projection.tables:
        rows(f"DELETE FROM {table} WHERE generation = %s AND shard = %s", [generation, shard])  # noqa: S608
