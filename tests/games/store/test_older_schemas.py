"""Law 10: what was recorded in an older schema is folded, followed and told like anything else."""

import pytest
from django.db import connection

from games import services, store
from games.log.read import read
from games.log.shards import shard_of
from games.models import Checkpoint
from games.projections.registry import catch_up
from tests.games.tables import Table

_OLDER = """
    ALTER TABLE event DISABLE TRIGGER deny_change;
    UPDATE event SET schema = 1, public = (public::jsonb - 'resume')::json WHERE type = 'turn-began';
    UPDATE event SET schema = 1, public = (public::jsonb - 'cause' - 'aim')::json WHERE type = 'penalty-raised';
    ALTER TABLE event ENABLE ALWAYS TRIGGER deny_change;
"""


@pytest.fixture
def table(db: None) -> Table:  # noqa: ARG001 - it is written to
    table = Table(3, seats=3).start().play(60)
    with connection.cursor() as cursor:
        cursor.execute(_OLDER)
    return table


def test_the_log_holds_older_events(table: Table) -> None:
    schemas = {(one.type, one.schema) for one in read(table.id)}

    assert {("turn-began", 1), ("penalty-raised", 1)} <= schemas


def test_the_fold_of_older_events_is_the_game(table: Table) -> None:
    row = store.find(table.id)
    assert row is not None

    folded = services.at_version(row, row.version).game

    assert (folded.turn, folded.deals, folded.table.hands) == (
        table.game.turn,
        table.game.deals,
        table.game.table.hands,
    )


def test_followers_read_on(table: Table) -> None:
    catch_up()

    checkpoint = Checkpoint.objects.get(projection="results", shard=shard_of(table.id))
    assert (checkpoint.status, checkpoint.position) == ("running", table.rows[-1].version)
