"""A queue of orders in a table: rows that workers claim, in turns by author, and give back when nothing came of it.

The table has ``id``, ``author``, ``status`` (``waiting``, ``running``, ``done``), ``tries``, ``created_at``,
``began_at``, ``due_at`` and ``expires_at``, which is null for what is kept for good. The broker only knows that
something waits.
"""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from games.db import rows

MOST_OPEN: Final = 3
"""Of one author that wait at once."""
MOST_OPEN_OF_ALL: Final = 200
FIRST_PAUSE: Final = 5
"""Seconds until an order of which nothing came is due again; each further pause is twice as long."""
LONGEST_PAUSE: Final = 3_600

_LASTS: Final = "(expires_at IS NULL OR expires_at > clock_timestamp())"
_DUE: Final = f"status <> 'done' AND due_at <= clock_timestamp() AND {_LASTS}"
_PAUSE: Final = "least(%(longest)s, %(first)s * 2 ^ least(tries, 16)) * interval '1 s'"


@dataclass(frozen=True, slots=True)
class Orders:
    """The queue in one table."""

    table: str
    lost: int
    """Seconds: what runs for so long has lost its worker, and is due again; each further time it waits longer."""

    def forget(self) -> None:
        """Delete what has expired."""
        rows(f"DELETE FROM {self.table} WHERE expires_at <= clock_timestamp()")  # noqa: S608 - a constant

    def has_room(self, author: object) -> bool:
        """Tell whether *author* may order one more: few of his wait, and not too many of all."""
        open_ = f"FROM {self.table} WHERE status <> 'done' AND {_LASTS}"
        ((own, every),) = rows(f"SELECT count(*) FILTER (WHERE author = %s), count(*) {open_}", [author])
        return bool(own < MOST_OPEN and every < MOST_OPEN_OF_ALL)

    def take(self, columns: str) -> tuple[Any, ...] | None:
        """Return these *columns* of the order whose turn it is, which now runs; None if none is due.

        It is the turn of the author who was served longest ago, or never; of theirs the oldest order. So nobody waits
        for more than one order of each other author.
        """
        served = f"(SELECT max(s.began_at) FROM {self.table} AS s WHERE s.author = o.author)"  # noqa: S608
        turn = f"""
            SELECT id FROM {self.table} AS o WHERE {_DUE}
            ORDER BY {served} NULLS FIRST, created_at LIMIT 1 FOR UPDATE SKIP LOCKED
        """  # noqa: S608
        sql = f"""
            UPDATE {self.table} SET status = 'running', began_at = clock_timestamp(), tries = least(tries + 1, 1000),
                   due_at = clock_timestamp() + {_PAUSE}
            WHERE id = ({turn}) RETURNING {columns}
        """  # noqa: S608 - constants
        return next(iter(rows(sql, {"longest": max(self.lost, LONGEST_PAUSE), "first": self.lost})), None)

    def give_back(self, order: UUID) -> None:
        """Let an order wait again of which nothing came: it is due after a pause, and does not expire before that."""
        sql = f"""
            UPDATE {self.table} SET status = 'waiting', due_at = clock_timestamp() + {_PAUSE},
                   expires_at = CASE WHEN expires_at IS NULL THEN NULL
                                     ELSE greatest(expires_at, clock_timestamp() + 2 * {_PAUSE}) END
            WHERE id = %(id)s AND status = 'running'
        """  # noqa: S608 - constants
        rows(sql, {"id": order, "longest": LONGEST_PAUSE, "first": FIRST_PAUSE})

    def waits(self) -> bool:
        """Tell whether an order is due."""
        ((waits,),) = rows(f"SELECT EXISTS (SELECT FROM {self.table} WHERE {_DUE})")  # noqa: S608
        return bool(waits)
