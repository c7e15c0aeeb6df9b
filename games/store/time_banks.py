"""What each seat has left in its bank: an inline read model, the fold of the log by ``games.clocks``."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from games.db import Statement
from games.log.shards import shard_of

_WRITE: Final = "UPDATE seat SET bank = %s WHERE shard = %s AND game = %s AND seat = %s"


def set_banks(game: UUID, left: Mapping[int, int]) -> list[Statement]:
    """Return the statements, for ``append``, that keep what these seats have *left*, in seconds."""
    return [(_WRITE, [seconds, shard_of(game), game, seat]) for seat, seconds in sorted(left.items())]
