"""Whether the service is well: asked at once, in threads, and answered in time also where something hangs."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from celery import current_app
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from games import store
from games.selectors import operation
from games.store.asking import rows

PATIENCE: Final = 1.7
"""Seconds in which all checks together are answered."""
SILENCE: Final = 15.0
"""Seconds: the clock beats every second."""
CLOCK_LATE: Final = 15.0
BOTS_LATE: Final = 30.0
"""Seconds that a move may be due that the clock, or a bot, has not made."""
OK: Final = "ok"
_NO_ANSWER: Final = "no answer in time"
NO_DATABASE: Final = "unknown: no database"
_STATEMENT: Final = 1500
"""Milliseconds."""


_migrated = False


def migrations() -> str:
    """Tell whether the tables are those of this code."""
    global _migrated  # noqa: PLW0603  # they do not go back: a process finds it out once
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return OK if _migrated else "behind: run `manage.py migrate`"


def worker() -> str:
    """Tell whether the clock has written its heartbeat lately."""
    found = rows("SELECT clock_timestamp() - at FROM heartbeat WHERE name = %s", [store.DRIVER])
    if not found:
        return "no heartbeat yet"
    silent = found[0][0].total_seconds()
    return OK if silent <= SILENCE else f"silent for {silent:.0f} s"


def clock() -> str:
    """Tell whether the clock speaks in time."""
    late = operation.lateness().clock
    return OK if late <= CLOCK_LATE else f"late by {late:.0f} s"


def bots() -> str:
    """Tell whether the bots answer in time."""
    late = operation.lateness().bots
    return OK if late <= BOTS_LATE else f"late by {late:.0f} s"


def projections() -> str:
    """Tell whether a read model stopped."""
    failed = operation.failed_shards()
    return f"failed: {', '.join(f'{name} at shard {shard}' for name, shard in failed)}" if failed else OK


def broker() -> str:
    """Tell whether the broker can be reached."""
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
    """One round of checks, made by threads of its own; they may outlive whoever waits for them."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._threads = [
            threading.Thread(target=check, name=f"health-{check.__name__}", daemon=True)
            for check in (self._database, self._broker)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_over(self) -> bool:
        """Whether all checks are made."""
        return not any(thread.is_alive() for thread in self._threads)

    def wait(self, patience: float) -> dict[str, str]:
        """Return what was found in at most *patience* seconds, by the name of the check."""
        until = time.monotonic() + patience
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        return {name: self.found.get(name, _NO_ANSWER) for name in ("database", *_BY_DATABASE, "broker")}

    def _database(self) -> None:
        try:
            with unpooled():
                self.found["database"] = OK
                for name, check in _BY_DATABASE.items():
                    self.found[name] = _answered(check)
        except (DatabaseError, OSError) as error:
            self.found |= dict.fromkeys(_BY_DATABASE, NO_DATABASE)
            self.found["database"] = f"unreachable: {type(error).__name__}"

    def _broker(self) -> None:
        self.found["broker"] = broker()


_last: Round | None = None
_asking: Final = threading.Lock()


def checks() -> dict[str, str]:
    """Return what is found, ``ok`` or what is not, by the name of the check; in two seconds at most.

    Where checks of the last round still hang, this one waits for them too: they do not pile up.
    """
    global _last  # noqa: PLW0603  # one round at a time in a process
    with _asking:
        if _last is None or _last.is_over:
            _last = Round()
        mine = _last
    return mine.wait(PATIENCE)


@contextmanager
def unpooled() -> Iterator[None]:
    """Let this thread ask over a fresh connection: one of the pool might hang, or all might be taken."""
    own = connections[DEFAULT_DB_ALIAS]
    made = own.copy()
    options = made.settings_dict["OPTIONS"]
    options.pop("pool", None)
    options |= {"connect_timeout": 2, "options": f"{options.get('options', '')} -c statement_timeout={_STATEMENT}"}
    connections[DEFAULT_DB_ALIAS] = made
    try:
        made.ensure_connection()
        yield
    finally:
        made.close()
        connections[DEFAULT_DB_ALIAS] = own


def _answered(check: Callable[[], str]) -> str:
    try:
        return check()
    except DatabaseError as error:
        return f"unknown: {type(error).__name__}"
