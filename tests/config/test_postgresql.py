"""The pool of connections, on a real server."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import DataError, OperationalError, ProgrammingError, connections, transaction
from django.db import connection as default
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext
from psycopg_pool import ConnectionPool
from structlog.testing import capture_logs

from base.sql.postgresql import base, pipeline
from base.sql.statements import StalePlan, Statement
from config import environment
from config.embedded.pytest_plugin import CommittedDatabase


@pytest.fixture
def pooled(committed_db: CommittedDatabase, django_db_blocker: Any) -> Iterator[base.DatabaseWrapper]:
    """A wrapper with a pool of one connection."""
    entry = {**default.settings_dict, **environment.database(committed_db.url, pool=1)}
    wrapper = base.DatabaseWrapper(entry, "pooled")
    connections["pooled"] = wrapper
    with django_db_blocker.unblock():
        yield wrapper
        wrapper.close()
        wrapper.close_pool()
    del connections["pooled"]


def backend(wrapper: base.DatabaseWrapper) -> int:
    """Return the process of the server that answers a request."""
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (found,) = cursor.fetchone()
    wrapper.close()
    return int(found)


def test_the_next_request_gets_the_same_connection(pooled: base.DatabaseWrapper) -> None:
    first = backend(pooled)
    with CaptureQueriesContext(pooled) as asked:
        assert backend(pooled) == first
    assert len(asked) == 1


def test_a_connection_that_the_server_has_ended_is_replaced(
    pooled: base.DatabaseWrapper, committed_db: CommittedDatabase
) -> None:
    first = backend(pooled)
    with psycopg.connect(committed_db.url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 20000)", [first])
    assert backend(pooled) != first


def test_after_a_while_the_server_is_asked(pooled: base.DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    first = backend(pooled)
    monkeypatch.setattr(base, "TRUSTED_SECONDS", -1)
    assert backend(pooled) == first

    def refuse(connection: psycopg.Connection[Any]) -> None:
        if connection.info.backend_pid == first:
            raise psycopg.OperationalError

    monkeypatch.setattr(ConnectionPool, "check_connection", refuse)
    assert backend(pooled) != first


def test_a_transaction_begins_with_its_first_statement_and_ends_with_what_it_holds(
    pooled: base.DatabaseWrapper,
) -> None:
    with CaptureQueriesContext(pooled) as asked:
        with transaction.atomic(using="pooled"):
            assert pooled.run([("SELECT %s::integer", [1]), ("SELECT 2", [])]) == [[(1,)], [(2,)]]
            pooled.hold([("CREATE TABLE held (n integer)", []), ("INSERT INTO held VALUES (%s)", [3])])
            pooled.hold_back(("SELECT pg_notify('done', '')", []))
        assert pooled.run([("SELECT n FROM held", [])]) == [[(3,)]]
    assert [query["sql"] for query in asked] == [
        "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT %s::integer; SELECT 2",
        "CREATE TABLE held (n integer); INSERT INTO held VALUES (%s); COMMIT; SELECT pg_notify('done', '')",
        "SELECT n FROM held",
    ]


def test_a_transaction_without_statements_sends_nothing(pooled: base.DatabaseWrapper) -> None:
    with CaptureQueriesContext(pooled) as asked, transaction.atomic(using="pooled"):
        pass
    assert not asked.captured_queries


def test_djangos_cursors_see_what_was_held_before_them(pooled: base.DatabaseWrapper) -> None:
    with pooled.cursor() as cursor, transaction.atomic(using="pooled"):
        pooled.hold([("CREATE TABLE held (n integer)", [])])
        cursor.execute("INSERT INTO held VALUES (1)")
        pooled.hold([("INSERT INTO held VALUES (2)", [])])
        with transaction.atomic(using="pooled"):  # a savepoint
            pooled.hold([("INSERT INTO held VALUES (3)", [])])
        cursor.execute("SELECT n FROM held ORDER BY n")
        assert cursor.fetchall() == [(1,), (2,), (3,)]


def test_what_is_held_and_fails_undoes_the_transaction(pooled: base.DatabaseWrapper) -> None:
    def divide() -> None:
        with transaction.atomic(using="pooled"):
            pooled.run([("CREATE TABLE lost (n integer)", [])])
            pooled.hold([("SELECT 1 / %s::integer", [0])])
            pooled.hold_back(("SELECT pg_notify('done', '')", []))

    with pytest.raises(DataError):
        divide()
    assert pooled.run([("SELECT to_regclass('lost')", [])]) == [[(None,)]]


def test_what_fails_behind_a_commit_leaves_it(pooled: base.DatabaseWrapper) -> None:
    with capture_logs() as logged, transaction.atomic(using="pooled"):
        pooled.hold([("CREATE TABLE kept (n integer)", [])])
        pooled.hold_back(("SELECT 1 / %s::integer", [0]))
    assert [(line["event"], line["fault"]) for line in logged] == [("what follows a commit failed", "DivisionByZero")]
    assert pooled.run([("SELECT to_regclass('kept')::text", [])]) == [[("kept",)]]


def test_what_was_held_is_forgotten_with_its_transaction(pooled: base.DatabaseWrapper) -> None:
    with transaction.atomic(using="pooled"):
        pooled.hold([("CREATE TABLE lost (n integer)", [])])
        pooled.hold_back(("CREATE TABLE lost (n integer)", []))
        transaction.set_rollback(True, using="pooled")
    with transaction.atomic(using="pooled"):
        assert pooled.run([("SELECT to_regclass('lost')", [])]) == [[(None,)]]
    with pytest.raises(TransactionManagementError):
        pooled.hold([("SELECT 1", [])])


def test_what_was_foreseen_is_asked_once_and_only_in_its_transaction(pooled: base.DatabaseWrapper) -> None:
    clock: Statement = ("SELECT clock_timestamp(), %s::integer", [1])
    with transaction.atomic(using="pooled"):
        pooled.foresee([clock, ("SELECT 2", [])])
        with CaptureQueriesContext(pooled) as asked:
            found = pooled.run([clock])
        assert not asked.captured_queries
        assert pooled.run([clock]) != found
        assert pooled.run([("SELECT clock_timestamp(), %s::integer", [2])])[0][0][1] == 2
        pooled.foresee([clock])
    with CaptureQueriesContext(pooled) as asked:
        pooled.run([clock])
    assert len(asked) == 1


def prepared(wrapper: base.DatabaseWrapper) -> set[str]:
    """Return the texts that the server keeps for this connection, but not this one."""
    (found,) = wrapper.run([("SELECT statement FROM pg_prepared_statements WHERE statement !~ 'pg_prepared'", [])])
    return {text for (text,) in found}


def test_texts_are_prepared_once_and_outlive_a_rollback(pooled: base.DatabaseWrapper) -> None:
    plus: Statement = ("SELECT %s::integer + %s::integer", [1, 2])
    with transaction.atomic(using="pooled"):
        assert pooled.run([plus, plus]) == [[(3,)], [(3,)]]
        transaction.set_rollback(True, using="pooled")
    assert pooled.run([plus]) == [[(3,)]]
    assert prepared(pooled) == {"SELECT $1::integer + $2::integer", "BEGIN ISOLATION LEVEL READ COMMITTED"}


def test_a_host_may_forbid_to_prepare(pooled: base.DatabaseWrapper, settings: Any) -> None:
    settings.PREPARED_STATEMENTS = False
    assert pooled.run([("SELECT %s::text", ["a"]), ("SELECT 1", [])]) == [[("a",)], [(1,)]]
    assert prepared(pooled) == set()


def test_a_connection_keeps_only_so_many_texts(pooled: base.DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "MOST_PREPARED", 2)
    assert pooled.run([(f"SELECT {number}", []) for number in range(4)]) == [[(0,)], [(1,)], [(2,)], [(3,)]]
    assert prepared(pooled) == {"SELECT 0", "SELECT 1"}


def test_values_have_places_or_names(pooled: base.DatabaseWrapper) -> None:
    named = "SELECT %(b)s::text || %(a)s::text || %(b)s::text, '100 %%'"
    assert pooled.run([(named, {"a": "1", "b": "2"})]) == [[("212", "100 %")]]
    assert pooled.run([("SELECT '%%', %s::text, %s::text", ("%s", None))]) == [[("%", "%s", None)]]


def test_the_first_statement_that_fails_is_named_and_leaves_the_connection(pooled: base.DatabaseWrapper) -> None:
    with pytest.raises(DataError, match="division by zero"):
        pooled.run([("SELECT 1", []), ("SELECT 1 / %s::integer", [0]), ("SELECT nothing", [])])
    with pytest.raises(ProgrammingError, match="nothing"):
        pooled.run([("SELECT nothing", [])])
    with pytest.raises(ProgrammingError, match="adapt"):
        pooled.run([("SELECT 1", []), ("SELECT %s", [object()])])
    assert pooled.run([("SELECT 1 / %s::integer", [1])]) == [[(1,)]]


def test_a_text_is_prepared_again_after_its_columns_have_changed(pooled: base.DatabaseWrapper) -> None:
    everything: Statement = ("SELECT * FROM widened", [])
    pooled.run([("CREATE TABLE widened (a integer)", [])])
    assert pooled.run([("INSERT INTO widened VALUES (1)", []), everything])[1] == [(1,)]
    pooled.run([("ALTER TABLE widened ALTER a TYPE text", [])])
    assert pooled.run([("SELECT 2", []), everything]) == [[(2,)], [("1",)]]
    pooled.run([("DEALLOCATE ALL", [])])
    assert pooled.run([everything]) == [[("1",)]]
    pooled.run([("ALTER TABLE widened ALTER a TYPE integer USING a::integer", [])])
    with transaction.atomic(using="pooled"):
        assert pooled.run([("INSERT INTO widened VALUES (2)", []), everything])[1] == [(1,), (2,)]
    assert pooled.run([everything]) == [[(1,), (2,)]]
    assert not pooled.may_begin_again


def test_what_a_transaction_has_done_is_not_run_again(
    pooled: base.DatabaseWrapper, committed_db: CommittedDatabase
) -> None:
    everything: Statement = ("SELECT * FROM widened", [])
    pooled.run([("CREATE TABLE widened (a integer)", []), ("CREATE TABLE log (a integer)", [])])
    pooled.run([everything])

    def widen() -> None:
        with transaction.atomic(using="pooled"):
            pooled.run([("INSERT INTO log VALUES (1)", [])])
            with psycopg.connect(committed_db.url, autocommit=True) as other:
                other.execute("ALTER TABLE widened ALTER a TYPE text")
            pooled.run([everything])

    with pytest.raises(OperationalError, match="cached plan") as raised:
        widen()
    assert isinstance(raised.value.__cause__, StalePlan)
    assert pooled.may_begin_again
    assert pooled.run([("SELECT * FROM log", []), everything]) == [[], []]
    with transaction.atomic(using="pooled"):
        pooled.run([("INSERT INTO log VALUES (2)", [])])
    assert not pooled.may_begin_again, "something is committed"


def test_a_committed_transaction_is_not_run_again(
    pooled: base.DatabaseWrapper, committed_db: CommittedDatabase
) -> None:
    everything: Statement = ("SELECT * FROM widened", [])
    pooled.run([("CREATE TABLE widened (a integer)", []), ("CREATE TABLE log (a integer)", [])])
    pooled.run([everything])
    with psycopg.connect(committed_db.url, autocommit=True) as other:
        other.execute("ALTER TABLE widened ALTER a TYPE text")
    with capture_logs() as logged, transaction.atomic(using="pooled"):
        pooled.hold([("INSERT INTO log VALUES (1)", [])])
        pooled.hold_back(everything)
    assert [line["fault"] for line in logged] == ["StalePlan"]
    assert pooled.run([("SELECT * FROM log", [])]) == [[(1,)]]


def test_a_connection_that_ends_amid_a_pipeline_is_closed(pooled: base.DatabaseWrapper) -> None:
    end: Statement = ("SELECT pg_terminate_backend(pg_backend_pid())", [])
    with pytest.raises(OperationalError):
        pooled.run([("SELECT 1", []), end, ("SELECT 2", [])])
    pooled.close()
    assert pooled.run([("SELECT 2", [])]) == [[(2,)]]


def test_more_than_the_network_holds_goes_both_ways(pooled: base.DatabaseWrapper) -> None:
    large = "x" * 4_000_000
    assert pooled.run([("SELECT %s::text", [large])] * 5) == [[(large,)]] * 5
