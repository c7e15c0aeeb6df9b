"""How long each kind of work waits for the database, and what is never cancelled."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from django.db import Error, InternalError, OperationalError, connections, transaction
from django.db import connection as default
from psycopg.errors import IdleInTransactionSessionTimeout

from base.http.exception_handler import problem_of
from base.http.problems import Busy
from base.sql import patience
from base.sql.patience import Caller, CallerGone, Patience
from base.sql.postgresql import base
from config import environment
from config.embedded.cluster import Cluster
from config.embedded.pytest_plugin import CommittedDatabase
from tests.config.locking import holding, waiting
from tests.config.service import await_that

_BRIEF: Final = Patience(lock=0.2, statement=0.4, idle=0.4)


@contextmanager
def of_kind(kind: Patience, caller: Caller | None = None) -> Iterator[None]:
    """Do work of this *kind* in the block, for the *caller*."""
    kinds, callers = patience.current.set(kind), patience.caller.set(caller)
    try:
        yield
    finally:
        patience.current.reset(kinds)
        patience.caller.reset(callers)


@contextmanager
def wrapped(url: str) -> Iterator[base.DatabaseWrapper]:
    """A wrapper with a pool of one connection to the database at *url*."""
    wrapper = base.DatabaseWrapper({**default.settings_dict, **environment.database(url, pool=1)}, "pooled")
    connections["pooled"] = wrapper
    try:
        yield wrapper
    finally:
        wrapper.close()
        wrapper.close_pool()
        del connections["pooled"]


@pytest.fixture
def pooled(committed_db: CommittedDatabase, django_db_blocker: Any) -> Iterator[base.DatabaseWrapper]:
    with django_db_blocker.unblock(), wrapped(committed_db.url) as wrapper:
        yield wrapper


def sqlstate(error: BaseException) -> str:
    return str(getattr(error.__cause__, "sqlstate", None))


def test_a_transaction_waits_only_so_long_for_a_lock(
    pooled: base.DatabaseWrapper, committed_db: CommittedDatabase
) -> None:
    with holding(committed_db.url, "LOCK TABLE player"), of_kind(_BRIEF):
        with pytest.raises(OperationalError) as failed, transaction.atomic(using="pooled"):
            pooled.run([("SELECT 1 FROM player", [])])
        assert sqlstate(failed.value) == "55P03"
        with pytest.raises(OperationalError) as failed, transaction.atomic(using="pooled"), pooled.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(60)")
        assert sqlstate(failed.value) == "57014"
    with transaction.atomic(using="pooled"):  # nothing of it is left on the connection
        assert pooled.run([("SHOW lock_timeout", []), ("SHOW statement_timeout", [])]) == [[("0",)], [("0",)]]


@pytest.mark.parametrize("by_cursor", [True, False])
def test_a_statement_outside_of_a_transaction_is_cancelled(
    by_cursor: bool,  # noqa: FBT001
    pooled: base.DatabaseWrapper,
    committed_db: CommittedDatabase,
) -> None:
    def read() -> None:
        with pooled.cursor() as cursor:
            cursor.execute("SELECT 1 FROM player") if by_cursor else pooled.run([("SELECT 1 FROM player", [])])

    with holding(committed_db.url, "LOCK TABLE player"), of_kind(_BRIEF):
        with pytest.raises(OperationalError) as failed:
            read()
        assert sqlstate(failed.value) == "57014"
        await_that(lambda: not waiting(committed_db.url))
        pooled.close()
    read()


def test_the_server_ends_a_transaction_that_stands_still(
    pooled: base.DatabaseWrapper, committed_db: CommittedDatabase
) -> None:
    def stand_still() -> None:
        with transaction.atomic(using="pooled"):
            pooled.run([("LOCK TABLE player", [])])
            other.execute("SELECT 1 FROM player")  # it waits until the server has ended the transaction
            pooled.run([("SELECT 1", [])])

    bounded = psycopg.connect(committed_db.url, autocommit=True, options="-c statement_timeout=60s")
    with bounded as other, of_kind(_BRIEF):
        with pytest.raises(Error) as failed:
            stand_still()
        assert isinstance(problem_of(failed.value), Busy)
    pooled.close()
    assert pooled.run([("SELECT 1", [])]) == [[(1,)]]


def test_the_words_of_a_server_that_has_ended_it_are_no_fault() -> None:
    error = InternalError("terminating connection due to idle-in-transaction timeout")
    error.__cause__ = IdleInTransactionSessionTimeout()
    assert isinstance(problem_of(error), Busy)


def test_who_has_gone_waits_for_nothing(pooled: base.DatabaseWrapper, committed_db: CommittedDatabase) -> None:
    caller = Caller()

    def go_when_it_waits() -> None:
        await_that(lambda: waiting(committed_db.url))
        caller.has_gone = True

    def wait() -> None:
        with transaction.atomic(using="pooled"):
            pooled.run([("CREATE TABLE lost (n integer)", []), ("SELECT 1 FROM player", [])])

    goer = threading.Thread(target=go_when_it_waits)
    with holding(committed_db.url, "LOCK TABLE player"), of_kind(patience.ENDLESS, caller):
        goer.start()
        with pytest.raises(CallerGone):
            wait()
        goer.join()
        await_that(lambda: not waiting(committed_db.url))
    pooled.close()
    assert pooled.run([("SELECT to_regclass('lost')", [])]) == [[(None,)]]


def _execute(wrapper: base.DatabaseWrapper, sql: str) -> None:
    with wrapper.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize("write", [_execute, lambda wrapper, sql: wrapper.run([(sql, [])])])
def test_a_write_outside_of_a_transaction_is_limited_too(
    write: Callable[[base.DatabaseWrapper, str], object],
    pooled: base.DatabaseWrapper,
    committed_db: CommittedDatabase,
) -> None:
    add = "INSERT INTO heartbeat (name, at) VALUES ('a', now())"
    with of_kind(_BRIEF):
        with holding(committed_db.url, "LOCK TABLE heartbeat"):
            with pytest.raises(OperationalError) as failed:
                write(pooled, add)
            assert sqlstate(failed.value) == "55P03"  # the server has ended it, in a transaction
        write(pooled, add)
    pooled.close()
    assert pooled.run([("SELECT count(*) FROM heartbeat WHERE name = 'a'", [])]) == [[(1,)]]


def _in_transaction(wrapper: base.DatabaseWrapper, sql: str) -> None:
    with transaction.atomic(using="pooled"):
        wrapper.run([(sql, [])])


@pytest.mark.slow
@pytest.mark.parametrize("write", [_in_transaction, _execute])
def test_a_commit_that_waits_for_a_standby_is_never_cancelled(
    write: Callable[[base.DatabaseWrapper, str], object], home: Path, django_db_blocker: Any
) -> None:
    """Neither its caller nor its time ends it: it counts once the standby has it, which is here no longer asked for."""
    cluster, caller = Cluster(home, throwaway=True), Caller()
    try:
        cluster.start()
        cluster.ensure_database("other")
        url = cluster.url("other")
        admin = psycopg.connect(url, autocommit=True)
        with admin, django_db_blocker.unblock(), wrapped(url) as wrapper, ThreadPoolExecutor(1) as pool:
            admin.execute("CREATE TABLE kept (n integer)")
            admin.execute("ALTER DATABASE other SET synchronous_commit = on")
            admin.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            admin.execute("SELECT pg_reload_conf()")

            def let_it_end() -> float:
                await_that(lambda: waiting(url, "IPC"))
                caller.has_gone = True
                # Longer than any limit. A cancellation would be a warning of the server, and the end of the wait.
                until = time.monotonic() + 3 * _BRIEF.statement + 1
                while time.monotonic() < until:
                    assert waiting(url, "IPC")
                admin.execute("ALTER SYSTEM RESET synchronous_standby_names")
                admin.execute("SELECT pg_reload_conf()")
                return until

            ender = pool.submit(let_it_end)
            with of_kind(_BRIEF, caller):
                write(wrapper, "INSERT INTO kept VALUES (1)")
            assert time.monotonic() >= ender.result()
            assert wrapper.run([("SELECT n FROM kept", [])]) == [[(1,)]]
    finally:
        cluster.remove()
