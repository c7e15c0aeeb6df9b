"""What bots remember: their seat's own feed of the deal that runs, read once.

A process keeps the memories of the seats that it played for last. So it reads each event of a game once, and a move
costs the same however long the game is. Without a kept memory it reads the deal that runs. Nothing is stored: a memory
follows from the log.
"""

import threading
from collections import OrderedDict
from typing import Final, NamedTuple
from uuid import UUID

from games.bots.memory import Memory
from games.bots.remembering import remember
from games.log.read import event_of, last_of, read
from games.rules.observation import seen_by
from games.rules.ruleset import Ruleset
from games.store import GameRow

MOST_KEPT: Final = 2_000
"""Memories that a process keeps, each of a few kilobytes."""


class _Kept(NamedTuple):
    version: int
    memory: Memory


_kept: Final[OrderedDict[tuple[UUID, int], _Kept]] = OrderedDict()
_lock: Final = threading.Lock()


def memory_at(row: GameRow, seat: int, ruleset: Ruleset) -> Memory:
    """Return what *seat* remembers at the version of *row*. It is a function of the feed of that seat alone."""
    key = (row.id, seat)
    with _lock:
        kept = _kept.pop(key, None)
    if kept is None or kept.version > row.version:
        # A deal begins with an empty memory. The end of the one before says who won it.
        began = last_of(row.id, "deal-ended", until=row.version)
        kept = _Kept(max(0, began - 1), Memory(seat))
    events = read(row.id, after=kept.version, limit=row.version - kept.version)
    memory = remember(kept.memory, (seen_by(seat, event_of(one)) for one in events), ruleset)
    with _lock:
        _kept[key] = _Kept(row.version, memory)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return memory


def forget() -> None:
    """Drop all memories that are kept."""
    with _lock:
        _kept.clear()
