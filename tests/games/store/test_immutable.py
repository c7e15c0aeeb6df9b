"""What was recorded stays as it is; and where somebody makes that weaker, it is noticed."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import DatabaseError, DataError, connection, transaction

from config.embedded.pytest_plugin import CommittedDatabase
from games import store
from games.integrity.games import shard_findings
from games.log.append import CommandContext
from games.log.shards import SHARDS
from tests.games.tables import Table, add

LOG = ["event", *(f"event_{shard}" for shard in SHARDS), "event_link", "archive"]
TABLES = [*LOG, "ruleset"]
CHANGES = ["UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {}", "TRUNCATE {} CASCADE"]
WEAKENINGS = [
    "DROP TRIGGER deny_change ON {}",
    "ALTER TABLE {} DISABLE TRIGGER ALL",
    "ALTER TABLE {} ENABLE TRIGGER ALL",
]
UPSERT = "INSERT INTO ruleset SELECT * FROM ruleset ON CONFLICT (hash) DO UPDATE SET variant = excluded.variant"


@pytest.mark.django_db
class TestImmutable:
    @pytest.fixture(autouse=True)
    def _started(self) -> None:
        Table().start()

    @pytest.mark.sampled(12)
    @pytest.mark.parametrize("role", ["origin", "replica"])
    @pytest.mark.parametrize("change", CHANGES)
    @pytest.mark.parametrize("table", TABLES)
    def test_what_is_recorded_cannot_be_changed(self, table: str, change: str, role: str) -> None:
        column = {"ruleset": "hash", "event_link": "stream", "archive": "file"}.get(table, "actor")
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL session_replication_role = {role}")
            cursor.execute(f"SELECT FROM {table} LIMIT 1")
            if change.startswith("DELETE") and not cursor.rowcount:  # each row is judged, and there is none
                return
            with pytest.raises(DatabaseError, match="is denied"), transaction.atomic():
                cursor.execute(change.format(table, column, column))
            cursor.execute("SET LOCAL session_replication_role = origin")

    def test_an_upsert_is_a_change(self) -> None:
        with connection.cursor() as cursor, pytest.raises(DatabaseError, match="is denied"), transaction.atomic():
            cursor.execute(UPSERT)

    @pytest.mark.sampled(5)
    @pytest.mark.parametrize("table", TABLES)
    @pytest.mark.parametrize("weakening", WEAKENINGS)
    def test_a_trigger_that_is_off_is_noticed(self, table: str, weakening: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(weakening.format(table))
        assert table in {finding.where.removeprefix("table ") for finding in shard_findings()}

    @pytest.mark.sampled(4)
    @pytest.mark.parametrize("table", LOG)
    @pytest.mark.parametrize("weakening", ["DISABLE TRIGGER deny_loss", "ENABLE REPLICA TRIGGER deny_loss"])
    def test_a_guard_of_rows_that_is_off_is_noticed(self, table: str, weakening: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {table} {weakening}")
        assert table in {finding.where.removeprefix("table ") for finding in shard_findings()}

    def test_a_trigger_that_lets_some_change_pass_is_noticed(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "DROP TRIGGER deny_change ON event_3;"
                "CREATE TRIGGER deny_change BEFORE UPDATE ON event_3 EXECUTE FUNCTION deny_change();"
                "ALTER TABLE event_3 ENABLE ALWAYS TRIGGER deny_change"
            )
        assert [finding.where for finding in shard_findings()] == ["table event_3"]

    @pytest.mark.parametrize(("position", "version"), [("position", "version + 1000"), ("position + 1000", "version")])
    def test_a_position_and_a_version_are_taken_once(self, position: str, version: str) -> None:
        """The two unique keys hold even if the locks do not."""
        rest = "turn, type, schema, public, secret, secret_digest, actor, key, request_hash, recorded_at, hash"
        rest += ", shard_hash"
        copy = (
            f"INSERT INTO event (shard, stream, position, version, {rest}) "  # noqa: S608
            f"SELECT shard, stream, {position}, {version}, {rest} FROM event"
        )
        with connection.cursor() as cursor, pytest.raises(DatabaseError, match="duplicate key"), transaction.atomic():
            cursor.execute(copy)


@pytest.mark.usefixtures("committed_db")
def test_only_read_committed_may_append() -> None:
    """Under REPEATABLE READ a transaction sees the log as it was before the lock."""
    table = Table().start()
    row = store.find(table.id)
    assert row is not None
    stopped = pytest.raises(DataError, match="the transaction is repeatable read")
    with stopped, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        add(table, row, CommandContext(actor="clock"))
    head = store.head(table.id)
    assert head is not None
    assert head.version == row.version


@pytest.fixture
def servant(committed_db: CommittedDatabase) -> Iterator[psycopg.Connection]:
    """A connection of a role that may use the tables, but does not own them: as the application's in production."""
    role = f'"servant_{committed_db.name}"'
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {role}")
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA public TO {role}")
    try:
        with psycopg.connect(committed_db.url, autocommit=True) as session:
            session.execute(f"SET ROLE {role}")
            yield session
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP OWNED BY {role}; DROP ROLE {role}")


TRICKS = [
    "ALTER TABLE event DISABLE TRIGGER ALL",
    "ALTER TABLE event DETACH PARTITION event_0",
    "DROP TRIGGER deny_change ON event_0",
    "DROP TABLE event_0",
    "SET session_replication_role = replica",
    "CREATE OR REPLACE FUNCTION deny_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "CREATE OR REPLACE FUNCTION deny_loss() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    # It runs with its owner's rights, so it must not run for a table of somebody else.
    """CREATE TEMP TABLE mine (shard smallint);
    CREATE TRIGGER mine BEFORE DELETE ON mine FOR EACH ROW EXECUTE FUNCTION public.deny_loss()""",
]


@pytest.mark.parametrize("trick", TRICKS)
def test_who_does_not_own_the_tables_cannot_switch_the_guards_off(servant: psycopg.Connection, trick: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        servant.execute(trick)
