"""A queue of jobs in a table. Workers take rows, in turns by author, and give them back if they could not finish.

The table has ``id``, ``author``, ``status`` (``waiting``, ``running``, ``done``), ``tries``, ``created_at``,
``began_at``, ``due_at`` and ``expires_at``, which is null if the row is kept for good. The broker only knows that
a job waits.
"""

from dataclasses import dataclass
from typing import Final, Generic, TypeVar
from uuid import UUID

from games.db import fetch, names_of, rows

MOST_OPEN: Final = 3
"""Jobs of one author that may wait at once."""
MOST_OPEN_OF_ALL: Final = 200
FIRST_PAUSE: Final = 5
"""Seconds until a job that was given back is due again. Each further pause is twice as long."""
LONGEST_PAUSE: Final = 3_600

_LASTS: Final = "(expires_at IS NULL OR expires_at > clock_timestamp())"
_DUE: Final = f"status <> 'done' AND due_at <= clock_timestamp() AND {_LASTS}"
_PAUSE: Final = "least(%(longest)s, %(first)s * 2 ^ least(tries, 16)) * interval '1 s'"

Job = TypeVar("Job")


@dataclass(frozen=True, slots=True)
class Jobs(Generic[Job]):
    """The queue in one table."""

    table: str
    kind: type[Job]
    """A dataclass of the columns that a worker needs."""
    lost: int
    """Seconds after which a running job has lost its worker and is due again. Each further time it waits longer."""

    def forget(self) -> None:
        """Delete the jobs that have expired."""
        rows(f"DELETE FROM {self.table} WHERE expires_at <= clock_timestamp()")  # noqa: S608 - a constant

    def has_room(self, author: UUID) -> bool:
        """Return whether *author* may add a job: see `MOST_OPEN` and `MOST_OPEN_OF_ALL`."""
        open_ = f"FROM {self.table} WHERE status <> 'done' AND {_LASTS}"
        ((own, every),) = rows(f"SELECT count(*) FILTER (WHERE author = %s), count(*) {open_}", [author])
        return bool(own < MOST_OPEN and every < MOST_OPEN_OF_ALL)

    def take(self) -> Job | None:
        """Start the next job that is due, and return it; None if none is due.

        The next job is the oldest of the author who was served longest ago, or never. So nobody waits for more than
        one job of each other author.
        """
        served = f"(SELECT max(s.began_at) FROM {self.table} AS s WHERE s.author = o.author)"  # noqa: S608
        turn = f"""
            SELECT id FROM {self.table} AS o WHERE {_DUE}
            ORDER BY {served} NULLS FIRST, created_at LIMIT 1 FOR UPDATE SKIP LOCKED
        """  # noqa: S608
        sql = f"""
            UPDATE {self.table} SET status = 'running', began_at = clock_timestamp(), tries = least(tries + 1, 1000),
                   due_at = clock_timestamp() + {_PAUSE}
            WHERE id = ({turn}) RETURNING {names_of(self.kind)}
        """  # noqa: S608 - constants
        return next(iter(fetch(self.kind, sql, {"longest": max(self.lost, LONGEST_PAUSE), "first": self.lost})), None)

    def give_back(self, job: UUID) -> None:
        """Let a running job wait again. It is due after a pause, and does not expire before that."""
        sql = f"""
            UPDATE {self.table} SET status = 'waiting', due_at = clock_timestamp() + {_PAUSE},
                   expires_at = CASE WHEN expires_at IS NULL THEN NULL
                                     ELSE greatest(expires_at, clock_timestamp() + 2 * {_PAUSE}) END
            WHERE id = %(id)s AND status = 'running'
        """  # noqa: S608 - constants
        rows(sql, {"id": job, "longest": LONGEST_PAUSE, "first": FIRST_PAUSE})

    def waits(self) -> bool:
        """Return whether a job is due."""
        ((waits,),) = rows(f"SELECT EXISTS (SELECT FROM {self.table} WHERE {_DUE})")  # noqa: S608
        return bool(waits)
