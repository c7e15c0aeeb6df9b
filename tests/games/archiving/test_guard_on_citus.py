"""The guard of the log as a worker of Citus has it, on tables and a catalogue like those of a worker.

Citus itself is no package that tests can install; `python -m tests.benchmarks.citus` runs the same on three servers.
"""

from collections.abc import Sequence
from typing import Final

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import override_settings

from games.integrity.catalogue import catalogue_findings
from games.log.shards import shard_of
from games.store.distribution import KEPT_ON_WORKERS
from tests.games.archiving.played import over
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db

# The tables of a shard have the id of the shard of Citus behind their name. Its catalogue is a table of its own there.
WORKER: Final = """
    CREATE TEMPORARY TABLE pg_dist_shard (shardid bigint, logicalrelid regclass, shardminvalue text);
    INSERT INTO pg_dist_shard VALUES
        (102000, 'event', 'a'), (102001, 'event_{shard}', 'a'), (102002, 'event_link', 'a'), (102003, 'archive', 'a'),
        (102010, 'event', 'b'), (102012, 'event_link', 'b'), (102013, 'archive', 'b');
    CREATE TABLE event_102000 (LIKE event INCLUDING ALL) PARTITION BY LIST (shard);
    CREATE TABLE event_{shard}_102001 PARTITION OF event_102000 FOR VALUES IN ({shard});
    CREATE TABLE event_link_102002 (LIKE event_link INCLUDING ALL);
    CREATE TABLE archive_102003 (LIKE archive INCLUDING ALL);
    CREATE TABLE event_{shard}_102099 (LIKE event INCLUDING ALL);
    INSERT INTO event_102000 SELECT * FROM event WHERE shard = {shard};
    INSERT INTO event_{shard}_102099 SELECT * FROM event WHERE shard = {shard};
"""
GUARDED: Final = ("event_{shard}_102001", "event_link_102002", "archive_102003", "event_{shard}_102099")
TRIGGER: Final = "CREATE TRIGGER deny_loss BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION deny_loss()"

ARCHIVE: Final = """
    INSERT INTO archive_102003 (shard, game, file, sha256, size, version, head, players, contests)
    VALUES ({shard}, '{game}', 'x', sha256(''), 1, {version}, sha256(''), '{{}}', '[]')
"""
LINK: Final = """
    INSERT INTO event_link_102002 (shard, position, stream, hash, shard_hash)
    SELECT shard, position, stream, hash, shard_hash FROM event_102000 WHERE stream = '{game}'
"""
DELETE: Final = "DELETE FROM event_102000 WHERE stream = '{game}'"
PUT_BACK: Final = "INSERT INTO event_102000 SELECT * FROM event WHERE stream = '{game}'"
UNLINK: Final = "DELETE FROM event_link_102002 WHERE stream = '{game}'"
UNARCHIVE: Final = "DELETE FROM archive_102003 WHERE game = '{game}'"

REFUSED: Final = {
    "an event without anything": [DELETE],
    "an event with a link and no archive": [LINK, DELETE],
    "an event with an archive and no link": [ARCHIVE, DELETE],
    "an event with one link too few": [ARCHIVE, LINK + " AND version > 1", DELETE],
    "an event with links of other hashes": [
        ARCHIVE, LINK.replace("hash, shard_hash FROM", "shard_hash, hash FROM"), DELETE,
    ],
    "the last event of the shard": [ARCHIVE, LINK, DELETE.replace("stream = '{game}'", "shard = {shard}")],
    "a link without its event": [ARCHIVE, LINK, DELETE, UNLINK],
    "an archive while links stand": [ARCHIVE, LINK, DELETE, UNARCHIVE],
    "an archive while links and events stand": [ARCHIVE, LINK, UNARCHIVE],
    "an archive with one event too few": [ARCHIVE.replace("{version}", "{version} + 1"), UNARCHIVE],
    "an event of a table that Citus does not know": [
        ARCHIVE, LINK, "DELETE FROM event_{shard}_102099 WHERE stream = '{game}'",
    ],
}  # fmt: skip


@pytest.fixture
def sitting() -> Sitting:
    """A game that is over, in the tables of a worker."""
    sitting = over()
    _run(sitting, [KEPT_ON_WORKERS.replace("{", "{{").replace("}", "}}"), WORKER])
    _run(sitting, [TRIGGER.format(table=table) for table in GUARDED])
    return sitting


def _run(sitting: Sitting, statements: Sequence[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(
                statement.format(shard=shard_of(sitting.game), game=sitting.game, version=sitting.row.version)
            )


def _left(sitting: Sitting) -> list[int]:
    """Return how many events, links and archives of the game the worker has."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT count(*) FROM event_102000 WHERE stream = %(game)s),"
            " (SELECT count(*) FROM event_link_102002 WHERE stream = %(game)s),"
            " (SELECT count(*) FROM archive_102003 WHERE game = %(game)s)",
            {"game": sitting.game},
        )
        return list(cursor.fetchone() or ())


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_kept_nowhere_else_stays(sitting: Sitting, what: str) -> None:
    *before, tried = REFUSED[what]
    _run(sitting, before)
    left = _left(sitting)
    with pytest.raises(DatabaseError, match="is denied"), transaction.atomic():
        _run(sitting, [tried])
    assert _left(sitting) == left


def test_a_game_leaves_and_comes_back(sitting: Sitting) -> None:
    events = sitting.row.version
    _run(sitting, [ARCHIVE, LINK, DELETE])
    assert _left(sitting) == [0, events, 1]
    _run(sitting, [PUT_BACK, UNLINK, UNARCHIVE])
    assert _left(sitting) == [events, 0, 0]


@pytest.mark.usefixtures("sitting")
def test_verification_expects_the_guard_of_the_database() -> None:
    assert "function deny_loss" in {finding.where for finding in catalogue_findings()}
    with override_settings(CITUS=True):
        assert "function deny_loss" not in {finding.where for finding in catalogue_findings()}
