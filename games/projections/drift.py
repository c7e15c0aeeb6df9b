"""Whether a read model is what the log makes of it: rebuilt beside it, compared, and thrown away."""

from collections.abc import Iterator
from typing import Final

from django.db import connection, transaction

from games.projections.base import Projection
from games.projections.comparing import differences

_SCRATCH: Final = 0
"""A generation that is never live."""
_BATCH: Final = 5_000

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
        while left and (done := projection.step(shard, generation=_SCRATCH, limit=min(_BATCH, left))):
            left -= done
        found = list(differences(projection, shard, live=generation, fresh=_SCRATCH))
        transaction.set_rollback(True)
    yield from found


def _live(projection: Projection, shard: int) -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(_LIVE, [projection.name, shard])
        generation, end = cursor.fetchone()
        cursor.execute(_BEGIN, [projection.name, _SCRATCH, shard])
    return generation, end
