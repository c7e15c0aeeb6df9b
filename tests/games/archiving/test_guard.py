"""Nothing leaves the log that is not kept elsewhere, whatever is tried and whoever tries it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import psycopg
import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from config.embedded.pytest_plugin import CommittedDatabase
from games import archiving, store
from games.db import rows
from games.log.shards import shard_of
from tests.games.archiving.played import archived, files_in, in_log, over
from tests.games.services.sitting import Sitting

ARCHIVE: Final = """
    INSERT INTO archive (shard, game, file, sha256, size, version, head, players, contests)
    VALUES ({shard}, {game}, 'x', sha256(''), 1, {version}, sha256(''), '{{}}', '[]')
"""
LINK: Final = """
    INSERT INTO event_link (shard, position, stream, hash, shard_hash)
    SELECT shard, position, stream, hash, shard_hash FROM event WHERE stream = {game}
"""
DATED: Final = ARCHIVE.replace("(shard, game,", "(archived_at, shard, game,").replace("VALUES (", "VALUES (now(), ")
"""For a copy of the table without its default."""
DELETE: Final = "DELETE FROM event WHERE stream = {game}"

TRICKS: Final = {
    "without anything": [DELETE],
    "by the partition": ["DELETE FROM event_{shard} WHERE stream = {game}"],
    "with links, without an archive": [LINK, DELETE],
    "with an archive, without links": [ARCHIVE, DELETE],
    "with one link too few": [
        ARCHIVE, LINK + " AND version > 1", DELETE,
    ],
    "with links of other hashes": [ARCHIVE, LINK.replace("hash, shard_hash FROM", "shard_hash, hash FROM"), DELETE],
    "with links of another game": [
        ARCHIVE, LINK.replace("stream, hash, shard_hash FROM", "gen_random_uuid(), hash, shard_hash FROM"), DELETE,
    ],
    "with links that come in the same statement": [
        ARCHIVE, "WITH link AS (" + LINK + " AND version > 1) " + DELETE,
    ],
    "with links that go in the same statement": [
        ARCHIVE, LINK,
        "WITH unlinked AS (DELETE FROM event_link WHERE stream = {game}) DELETE FROM event WHERE stream = {game}",
    ],
    "events and links in the same statement": [
        ARCHIVE, LINK,
        "WITH gone AS (DELETE FROM event WHERE stream = {game}) DELETE FROM event_link WHERE stream = {game}",
    ],
    "links after the events": [ARCHIVE, LINK, DELETE, "DELETE FROM event_link WHERE stream = {game}"],
    "the archive after the events": [ARCHIVE, LINK, DELETE, "DELETE FROM archive WHERE game = {game}"],
    "an archive while links stand": [ARCHIVE, LINK, "DELETE FROM archive WHERE game = {game}"],
    "links that are moved": [ARCHIVE, LINK, DELETE, "UPDATE event_link SET position = position + 1000"],
    "an archive that is changed": [ARCHIVE, LINK, DELETE, "UPDATE archive SET version = 1"],
    "links that are emptied": [ARCHIVE, LINK, DELETE, "TRUNCATE event_link"],
    "archives that are emptied": [ARCHIVE, LINK, DELETE, "TRUNCATE archive"],
    "links in a table of the same name": [
        "CREATE TEMP TABLE event_link (LIKE public.event_link); CREATE TEMP TABLE archive (LIKE public.archive)",
        DATED, LINK, DELETE,
    ],
    "links in a schema that comes first": [
        "CREATE SCHEMA mine; SET LOCAL search_path = mine, public",
        "CREATE TABLE mine.event_link (LIKE public.event_link); CREATE TABLE mine.archive (LIKE public.archive)",
        DATED, LINK, DELETE,
    ],
    "by a merge": [
        "MERGE INTO event AS e USING (SELECT {game}::uuid AS game) AS g ON e.stream = g.game WHEN MATCHED THEN DELETE",
    ],
    "by a move to another shard": [ARCHIVE, LINK, "UPDATE event SET shard = ({shard} + 1) % 16 WHERE stream = {game}"],
    "as a replica": ["SET LOCAL session_replication_role = replica", DELETE],
    "behind a savepoint that is gone": [
        ARCHIVE, "SAVEPOINT linked", LINK, "ROLLBACK TO linked", DELETE,
    ],
    "with the last event of the shard": [
        """INSERT INTO archive SELECT shard, stream, 'x', sha256(''), 1, version, hash, NULL, '{{}}', '[]', now()
           FROM event WHERE shard = {shard} ORDER BY position DESC LIMIT 1""",
        """INSERT INTO event_link SELECT shard, position, stream, hash, shard_hash FROM event WHERE shard = {shard}
           ORDER BY position DESC LIMIT 1""",
        """DELETE FROM event
           WHERE shard = {shard} AND position = (SELECT max(position) FROM event WHERE shard = {shard})""",
    ],
}  # fmt: skip


@pytest.mark.django_db
def test_no_way_around_the_guard_is_let_through() -> None:
    sitting = over()
    names = {"shard": shard_of(sitting.game), "game": f"'{sitting.game}'", "version": sitting.row.version}
    before, said = in_log(sitting.game), {}
    for trick, statements in TRICKS.items():
        said[trick] = "it is done"
        with suppress(Undone), transaction.atomic(), connection.cursor() as cursor:
            for number, statement in enumerate(statements, 1):
                try:
                    cursor.execute(statement.format(**names))
                except DatabaseError as fault:
                    was_last = number == len(statements)
                    said[trick] = "denied" if "is denied" in str(fault) and was_last else str(fault)
                    raise Undone from fault
            raise Undone
        assert in_log(sitting.game) == before
    assert said == dict.fromkeys(TRICKS, "denied")


class Undone(Exception):
    """What was tried is rolled back."""


@pytest.mark.django_db
def test_what_is_kept_may_go() -> None:
    """The guard looks at links and archives alone: the file is the affair of who archives, and of `verify`."""
    sitting = over()
    names = {"shard": shard_of(sitting.game), "game": f"'{sitting.game}'", "version": sitting.row.version}
    with connection.cursor() as cursor:
        for statement in (ARCHIVE, LINK, DELETE):
            cursor.execute(statement.format(**names))
    assert in_log(sitting.game) == 0


@pytest.fixture
def apart(committed_db: CommittedDatabase, tmp_path: Path) -> Iterator[tuple[Sitting, psycopg.Connection]]:
    """A game whose events are in the log, though links and an archive stand for them; and another connection."""
    with files_in(tmp_path), psycopg.connect(committed_db.url) as other:
        sitting = over()
        names = {"shard": shard_of(sitting.game), "game": f"'{sitting.game}'", "version": sitting.row.version}
        with connection.cursor() as cursor:
            for statement in (ARCHIVE, LINK):
                cursor.execute(statement.format(**names))
        yield sitting, other


@pytest.mark.parametrize("isolation", ["READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"])
def test_two_transactions_cannot_each_delete_what_the_other_keeps(
    apart: tuple[Sitting, psycopg.Connection], isolation: str
) -> None:
    sitting, other = apart
    other.execute(f"SET TRANSACTION ISOLATION LEVEL {isolation}")
    other.execute("SET LOCAL lock_timeout = '200 ms'")
    other.execute("SELECT count(*) FROM event_link")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM event WHERE stream = %s", [sitting.game])
        with pytest.raises(psycopg.errors.LockNotAvailable):
            other.execute("DELETE FROM event_link WHERE stream = %s", [sitting.game])
    other.rollback()
    with pytest.raises(psycopg.errors.RestrictViolation):
        other.execute("DELETE FROM event_link WHERE stream = %s", [sitting.game])
    other.rollback()
    assert rows("SELECT count(*) FROM event_link") == [(store_version(sitting),)]


def store_version(sitting: Sitting) -> int:
    head = store.head(sitting.game)
    assert head is not None
    return head.version


@pytest.mark.django_db
def test_a_game_that_is_archived_cannot_go_on(tmp_path: Path) -> None:
    with files_in(tmp_path):
        sitting = over()
        archived(sitting)
        with pytest.raises(DatabaseError, match="is denied"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM event_link")


DENIED: Final = (
    "UPDATE event SET turn = 0",
    "UPDATE event_link SET position = 0",
    "UPDATE archive SET version = 1",
    "UPDATE ruleset SET variant = ''",
    "TRUNCATE event",
    "TRUNCATE event_link",
    "TRUNCATE archive",
    "DELETE FROM ruleset",
)


def test_a_role_archives_only_if_it_may(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    """The role of the service: it reads and writes, but only adds to the log, until the owner lets it archive."""
    role = f"servant_{committed_db.name}"
    with files_in(tmp_path):
        sitting = over()
        with connection.cursor() as cursor:
            cursor.execute(f'CREATE ROLE "{role}"')
        try:
            call_command("grant_rights", role, verbosity=0)
            with acting_as(role), pytest.raises(archiving.NotAllowed, match="--archives"):
                archiving.sweep(0, seconds=60)
            assert in_log(sitting.game)
            call_command("grant_rights", role, archives=True, verbosity=0)
            with acting_as(role):
                assert archiving.sweep(0, seconds=60) == 1
                assert archiving.restore(sitting.game)
                for change in DENIED:
                    with pytest.raises(DatabaseError, match="permission denied"), connection.cursor() as cursor:
                        cursor.execute(change)
                with pytest.raises(DatabaseError, match="is denied"), connection.cursor() as cursor:
                    cursor.execute("DELETE FROM event")
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f'DROP OWNED BY "{role}"; DROP ROLE "{role}"')


@contextmanager
def acting_as(role: str) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(f'SET ROLE "{role}"')
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
