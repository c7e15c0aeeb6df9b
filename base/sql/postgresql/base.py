"""The database wrapper that Django loads from a backend."""

import re
import select
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
import structlog
from django.conf import settings
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorDebugWrapper, CursorWrapper
from django.db.transaction import TransactionManagementError, atomic
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool

from base.sql import REPLICAS, patience
from base.sql.postgresql import pipeline
from base.sql.postgresql.connection import Connection
from base.sql.statements import Rows, StalePlan, Statement

TRUSTED_SECONDS: Final = 60
"""A connection that nobody has used for longer may have been dropped on the way without a word."""

# The log needs this isolation, whatever the database's default is (`games.log.append`).
_BEGIN: Final[Statement] = ("BEGIN ISOLATION LEVEL READ COMMITTED", ())
_COMMIT: Final[Statement] = ("COMMIT", ())
_READ: Final = re.compile(r"\s*(SELECT|WITH)\b(?!.*\b(INSERT|UPDATE|DELETE|MERGE)\b)", re.DOTALL | re.IGNORECASE)

_returned: Final["WeakKeyDictionary[psycopg.Connection[Any], float]"] = WeakKeyDictionary()
"""When each connection came back to its pool."""
_REPEATED_FAULT: Final = "server_login_retry"
"""What PgBouncer says with the error of its last attempt to reach the server. Only then it makes another attempt."""
_RETRY_SECONDS: Final = 1
"""In which PgBouncer makes that attempt."""
_log = structlog.get_logger(__name__)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that comes from the pool, goes back with each request, and saves round trips.

    **Round trips.** A transaction sends its BEGIN with its first statement. What `hold` is given is sent with the next
    statement, at the latest with the COMMIT, and what `hold_back` is given behind the COMMIT. Each trip is a pipeline,
    which the server runs as if the statements came one by one. So each sees what the one before has done, and what
    others committed meanwhile.

    **Limits.** Those of `base.sql.patience` go with each BEGIN. A statement that writes outside of a transaction gets
    one of its own, so that its COMMIT is known, and never cancelled. One that reads is cancelled from here.

    **Changed tables.** A prepared statement whose columns have other types now is run again at once, with all that was
    sent with it, unless earlier statements of its transaction are lost with it. Then it raises StalePlan.

    **Health.** Django's check asks the server each time (`CONN_HEALTH_CHECKS`). This one asks it only after a minute
    without use. Before that it looks at the socket: a server that has nothing to answer only speaks when it ends a
    connection.

    **PgBouncer** accepts everybody. After a failure, it gives the first who asks the error of the last attempt. So a
    new connection is asked at once, and a second time if it only repeats what was known.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._opening: list[Statement] = []
        """What this transaction begins with."""
        self._held: list[Statement] = []
        """What goes out before the next statement."""
        self._behind: list[Statement] = []
        """What goes out behind the COMMIT."""
        self._foreseen: list[tuple[Statement, Rows]] = []
        self._is_stale = self._has_committed = False

    @property
    def may_begin_again(self) -> bool:
        """Whether a StalePlan was raised since the connection came from the pool, and nothing was committed since."""
        return self._is_stale and not self._has_committed

    def run(self, statements: Sequence[Statement]) -> list[Rows]:
        """Run *statements* in one round trip, and return the rows of each. Those that were foreseen are not run again.

        The server binds the values, which Django's cursors do themselves, and keeps the texts prepared.
        """
        known = [found for one in statements for asked, found in self._foreseen if asked == one]
        if known and len(known) == len(statements):
            self._foreseen = [one for one in self._foreseen if one[0] not in statements]
            return known
        with self.limited(*(sql for sql, _ in statements)):
            self.ensure_connection()
            self.validate_no_broken_transaction()
            held, self._held = self._held, []
            with self.wrap_database_errors:
                return self._sent([*held, *statements])[len(held) :]

    @contextmanager
    def limited(self, *texts: str) -> Iterator[None]:
        """Run statements with these *texts* in a transaction in the block, if they write and their time is limited."""
        is_limited = patience.current.get().statement > 0
        if is_limited and not self.in_atomic_block and self.get_autocommit() and not all(map(_reads, texts)):
            with atomic(self.alias):
                yield
        else:
            yield

    def foresee(self, statements: Sequence[Statement]) -> None:
        """Run *statements*, and keep their rows until `run` is asked for them in this transaction, once.

        So code that asks for one thing after another needs one round trip for all.
        """
        self._foreseen = [*zip(statements, self.run(statements), strict=True)]

    def hold(self, statements: Sequence[Statement]) -> None:
        """Run *statements* before the next one of this transaction, at the latest with its COMMIT. Their rows are lost.

        If one fails, the next statement or the COMMIT raises the error. Raises TransactionManagementError outside of a
        transaction.
        """
        if not self.in_atomic_block:
            raise TransactionManagementError("statements are only held inside transaction.atomic()")
        self._held += statements

    def hold_back(self, statement: Statement) -> None:
        """Run *statement* as soon as this transaction is committed; now, if there is none.

        If it fails behind a COMMIT, that is logged.
        """
        if self.in_atomic_block:
            self._behind.append(statement)
        else:
            self.run([statement])

    def _sent(self, statements: Sequence[Statement]) -> list[Rows]:
        """Send *statements* in one pipeline, and return the rows of each. Django's execute_wrappers see one query."""
        if not self.execute_wrappers and not self.queries_logged:
            return self._pipelined("", statements)
        send: Callable[..., list[Rows]] = self._pipelined
        for wrapper in reversed(self.execute_wrappers):
            send = partial(wrapper, send)
        text = "; ".join(sql for sql, _ in statements)
        if self.queries_logged and statements != self._opening:  # Django's own log cannot show what the server binds
            self.queries_log.append({"sql": text})
        return send(text, statements, True, {"connection": self, "cursor": None})

    def _pipelined(self, _text: str, statements: Sequence[Statement], *_: object) -> list[Rows]:
        connection = self.connection
        is_whole = connection.pgconn.transaction_status == TransactionStatus.IDLE
        try:
            return pipeline.run(connection, statements, prepares=settings.PREPARED_STATEMENTS)
        except StalePlan:
            # After a COMMIT that was done, the transaction is over again.
            is_done = _COMMIT in statements and connection.pgconn.transaction_status == TransactionStatus.IDLE
            if not is_whole or is_done:
                self._is_stale = True
                raise
        connection.rollback()
        return pipeline.run(connection, statements, prepares=settings.PREPARED_STATEMENTS)

    # What Django calls around a transaction. The connection stays in psycopg's autocommit, because psycopg would send
    # BEGIN and COMMIT by themselves.

    def _start_transaction_under_autocommit(self) -> None:
        self._opening = [_BEGIN, *patience.limits()]
        self._held, self._behind = [*self._opening], []

    def _set_autocommit(self, autocommit: bool) -> None:  # noqa: FBT001 - Django's
        if self.connection.autocommit is not autocommit:
            super()._set_autocommit(autocommit)  # type: ignore[misc]  # the stubs leave it out

    def _commit(self) -> None:
        connection = self.connection
        connection.is_committing = True
        try:
            self._send_commit()
        finally:
            connection.is_committing = False

    def _send_commit(self) -> None:
        if not self.connection.autocommit:  # somebody has called transaction.set_autocommit(False)
            super()._commit()  # type: ignore[misc]  # the stubs leave it out
            return
        held, behind = self._held, self._behind
        self._forget()
        if held == self._opening and not behind:  # nothing was done
            return
        with self.wrap_database_errors:
            try:
                self._sent([*held, _COMMIT, *behind])
            except psycopg.Error as error:
                if not behind or self.connection.info.transaction_status is not TransactionStatus.IDLE:
                    raise
                _log.warning("what follows a commit failed", fault=type(error).__name__)
            finally:
                # It may be committed also if the connection was lost.
                self._has_committed |= self.connection.info.transaction_status is not TransactionStatus.INERROR

    def _rollback(self) -> None:
        self._forget()
        super()._rollback()  # type: ignore[misc]  # the stubs leave it out

    def _forget(self) -> None:
        self._held, self._behind, self._foreseen = [], [], []

    def _send_held(self) -> None:
        if self._held:
            self.run([])

    def make_cursor(self, cursor: Any) -> CursorWrapper:
        """Return Django's wrapper of a cursor, which sends before each statement what is held."""
        return _Cursor(cursor, self)

    def make_debug_cursor(self, cursor: Any) -> CursorDebugWrapper:
        """Return the same wrapper, with Django's log of queries."""
        return _DebugCursor(cursor, self)

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor, after what is held."""
        self._send_held()
        return super().create_cursor(name)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection that works, as far as can be known. Raises OperationalError if the server is away."""
        self._forget()
        self._is_stale = self._has_committed = False
        try:
            return self._working(conn_params)
        except psycopg.OperationalError as error:
            if _REPEATED_FAULT not in str(error):
                raise
        time.sleep(_RETRY_SECONDS)
        return self._working(conn_params)

    def _working(self, conn_params: dict[str, Any]) -> Any:
        if not self.pool:
            connection = Connection.connect(**conn_params)
            self._check(connection)
            return connection
        connection = super().get_new_connection(conn_params)
        while connection in _returned and not self._works(connection):
            self._discard(connection)
            connection = super().get_new_connection(conn_params)
        if connection not in _returned:
            try:
                self._check(connection)  # PgBouncer accepts everybody
            except psycopg.Error:
                self._discard(connection)
                raise
        return connection

    def _discard(self, connection: "psycopg.Connection[Any]") -> None:
        connection.close()
        if self.pool:
            self.pool.putconn(connection)  # it makes another one

    def _close(self) -> None:
        if self.pool and self.connection is not None:
            _returned[self.connection] = time.monotonic()
        super()._close()  # type: ignore[misc]  # the stubs leave it out

    def _works(self, connection: "psycopg.Connection[Any]") -> bool:
        if connection.closed:
            return False
        unread = select.poll()
        unread.register(connection.fileno(), select.POLLIN)
        if unread.poll(0):
            return False
        if time.monotonic() - _returned[connection] < TRUSTED_SECONDS:
            return True
        try:
            self._check(connection)
        except psycopg.Error:
            return False
        return True

    def _check(self, connection: "psycopg.Connection[Any]") -> None:
        """Raise psycopg.Error if the server does not answer. It may take its time.

        `base.sql.replicas` asks a replica itself before each read, and limits the time of that.
        """
        if not self.alias.startswith(REPLICAS):
            ConnectionPool.check_connection(connection)


@lru_cache(maxsize=pipeline.MOST_PREPARED)
def _reads(text: str) -> bool:
    return _READ.match(text) is not None


class _Cursor(CursorWrapper):
    """Sends before each statement what is held."""

    def execute(self, sql: Any, params: Any = None) -> Any:
        with self.db.limited(str(sql)):
            self.db._send_held()  # noqa: SLF001 - they are one
            return super().execute(sql, params)

    def executemany(self, sql: Any, param_list: Any) -> Any:
        with self.db.limited(str(sql)):
            self.db._send_held()  # noqa: SLF001 - they are one
            return super().executemany(sql, param_list)


class _DebugCursor(_Cursor, CursorDebugWrapper):
    """The same, with Django's log of queries."""
