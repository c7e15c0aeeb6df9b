"""A log with games of every kind, followed to its end; and its read models as text."""

from uuid import UUID

from django.db import connection

from games import selectors, services
from games.log.shards import SHARDS
from games.projections import generations
from games.projections.base import Projection
from games.projections.registry import PROJECTIONS, catch_up
from games.services import Terms
from tests.games.services.sitting import Sitting

Rows = set[tuple[str, str]]


def followed(over: int = 2) -> list[UUID]:
    """Play so many rated games to their end, leave one that runs and one that waits, and follow; return the games."""
    terms = Terms(rated=True)
    ended = [Sitting.of(2, terms=terms) for _ in range(over)]
    for one in ended:
        one.play_on()
    runs = Sitting.of(3)
    for _ in range(5):
        runs.move()
    waits = services.open_game(player=runs.players[0], variant="crazy_eights", seats=4, terms=terms)
    for ladder in selectors.ladders_waiting():
        services.rate(ladder)
    while catch_up():
        pass
    return [*(one.game for one in ended), runs.game, waits]


def rows(projection: Projection, generation: int | None = None) -> Rows:
    """Return the rows of a generation, without its number; of the live one if none is named."""
    found: Rows = set()
    wanted = generations.live_of(projection) if generation is None else generation
    with connection.cursor() as cursor:
        for table in projection.tables:
            sql = f"SELECT (to_jsonb(t) - 'generation')::text FROM {table} AS t WHERE generation = %s"  # noqa: S608
            cursor.execute(sql, [wanted])
            found |= {(table, text) for (text,) in cursor.fetchall()}
    return found


def live() -> dict[str, Rows]:
    """Return the rows that are read, by read model."""
    return {name: rows(projection) for name, projection in PROJECTIONS.items()}


def a_shard_with_rows(table: str) -> int:
    """Return a shard in which the live generation has rows of *table*."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT min(shard) FROM {table}")  # noqa: S608
        shard: int = cursor.fetchone()[0]
    assert shard in SHARDS
    return shard
