"""How a projection follows the log: once, in order, without loss, and never past what it cannot read."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from django.db import OperationalError, connection, transaction

from games.store.following import HoleInLog, Told, follow

BATCH: Final = 500

_LOCK: Final = """
    SELECT position FROM checkpoint
    WHERE projection = %s AND generation = %s AND shard = %s AND status = 'running' FOR UPDATE SKIP LOCKED
"""
_MOVE: Final = "UPDATE checkpoint SET position = %s WHERE projection = %s AND generation = %s AND shard = %s"
_FAIL: Final = """
    UPDATE checkpoint SET status = 'failed', error = %s
    WHERE projection = %s AND generation = %s AND shard = %s AND status = 'running'
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
    def project(self, events: Sequence[Told], *, shard: int, generation: int) -> None:
        """Write what follows from these *events* of its types, in order, into the rows of this *generation*."""

    def catch_up(self, shard: int, *, generation: int, limit: int = BATCH) -> int:
        """Project at most *limit* events after the checkpoint of *shard*, and return how many; 0 if another does it.

        Rows and checkpoint are committed together, so an event counts once, whoever dies when. What cannot be read or
        applied stops this shard of this projection, right before the event at fault: the checkpoint says ``failed`` and
        why, and Stopped is raised. A lost connection or a deadlock is raised as it is, and stops nothing.
        """
        try:
            return self.step(shard, generation=generation, limit=limit)
        except OperationalError:
            raise
        except Exception as fault:
            if limit > 1 and not isinstance(fault, HoleInLog):
                return self.catch_up(shard, generation=generation, limit=1)
            self._fail(shard, generation, fault)
            raise Stopped(f"projection {self.name} stopped at shard {shard}") from fault

    def step(self, shard: int, *, generation: int, limit: int) -> int:
        """Do one batch of ``catch_up`` in one transaction, and let every fault out."""
        own = (self.name, generation, shard)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_LOCK, own)
            found = cursor.fetchone()
            events = follow(shard, found[0], self.types, limit=limit) if found else []
            if events:
                wanted = [event for event in events if event.data is not None]
                self.project(wanted, shard=shard, generation=generation)
                cursor.execute(_MOVE, [events[-1].position, *own])
        return len(events)

    def _fail(self, shard: int, generation: int, fault: Exception) -> None:
        error = f"{type(fault).__name__}: {fault}"
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_FAIL, [error, self.name, generation, shard])
