"""Two generations of a read model, row for row."""

from collections.abc import Iterator
from typing import Final

from games.db import rows
from games.projections.base import Projection

MOST_LINES: Final = 5
"""Rows of one table and one kind that are told one by one."""

_DIFFERENCES: Final = """
    WITH live AS ({live}), fresh AS ({fresh}),
         added AS (TABLE live EXCEPT ALL TABLE fresh), lost AS (TABLE fresh EXCEPT ALL TABLE live)
    (SELECT 'has a row that the log does not make', line, count(*) OVER () FROM added ORDER BY line LIMIT {most})
    UNION ALL (SELECT 'lacks a row that the log makes', line, count(*) OVER () FROM lost ORDER BY line LIMIT {most})
"""
_ROWS: Final = (
    "SELECT (to_jsonb(t) - 'generation')::text AS line FROM {table} AS t WHERE generation = %s AND shard = %s"
)


def differences(projection: Projection, shard: int, *, live: int, fresh: int) -> Iterator[str]:
    """Yield how the rows of generation *live* in *shard* differ from those of *fresh*: of many, some and their number.

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
