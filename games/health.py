"""Whether the service is well: asked at once, in threads, and answered in time also where something hangs."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from celery import current_app
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from games import store
from games.db import rows
from games.selectors import operation

PATIENCE: Final = 1.5
"""Seconds for all checks together; `/readyz` has half a second more for the rest of its answer."""
SILENCE: Final = 15.0
"""Seconds: the clock beats every second."""
CLOCK_LATE: Final = 15.0
BOTS_LATE: Final = 30.0
"""Seconds that a move may be due that the clock, or a bot, has not made."""
OK: Final = "ok"
_NO_ANSWER: Final = "no answer in time"
NO_DATABASE: Final = "unknown: no database"
_STATEMENT: Final = 1000
"""Milliseconds."""
_LOST: Final = {"tcp_user_timeout": 5000, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 2}
"""What ends a connection to a server that is gone without a word: a round would hang for hours, and hide its return."""


_migrated = False


def migrations() -> str:
    """Check whether the tables are those of this code."""
    global _migrated  # noqa: PLW0603  # they do not go back: a process finds it out once
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return OK if _migrated else "behind: run `manage.py migrate`"


def worker() -> str:
    """Check whether the clock has written its heartbeat lately."""
    found = rows("SELECT clock_timestamp() - at FROM heartbeat WHERE name = %s", [store.DRIVER])
    if not found:
        return "no heartbeat yet"
    silent = found[0][0].total_seconds()
    return OK if silent <= SILENCE else f"silent for {silent:.0f} s"


def clock() -> str:
    """Check whether the clock speaks in time."""
    late = operation.lateness().clock
    return OK if late <= CLOCK_LATE else f"late by {late:.0f} s"


def bots() -> str:
    """Check whether the bots answer in time."""
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


class Round:
    """Checks of one thing, made by a thread of their own; it may go on after nobody waits for it."""

    def __init__(self, names: Sequence[str], check: Callable[[dict[str, str]], None]) -> None:
        self._names = names
        self._found: dict[str, str] = {}
        self._thread = threading.Thread(target=check, args=[self._found], name=f"health-{names[0]}", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether all checks are made."""
        return not self._thread.is_alive()

    def wait(self, until: float) -> dict[str, str]:
        """Return what is found before the monotonic clock says *until*, by the name of the check."""
        self._thread.join(max(0.0, until - time.monotonic()))
        return {name: self._found.get(name, _NO_ANSWER) for name in self._names}


def _check_database(found: dict[str, str]) -> None:
    try:
        with unpooled():
            found["database"] = OK
            for name, check in _BY_DATABASE.items():
                try:
                    found[name] = check()
                except DatabaseError as error:
                    found[name] = f"unknown: {type(error).__name__}"
    except (DatabaseError, OSError) as error:
        found |= dict.fromkeys(_BY_DATABASE, NO_DATABASE)
        found["database"] = f"unreachable: {type(error).__name__}"


def _check_broker(found: dict[str, str]) -> None:
    found["broker"] = broker()


_CHECKS: Final[Mapping[tuple[str, ...], Callable[[dict[str, str]], None]]] = {
    ("database", *_BY_DATABASE): _check_database,
    ("broker",): _check_broker,
}
_rounds: Final[dict[tuple[str, ...], Round]] = {}
"""The last round of each, by the names of its checks."""
_asking: Final = threading.Lock()


def checks() -> dict[str, str]:
    """Return what is found, ``ok`` or what is not, by the name of the check; PATIENCE bounds the wait for all together.

    A round that still hangs is waited for again: rounds do not pile up, and one that hangs holds up no other.
    """
    until = time.monotonic() + PATIENCE
    with _asking:
        for names, check in _CHECKS.items():
            if names not in _rounds or _rounds[names].is_over:
                _rounds[names] = Round(names, check)
        asked = [*_rounds.values()]
    return {name: state for one in asked for name, state in one.wait(until).items()}


@contextmanager
def unpooled() -> Iterator[None]:
    """Let this thread ask over a fresh connection: one of the pool might hang, or all might be taken."""
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
