"""Events of an older schema are folded and followed like all others.

No event has changed yet, so these tests let the newest field of one be younger than the events of a table.
"""

import pytest
from django.db import connection

from games import services, store
from games.log.codec.encoding import UPCASTS
from games.log.codec.names import KINDS, Kind
from games.log.follow import follow
from games.log.read import event_of, read
from games.log.shards import shard_of
from games.models import Checkpoint
from games.projections.registry import catch_up
from games.rules.events import TurnBegan
from tests.games.tables import Table

_OLDER = """
    ALTER TABLE event DISABLE TRIGGER deny_change, DISABLE TRIGGER deny_loss;
    UPDATE event SET public = (public::jsonb - 'resume')::json WHERE type = 'turn-began';
    ALTER TABLE event ENABLE ALWAYS TRIGGER deny_change, ENABLE ALWAYS TRIGGER deny_loss;
"""


@pytest.fixture
def table(db: None, monkeypatch: pytest.MonkeyPatch) -> Table:  # noqa: ARG001 - it is written to
    table = Table(3, seats=3).start().play(30)
    with connection.cursor() as cursor:
        cursor.execute(_OLDER)
    monkeypatch.setitem(KINDS, "turn-began", Kind(TurnBegan, 2))
    monkeypatch.setitem(UPCASTS, ("turn-began", 1), lambda data: {"resume": None} | data)
    return table.play(30)


def test_the_log_holds_older_events_and_newer_ones(table: Table) -> None:
    written = [one for one in read(table.id) if one.type == "turn-began"]

    assert {(one.schema, "resume" in one.public) for one in written} == {(1, False), (2, True)}
    assert all(isinstance(event_of(one), TurnBegan) for one in written)


def test_the_fold_of_older_events_is_the_game(table: Table) -> None:
    row = store.find(table.id)
    assert row is not None

    folded = services.at_version(row, row.version).game

    assert (folded.turn, folded.deals, folded.table.hands) == (
        table.game.turn,
        table.game.deals,
        table.game.table.hands,
    )


def test_followers_get_them_in_todays_schema(table: Table) -> None:
    events = follow(shard_of(table.id), 0, {"turn-began", "cards-drawn"}, limit=1_000).events

    assert {(one.type, one.schema) for one in events} == {("turn-began", 2), ("cards-drawn", 1)}
    assert all("resume" in one.data for one in events if one.type == "turn-began")


def test_followers_read_on(table: Table) -> None:
    catch_up()

    checkpoint = Checkpoint.objects.get(projection="results", shard=shard_of(table.id))
    assert (checkpoint.status, checkpoint.position) == ("running", table.rows[-1].version)
