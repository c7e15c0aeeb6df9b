"""Health checks of the service. They run in threads at once, so the answer is in time even if one of them hangs."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

from celery import current_app
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from psycopg.errors import QueryCanceled

from games import store
from games.db import rows
from games.selectors import operation

PATIENCE: Final = 1.5
"""Seconds for all checks together. `/readyz` has half a second more for the rest of its answer."""
SILENCE: Final = 15.0
"""Seconds without a heartbeat of the clock, which has one every second."""
CLOCK_LATE: Final = 15.0
BOTS_LATE: Final = 30.0
"""Seconds that a move of the clock, or of a bot, may be late."""
OK: Final = "ok"
NO_ANSWER: Final = "no answer in time"
NO_DATABASE: Final = "unknown: no database"
BEHIND: Final = "behind: run `manage.py migrate`"
_STATEMENT: Final = 1000
"""Milliseconds that one statement may take."""
_LOST: Final = {"tcp_user_timeout": 5000, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 2}
"""Options that end a connection to a server that has vanished. Otherwise a round would hang for hours."""

OF_PROCESS: Final[MutableMapping[str, Callable[[], str]]] = {}
"""What else a process checks of itself, such as whether requests wait too long. A check answers at once."""

T = TypeVar("T")

_migrated = False


def migrations() -> str:
    """Check whether the tables are those of this code."""
    global _migrated  # noqa: PLW0603  # tables never go back, so a process checks until they are current once
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return OK if _migrated else BEHIND


def worker() -> str:
    """Check whether the clock has written its heartbeat lately."""
    found = rows("SELECT clock_timestamp() - at FROM heartbeat WHERE name = %s", [store.DRIVER])
    if not found:
        return "no heartbeat yet"
    silent = found[0][0].total_seconds()
    return OK if silent <= SILENCE else f"silent for {silent:.0f} s"


def clock() -> str:
    """Check whether the clock makes its moves in time."""
    late = operation.lateness().clock
    return OK if late <= CLOCK_LATE else f"late by {late:.0f} s"


def bots() -> str:
    """Check whether the bots make their moves in time."""
    late = operation.lateness().bots
    return OK if late <= BOTS_LATE else f"late by {late:.0f} s"


def projections() -> str:
    """Check whether a read model stopped."""
    failed = operation.failed_shards()
    return f"failed: {', '.join(f'{name} at shard {shard}' for name, shard in failed)}" if failed else OK


def broker() -> str:
    """Check whether the broker can be reached."""
    try:
        with current_app.connection_for_write() as made:
            made.ensure_connection(max_retries=1, interval_start=0, timeout=PATIENCE)
    except Exception as error:  # noqa: BLE001  # each transport has its own
        return f"unreachable: {type(error).__name__}"
    return OK


_BY_DATABASE: Final[Mapping[str, Callable[[], str]]] = {
    "migrations": migrations, "worker": worker, "clock": clock, "bots": bots, "projections": projections,
}  # fmt: skip


class Round(Generic[T]):
    """The checks of one part of the service, in their own thread. It may go on after the answer was given."""

    def __init__(self, names: Sequence[str], check: Callable[[dict[str, T]], None]) -> None:
        self._names = names
        self._found: dict[str, T] = {}
        self._thread = threading.Thread(target=check, args=[self._found], name=f"health-{names[0]}", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether all checks are done."""
        return not self._thread.is_alive()

    def wait(self, until: float, otherwise: T) -> dict[str, T]:
        """Return the results that are there when the monotonic clock says *until*, by the names of the checks.

        Checks without a result have the one that is given for this.
        """
        self._thread.join(max(0.0, until - time.monotonic()))
        return {name: self._found.get(name, otherwise) for name in self._names}


def _check_database(found: dict[str, str]) -> None:
    try:
        with unpooled():
            found["database"] = OK
            for name, check in _BY_DATABASE.items():
                try:
                    found[name] = check()
                except DatabaseError as error:
                    found[name] = f"unknown: {why(error)}"
    except (DatabaseError, OSError) as error:
        found |= dict.fromkeys(_BY_DATABASE, NO_DATABASE)
        found["database"] = f"unreachable: {type(error).__name__}"


_CHECKS: Final[Mapping[tuple[str, ...], Callable[[dict[str, str]], None]]] = {
    ("database", *_BY_DATABASE): _check_database,
    ("broker",): lambda found: found.update(broker=broker()),
}
_rounds: Final[dict[tuple[str, ...], Round[str]]] = {}
"""The last round of each, by the names of its checks."""
_lock: Final = threading.Lock()


def why(error: Exception) -> str:
    """Return what a check says that the database has refused. A statement that took too long gives no answer."""
    return NO_ANSWER if isinstance(error.__cause__, QueryCanceled) else type(error.__cause__ or error).__name__


def checks(patience: float | None = None) -> dict[str, str]:
    """Return ``ok`` or the fault by the name of the check. Takes at most *patience* seconds, or `PATIENCE`.

    A round that still hangs is not started again, so rounds do not pile up. The others do not wait for it.
    """
    until = time.monotonic() + (PATIENCE if patience is None else patience)
    with _lock:
        for names, check in _CHECKS.items():
            if names not in _rounds or _rounds[names].is_over:
                _rounds[names] = Round(names, check)
        asked = [*_rounds.values()]
    found = {name: state for one in asked for name, state in one.wait(until, NO_ANSWER).items()}
    return found | {name: check() for name, check in OF_PROCESS.items()}


@contextmanager
def unpooled() -> Iterator[None]:
    """Give this thread a fresh connection: one of the pool might hang, or all of them might be in use."""
    own = connections[DEFAULT_DB_ALIAS]
    made = own.copy()
    options = made.settings_dict["OPTIONS"]
    options.pop("pool", None)
    options |= {
        "connect_timeout": 2, **_LOST, "options": f"{options.get('options', '')} -c statement_timeout={_STATEMENT}",
    }  # fmt: skip
    connections[DEFAULT_DB_ALIAS] = made
    try:
        made.ensure_connection()
        yield
    finally:
        made.close()
        connections[DEFAULT_DB_ALIAS] = own
