"""How a projection follows the log: once, in order, without loss, and never past what it cannot read."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from django.db import OperationalError, transaction

from games.db import rows
from games.log.follow import HoleInLog, PublicEvent, follow

BATCH: Final = 500
PLACE: Final = ("generation", "shard")
"""The columns with which each row of a read model begins: they are the same in all rows that are written at once."""

_LOCK: Final = """
    SELECT position, set_config('synchronous_commit', 'off', true) FROM checkpoint
    WHERE projection = %s AND generation = %s AND shard = %s AND status IN ('running', 'building') FOR UPDATE
"""
_MOVE: Final = "UPDATE checkpoint SET position = %s WHERE projection = %s AND generation = %s AND shard = %s"
_FAIL: Final = """
    UPDATE checkpoint SET status = 'failed', error = %s
    WHERE projection = %s AND generation = %s AND shard = %s AND status IN ('running', 'building')
"""


class Stopped(Exception):
    """The projection of a shard met what it cannot read or apply; it goes no further until somebody saw to it."""


class Projection(ABC):
    """Keeps one read model. It only writes rows, by the events alone, and knows no clock but theirs."""

    name: ClassVar[str]
    tables: ClassVar[tuple[str, ...]]
    """Where its rows are; each has the columns ``generation`` and ``shard``, and one shard alone writes a row."""
    types: ClassVar[frozenset[str]]
    """The types of events, by their names in the log, whose data it is given."""

    @abstractmethod
    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
        """Write what follows from these *events* of its types, one or more in order, into the *generation*'s rows."""

    def catch_up(self, shard: int, *, generation: int, limit: int = BATCH, waits: bool = False) -> int:
        """Project at most *limit* events after the checkpoint of *shard*, and return how many were read.

        It is 0 at the end of the log, and if another follower is at it, unless this one *waits* for the other.

        Rows and checkpoint are committed together, so an event counts once, whoever dies when. What cannot be read or
        applied stops this shard of this projection, right before the event at fault: the checkpoint says ``failed`` and
        why, and Stopped is raised. A lost connection or a deadlock is raised as it is, and stops nothing.
        """
        while True:
            try:
                return self.step(shard, generation=generation, limit=limit, waits=waits)
            except OperationalError:
                raise
            except Exception as fault:
                if limit <= 1 or isinstance(fault, HoleInLog):
                    said = f"{type(fault).__name__}: {fault}"
                    with transaction.atomic():
                        rows(_FAIL, [said, self.name, generation, shard])
                    raise Stopped(f"projection {self.name} stopped at shard {shard}: {said}") from fault
            limit //= 2

    def step(self, shard: int, *, generation: int, limit: int, waits: bool = True) -> int:
        """Do one batch of ``catch_up`` in one transaction, and let every fault out.

        The commit does not wait for the disk: what a crash of the server takes, rows and checkpoint together, is
        projected again.
        """
        own = (self.name, generation, shard)
        with transaction.atomic():
            found = rows(_LOCK if waits else f"{_LOCK} SKIP LOCKED", own)
            if not found:
                return 0
            ((position, _),) = found
            events, end = follow(shard, position, self.types, limit=limit)
            if events:
                self.project(events, shard=shard, generation=generation)
            if end > position:
                rows(_MOVE, [end, *own])
        return int(end - position)
