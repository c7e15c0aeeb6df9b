"""A queue of jobs in a table: rows that workers claim, in turns by author, and give back when nothing came of it.

The table has ``id``, ``author``, ``status`` (``waiting``, ``running``, ``done``), ``tries``, ``created_at``,
``began_at``, ``due_at`` and ``expires_at``, which is null for what is kept for good. The broker only knows that
something waits.
"""

from dataclasses import dataclass
from typing import Final, Generic, TypeVar
from uuid import UUID

from games.db import fetch, names_of, rows

MOST_OPEN: Final = 3
"""Of one author that wait at once."""
MOST_OPEN_OF_ALL: Final = 200
FIRST_PAUSE: Final = 5
"""Seconds until a job of which nothing came is due again; each further pause is twice as long."""
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
    """Seconds: what runs for so long has lost its worker, and is due again; each further time it waits longer."""

    def forget(self) -> None:
        """Delete what has expired."""
        rows(f"DELETE FROM {self.table} WHERE expires_at <= clock_timestamp()")  # noqa: S608 - a constant

    def has_room(self, author: UUID) -> bool:
        """Return whether *author* may add one more: few of theirs wait, and not too many of all."""
        open_ = f"FROM {self.table} WHERE status <> 'done' AND {_LASTS}"
        ((own, every),) = rows(f"SELECT count(*) FILTER (WHERE author = %s), count(*) {open_}", [author])
        return bool(own < MOST_OPEN and every < MOST_OPEN_OF_ALL)

    def take(self) -> Job | None:
        """Return the job whose turn it is, which now runs; None if none is due.

        It is the turn of the author who was served longest ago, or never; of theirs the oldest job. So nobody waits
        for more than one job of each other author.
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
        """Let a job wait again of which nothing came: it is due after a pause, and does not expire before that."""
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
