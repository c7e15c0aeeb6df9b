"""A planted fault of each kind is found and named."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from games import store
from games.integrity.games import game_findings, shard_findings
from games.projections.comparing import differences_from_log
from games.projections.lobby import Lobby
from games.projections.registry import PROJECTIONS, catch_up
from games.rules.events import SeatTaken
from tests.games.integrity.planting import plant as plant_sql
from tests.games.tables import Table, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return Table(3, seats=3, shard=3).start().play(12)


@pytest.fixture
def waiting() -> Table:
    """A game in the lobby, followed."""
    waiting = Table(4, seats=3, shard=4).open()
    waiting.happen(SeatTaken(seat=0, player=str(player(0)), nonce="n"))
    catch_up()
    return waiting


@pytest.fixture
def plant(table: Table) -> Callable[[str], None]:
    """Change what cannot be changed: who owns the tables can switch the triggers off."""

    def planted(sql: str) -> None:
        plant_sql(sql.format(game=f"'{table.id}'"))

    return planted


def verified(*args: str) -> tuple[int, str]:
    """What ``manage.py verify`` exits with, and what it says."""
    out = StringIO()
    status = 0
    try:
        call_command("verify", *args, stdout=out)
    except SystemExit as done:
        status = int(done.code or 0)
    return status, out.getvalue()


@pytest.mark.usefixtures("table", "waiting")
def test_a_whole_log_has_no_findings() -> None:
    assert verified() == (0, f"2 games, {len(PROJECTIONS)} read models: no findings\n")


OF_GAMES = {
    "byte of a public part": (
        "UPDATE event SET public = replace(public::text, '1', '2')::json WHERE version = 3 AND stream = {game}",
        "byte: version 3 does not have the hash that follows from it",
    ),
    "byte of a secret": (
        "UPDATE event SET secret = replace(secret::text, '7S', '8S')::json WHERE version = 7 AND stream = {game}",
        "byte: the secret of version 7 or who made it is not what was sealed",
    ),
    "byte of a salt": (
        'UPDATE event SET secret = \'{{"salt":""}}\'::json WHERE version = 2 AND stream = {game}',
        "byte: the secret of version 2 or who made it is not what was sealed",
    ),
    "byte of a digest": (
        "UPDATE event SET secret_digest = sha256('') WHERE version = 2 AND stream = {game}",
        "byte: version 2 does not have the hash that follows from it",
    ),
    "byte of a hash": (
        "UPDATE event SET hash = sha256('') WHERE version = 2 AND stream = {game}",
        "byte: version 3 does not have the hash that follows from it",
    ),
    "byte of an instant": (
        "UPDATE event SET recorded_at = recorded_at + '1 us' WHERE version = 2 AND stream = {game}",
        "byte: version 2 does not have the hash that follows from it",
    ),
    "byte of a turn": (
        "UPDATE event SET turn = turn + 1 WHERE version = 2 AND stream = {game}",
        "byte: version 2 does not have the hash that follows from it",
    ),
    "type": (
        "UPDATE event SET type = 'seat-left' WHERE version = 2 AND stream = {game}",
        "byte: version 2 cannot be read",
    ),
    "schema": (
        "UPDATE event SET schema = 2 WHERE version = 2 AND stream = {game}",
        "byte: version 2 cannot be read",
    ),
    "no object": (
        "UPDATE event SET public = '[]'::json WHERE version = 2 AND stream = {game}",
        "byte: it cannot be verified",
    ),
    "hole": ("DELETE FROM event WHERE version = 5 AND stream = {game}", "hole: versions [5] are missing"),
    "tail": (
        "DELETE FROM event WHERE stream = {game} AND version = (SELECT max(version) FROM event WHERE stream = {game})",
        "tail: the row stands at version",
    ),
    "row behind the log": (
        "UPDATE game SET version = version - 1 WHERE id = {game}",
        "tail: the log goes on to version",
    ),
    "head": ("UPDATE game SET head_hash = sha256('') WHERE id = {game}", "tail: the row's head is not the hash"),
    "turn of the row": ("UPDATE game SET turn = turn + 1 WHERE id = {game}", "row: turn is "),
    "visibility of the row": ("UPDATE game SET visibility = 'private' WHERE id = {game}", "row: visibility is "),
    "ruleset of the row": ("UPDATE game SET ruleset = 'another' WHERE id = {game}", "row: ruleset is "),
    "beginning of the row": ("UPDATE game SET created_at = now() WHERE id = {game}", "row: created_at is "),
    "end of the row": ("UPDATE game SET ended_at = created_at WHERE id = {game}", "row: ended_at is "),
    "status of the row": ("UPDATE game SET status = 'waiting' WHERE id = {game}", "row: status is "),
    "state": (
        """UPDATE game_state SET state = convert_to(replace(convert_from(state, 'UTF8'), '"turn":', '"turn":1'), 'UTF8')
        WHERE game = {game}""",
        "state: the stored state is not the fold of the log",
    ),
    "broken state": (
        "UPDATE game_state SET state = 'x' WHERE game = {game}",
        "state: the stored state cannot be read",
    ),
    "old state": ("UPDATE game_state SET version = 1 WHERE game = {game}", "state: the stored state is of version 1"),
    "read model of seats": ("DELETE FROM seat WHERE seat = 1 AND game = {game}", "read model: the seats are"),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("sql", "named"), OF_GAMES.values(), ids=OF_GAMES)
def test_a_fault_of_a_game_is_found_and_named(table: Table, plant: Callable[[str], None], sql: str, named: str) -> None:
    assert not list(game_findings(table.id))
    plant(sql)
    status, said = verified("--games", str(table.id))
    assert status == 1
    assert f"game {table.id}: " in said
    assert named in said


OF_SHARDS = {
    "hole": (
        "DELETE FROM event WHERE position IN (5, 6) AND shard = 3",
        "shard 3: hole: positions 5 to 6 are missing",
    ),
    "beginning": ("DELETE FROM event WHERE position = 1 AND shard = 3", "shard 3: hole: positions 1 to 1 are missing"),
    "ruleset": (
        "UPDATE ruleset SET canonical = canonical || convert_to(' ', 'UTF8')",
        "byte: it does not have this hash",
    ),
    "no row": ("DELETE FROM game WHERE id = {game}", "row: its game has no row"),
    "checkpoint ahead": (
        "UPDATE checkpoint SET position = 100000 WHERE shard = 3",
        "projection lobby, generation 1, shard 3: checkpoint: it stands at position 100000",
    ),
}


@pytest.mark.parametrize(("sql", "named"), OF_SHARDS.values(), ids=OF_SHARDS)
def test_a_fault_of_a_shard_is_found_and_named(plant: Callable[[str], None], sql: str, named: str) -> None:
    plant(sql)
    status, said = verified("--sample", "1")
    assert status == 1
    assert named in said


OF_LOBBY = {
    "changed": ("UPDATE lobby SET rated = false", "lobby lacks a row that the log makes"),
    "lost": ("DELETE FROM lobby", "lobby lacks a row that the log makes"),
    "added": (
        """INSERT INTO lobby SELECT generation, shard, gen_random_uuid(), variant, ruleset, options, terms, rated,
        unrated, visibility, sitters, created_at FROM lobby""",
        "lobby has a row that the log does not make",
    ),
}


@pytest.mark.parametrize(("sql", "named"), OF_LOBBY.values(), ids=OF_LOBBY)
@pytest.mark.usefixtures("waiting")
def test_a_fault_of_a_read_model_is_found_and_named(plant: Callable[[str], None], sql: str, named: str) -> None:
    assert not list(differences_from_log(Lobby(), 4))
    plant(sql)
    status, said = verified()
    assert status == 1
    assert f"projection lobby, shard 4: read model: {named}" in said


@pytest.mark.usefixtures("waiting")
def test_a_read_model_that_lags_is_not_at_fault(table: Table) -> None:
    table.play(1)
    Table(6, shard=4).open()
    assert verified()[0] == 0


def test_a_sample_takes_so_many(table: Table) -> None:
    Table(5).start()
    assert verified("--sample", "1")[1].startswith("1 game")
    assert verified("--games", str(table.id))[1].startswith("1 game")


def test_a_game_that_is_not_there_is_said_so() -> None:
    status, said = verified("--games", str(player(1)))
    assert (status, said.splitlines()[0]) == (1, f"game {player(1)}: row: there is no such game")


def test_verifying_leaves_no_trace(waiting: Table) -> None:
    before = _everything()
    assert verified()[0] == 0
    assert _everything() == before
    assert store.head(waiting.id)


def _everything() -> list[list[tuple[object, ...]]]:
    tables = ("game", "seat", "game_state", "event", "move_key", "projection", "checkpoint", "lobby")
    found = []
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT t::text FROM {table} AS t ORDER BY 1")  # noqa: S608
            found.append(cursor.fetchall())
    return found


def test_the_shards_of_an_empty_log_have_no_findings() -> None:
    assert not list(shard_findings())
