"""A fault of every read model is found, named, kept, and closed once it is gone."""

from collections.abc import Iterator
from typing import Final
from uuid import UUID

import pytest
from django.core.management import CommandError
from django.db import connection, transaction

from games import selectors, tasks
from games.integrity.games import Finding
from games.integrity.verify import Verifier
from games.models import FindingReport
from games.projections.base import Projection
from games.projections.registry import PROJECTIONS
from tests.games.projections.followed import a_shard_with_rows, followed
from tests.games.projections.test_rebuilding import run

pytestmark = pytest.mark.django_db

TABLES: Final = [(projection, table) for projection in PROJECTIONS.values() for table in projection.tables]
_CHANGES: Final = {"integer": "{} + 1", "bigint": "{} + 1", "boolean": "NOT {}", "text": "{} || 'x'", "jsonb": "'7'"}
_COLUMNS: Final = """
    SELECT attname, format_type(atttypid, NULL) FROM pg_attribute AS a
    WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped
      AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY(indkey))
    ORDER BY attnum DESC
"""


@pytest.fixture
def games() -> list[UUID]:
    return followed()


def execute(sql: str, *values: object) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, list(values))  # type: ignore[arg-type]
        return cursor.fetchall() if cursor.description else []


def faults(projection: Projection, shard: int) -> list[str]:
    return [fault.what for fault in Verifier().read_model(projection, shard)]


def plants(table: str, shard: int) -> Iterator[tuple[str, str]]:
    """Yield the SQL of one fault of each kind in *shard*, and what must be said of it."""
    one = f"ctid = (SELECT min(ctid) FROM {table} WHERE shard = {shard})"  # noqa: S608
    yield f"DELETE FROM {table} WHERE {one}", f"{table} lacks a row that the log makes"  # noqa: S608
    yield f"UPDATE {table} SET shard = (shard + 1) - 16 * (shard / 15) WHERE {one}", f"{table} lacks a row"  # noqa: S608
    columns = [(str(name), str(type_)) for name, type_ in execute(_COLUMNS, table)]
    for name, change in [(name, _CHANGES[type_]) for name, type_ in columns if type_ in _CHANGES][:1]:
        changed = f"UPDATE {table} SET {name} = {change.format(name)} WHERE {one}"  # noqa: S608
        yield changed, f"{table} has a row that the log does not make"


def test_a_row_lost_moved_or_changed_is_found_in_every_table(games: list[UUID]) -> None:
    assert len(games) == 4
    for projection, table in TABLES:
        shard = a_shard_with_rows(table)
        assert not faults(projection, shard)
        for sql, said in plants(table, shard):
            with transaction.atomic():
                execute(sql)
                found = faults(projection, shard)
                transaction.set_rollback(True)
            assert [line for line in found if said in line], (sql, found)


def test_what_is_found_is_kept_until_it_is_gone() -> None:
    games = followed(over=1)
    execute("UPDATE game SET turn = turn + 1 WHERE id = %s", games[0])
    execute("UPDATE checkpoint SET position = 100000 WHERE projection = 'lobby' AND shard = 3")

    assert [run(command="verify")[0] for _ in range(2)] == [1, 1]

    report, other = FindingReport.objects.filter(closed_at=None).order_by("what")
    assert (report.what, report.place) == ("game", f"game {games[0]}")
    assert report.lines[0].startswith("row: turn is ")
    assert (other.what, other.place) == ("log", "projection lobby, generation 1, shard 3")
    assert report.seen_at > report.found_at

    execute("UPDATE game SET turn = turn - 1 WHERE id = %s", games[0])
    execute("UPDATE checkpoint SET position = 0 WHERE projection = 'lobby' AND shard = 3")
    execute("DELETE FROM lobby WHERE shard = 3")
    assert run(command="verify") == (0, f"3 games, {len(PROJECTIONS)} read models: no findings\n")
    assert FindingReport.objects.filter(closed_at=None).count() == 0
    assert FindingReport.objects.count() == 2


def test_a_sample_looks_at_a_few_games_now_and_then() -> None:
    games = followed(over=1)
    for _ in range(200):
        found = selectors.some_games(2)
        assert len(found) <= 2
        assert {*found} <= {*games}
    execute("UPDATE game SET turn = turn + 1")
    told: list[Finding] = []
    while not told:
        told = Verifier().some(selectors.some_games(2))
    assert told[0].what.startswith("row: turn is ")
    tasks.verify()


def test_no_sample_is_smaller_than_none() -> None:
    with pytest.raises(CommandError, match="--sample must be 0 or more"):
        run("--sample", "-1", command="verify")


def test_nothing_is_sampled_where_nothing_is() -> None:
    assert selectors.some_games(5) == []
    assert Verifier().some([]) == []
