"""How many games a player has open at once."""

from typing import Final
from uuid import UUID

from base.sql.statements import lock_names
from games.db import rows

_CLASS: Final = 0x6F706E
"""The class of the advisory locks: ``opn`` in ASCII."""
_COUNT: Final = """
    SELECT count(*) FROM (
        SELECT 1 FROM seat AS s JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)
        WHERE s.player = %s AND g.status <> 'over' LIMIT %s
    ) AS found
"""


def open_count(player: UUID, most: int) -> int:
    """Return in how many games that are not over *player* has a seat, at most *most*.

    Other transactions that ask for the same player wait until this one ends, so they count what it adds.
    """
    lock_names(_CLASS, str(player))
    ((count,),) = rows(_COUNT, [player, most])
    return int(count)
