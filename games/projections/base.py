"""How a projection follows the log: each event once, in order, and never past one that it cannot read."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from django.db import OperationalError, transaction

from base.sql.statements import prepared, run_with_commit
from games.db import rows
from games.log.follow import HoleInLog, PublicEvent, follow

BATCH: Final = 500
PLACE: Final = ("generation", "shard")
"""The first columns of each row of a read model. They are the same in all rows that are written at once."""

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
    """The projection met an event that it cannot read or apply. It stays there until a person resumes it."""


class Projection(ABC):
    """Keeps one read model. Its rows follow from the events alone; it knows no other clock than theirs."""

    name: ClassVar[str]
    tables: ClassVar[tuple[str, ...]]
    """The tables of its rows. Each has the columns ``generation`` and ``shard``; events of one shard write one row."""
    types: ClassVar[frozenset[str]]
    """The names in the log of the types of events that it gets."""

    @abstractmethod
    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
        """Write the rows of *generation* that follow from *events*: one or more of its types, in order."""

    def catch_up(self, shard: int, *, generation: int, limit: int = BATCH, waits: bool = False) -> int:
        """Project at most *limit* events after the checkpoint of *shard*, and return how many were read.

        Return 0 at the end of the log; also if another follower holds the checkpoint, unless this one *waits* for it.

        Rows and checkpoint are committed together, so an event counts once, whenever a process dies. An event that
        cannot be read or applied stops this shard of this projection right before it: the checkpoint says ``failed``
        and why. Raises Stopped then, and OperationalError for a lost connection or a deadlock, which stops nothing.
        """
        # A batch that fails is halved until only the event at fault is left. So the good ones before it are projected.
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
        """Do one batch of ``catch_up`` in one transaction. Raises any fault as it is.

        The commit does not wait for the disk. If the server crashes, rows and checkpoint are lost together, and the
        events are projected again.
        """
        own = (self.name, generation, shard)
        with transaction.atomic():
            found = prepared(_LOCK if waits else f"{_LOCK} SKIP LOCKED", own)
            if not found:
                return 0
            ((position, _),) = found
            events, end = follow(shard, position, self.types, limit=limit)
            if events:
                self.project(events, shard=shard, generation=generation)
            if end > position:
                run_with_commit([(_MOVE, [end, *own])])
        return int(end - position)
