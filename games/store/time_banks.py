"""The time that each seat has left in its bank. ``games.clocks`` computes it from the log; moves write it."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from base.sql.statements import Statement
from games.log.shards import shard_of

_WRITE: Final = "UPDATE seat SET bank = %s WHERE shard = %s AND game = %s AND seat = %s"


def set_banks(game: UUID, left: Mapping[int, int]) -> list[Statement]:
    """Return the statements, for ``append``, that store the seconds that these seats have *left*."""
    return [(_WRITE, [seconds, shard_of(game), game, seat]) for seat, seconds in sorted(left.items())]
