"""A queue of jobs in a table. Workers take rows, in turns by owner, and give them back if they could not finish.

The table has ``id``, ``author``, ``owner``, ``status`` (``waiting``, ``running``, ``done``), ``tries``, ``created_at``,
``began_at``, ``due_at`` and ``expires_at``, which is null if the row is kept for good. The broker only knows that
a job waits.
"""

from dataclasses import dataclass
from typing import Final, Generic, TypeVar
from uuid import UUID

from games.db import fetch, names_of, rows
from games.store import slots

MOST_OPEN: Final = 3
"""Jobs of one author that may wait at once."""
MOST_OPEN_OF_ALL: Final = 200
FIRST_PAUSE: Final = 5
"""Seconds until a job that was given back is due again. Each further pause is twice as long."""
LONGEST_PAUSE: Final = 3_600

_LASTS: Final = "(expires_at IS NULL OR expires_at > clock_timestamp())"
_DUE: Final = f"status <> 'done' AND due_at <= clock_timestamp() AND {_LASTS}"
_OWNER: Final = "coalesce(o.owner, o.author, o.id)"
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

        The next job is of the owner who was served longest ago, or never, and who has a slot (`slots`); of this owner's
        authors that of the one who was served longest ago, and of this author the oldest. So nobody waits for more than
        one job of each other owner. The job holds the slot until it is given back or done.
        """
        served = f"(SELECT max(s.began_at) FROM {self.table} AS s WHERE s.author = o.author)"  # noqa: S608
        sql = f"""
            WITH busy AS MATERIALIZED ({slots.BUSY}), turn AS MATERIALIZED (
                SELECT {_OWNER} AS owner, id AS work, author AS player {self._ready}
                ORDER BY busy.began NULLS FIRST, {served} NULLS FIRST, created_at LIMIT 1 FOR UPDATE OF o SKIP LOCKED
            ), slot AS ({slots.TAKE.format(asked="turn")})
            UPDATE {self.table} SET status = 'running', began_at = clock_timestamp(), tries = least(tries + 1, 1000),
                   due_at = clock_timestamp() + {_PAUSE}
            WHERE id = (SELECT work FROM slot) RETURNING {names_of(self.kind)}
        """  # noqa: S608 - constants
        asked = {"longest": max(self.lost, LONGEST_PAUSE), "first": self.lost, "lasts": self.lost}
        return next(iter(fetch(self.kind, sql, asked)), None)

    def give_back(self, job: UUID) -> None:
        """Let a running job wait again. It is due after a pause, and does not expire before that."""
        sql = f"""
            UPDATE {self.table} SET status = 'waiting', due_at = clock_timestamp() + {_PAUSE},
                   expires_at = CASE WHEN expires_at IS NULL THEN NULL
                                     ELSE greatest(expires_at, clock_timestamp() + 2 * {_PAUSE}) END
            WHERE id = %(id)s AND status = 'running'
        """  # noqa: S608 - constants
        rows(sql, {"id": job, "longest": LONGEST_PAUSE, "first": FIRST_PAUSE})
        slots.leave(job)

    def waits(self) -> bool:
        """Return whether a job is due whose owner has a slot."""
        ((waits,),) = rows(f"WITH busy AS ({slots.BUSY}) SELECT EXISTS (SELECT {self._ready})")
        return bool(waits)

    @property
    def _ready(self) -> str:
        """The SQL of the jobs that are due and whose owners have a slot, `o`, beside what is known of the owner."""
        return f"""
            FROM {self.table} AS o LEFT JOIN busy ON busy.owner = {_OWNER}
            WHERE {_DUE} AND coalesce(busy.held, 0) < {slots.MOST}
        """
