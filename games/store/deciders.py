"""The players who made a decision of their own in a game, found by the keys of their moves."""

from collections.abc import Iterable
from typing import Final

from games.db import rows
from games.store.games import GameRow

_DECIDERS: Final = """
    SELECT asked.actor FROM unnest(%s::text[]) AS asked (actor)
    WHERE EXISTS (
        SELECT FROM move_key AS k
        WHERE (k.shard, k.game, k.actor) = (%s, %s, asked.actor) AND NOT EXISTS (
            SELECT FROM event AS e
            WHERE (e.shard, e.stream) = (k.shard, k.game)
              AND e.type IN ('seat-resigned', 'proposal-made', 'vote-cast')
              AND e.version BETWEEN k.first AND k.last) AND EXISTS (
            SELECT FROM event AS e
            WHERE (e.shard, e.stream) = (k.shard, k.game) AND e.type NOT IN ('seat-absent', 'seat-returned')
              AND e.version BETWEEN k.first AND k.last))
"""


def deciders(row: GameRow, actors: Iterable[str]) -> set[str]:
    """Return those of the *actors* who have moved in the game of *row*, not only resigned, voted, come back or claimed.

    A move that the clock made, or that the table agreed on, is nobody's own decision. The query reads the key of one
    move for each actor, however long the game is.
    """
    return {actor for (actor,) in rows(_DECIDERS, [sorted(actors), row.shard, row.id])}
