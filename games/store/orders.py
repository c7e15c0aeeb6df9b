"""A queue of orders in a table: what waits is taken once, and again where its worker was lost.

The table has ``id``, ``status`` (``waiting``, ``running``, ``done``), ``tries``, ``created_at``, ``began_at`` and
``expires_at``, which is null for what is kept for good. The broker only knows that something waits.
"""

from dataclasses import dataclass
from typing import Any, Final

from games.store.asking import rows

MOST_TRIES: Final = 2
MOST_OPEN: Final = 3
"""Of one author that wait at once."""
MOST_OPEN_OF_ALL: Final = 200

_LASTS: Final = "(expires_at IS NULL OR expires_at > clock_timestamp())"
_DUE: Final = f"""
    (status = 'waiting' OR status = 'running' AND began_at <= clock_timestamp() - %s * interval '1 s') AND {_LASTS}
"""


@dataclass(frozen=True, slots=True)
class Orders:
    """The queue in one table."""

    table: str
    lost: int
    """Seconds: what runs for so long has lost its worker: another one takes it."""

    def forget(self) -> None:
        """Delete what has expired."""
        rows(f"DELETE FROM {self.table} WHERE expires_at <= clock_timestamp()")  # noqa: S608 - a constant

    def has_room(self, author: object) -> bool:
        """Tell whether *author* may order one more: few of his wait, and not too many of all."""
        open_ = f"FROM {self.table} WHERE status <> 'done' AND {_LASTS}"
        ((own, every),) = rows(f"SELECT count(*) FILTER (WHERE author = %s), count(*) {open_}", [author])
        return bool(own < MOST_OPEN and every < MOST_OPEN_OF_ALL)

    def take(self, columns: str) -> tuple[Any, ...] | None:
        """Return these *columns* of the order that has waited longest, which now runs; None if none waits."""
        longest = f"SELECT id FROM {self.table} WHERE {_DUE} ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED"  # noqa: S608
        sql = f"""
            UPDATE {self.table} SET status = 'running', began_at = clock_timestamp(), tries = tries + 1
            WHERE id = ({longest}) RETURNING {columns}
        """  # noqa: S608 - constants
        return next(iter(rows(sql, [self.lost])), None)

    def waits(self) -> bool:
        """Tell whether an order waits."""
        ((waits,),) = rows(f"SELECT EXISTS (SELECT FROM {self.table} WHERE {_DUE})", [self.lost])  # noqa: S608
        return bool(waits)
