"""The lobby: events in, rows out."""

import pytest
from django.db import connection

from games import selectors
from games.models import LobbyRow, Projection
from games.projections.registry import catch_up
from games.rules import commands
from games.rules.events import SeatLeft, SeatTaken
from tests.games.tables import Table, player

pytestmark = pytest.mark.django_db

HUMAN = {"player": str(player(0)), "bot": ""}
BOT = {"player": "", "bot": "clever"}


@pytest.fixture
def table() -> Table:
    return Table(seats=3).open()


def row() -> LobbyRow:
    catch_up()
    return LobbyRow.live.get()


def test_a_game_that_was_opened_is_listed(table: Table) -> None:
    listed = row()
    assert (listed.game, listed.variant, listed.ruleset) == (table.id, "mau_mau", table.variant.hash)
    assert listed.terms == table.game.terms
    assert (listed.rated, listed.visibility, listed.options) == (True, "public", {})
    assert listed.sitters == [None, None, None]
    assert listed.created_at == table.rows[0].created_at


def test_seats_fill_and_empty(table: Table) -> None:
    table.happen(SeatTaken(seat=0, player=str(player(0)), nonce="n"), SeatTaken(seat=2, bot="clever", nonce="n"))
    assert row().sitters == [HUMAN, None, BOT]
    table.happen(SeatLeft(seat=0))
    assert row().sitters == [None, None, BOT]


def test_a_game_that_started_is_listed_as_played_until_its_end() -> None:
    table = Table(seats=2).open()
    for seat in range(2):
        table.handle(commands.TakeSeat(seat=seat, player=str(player(seat)), nonce="n"))
    assert (row().game, row().started_at) == (table.id, None)
    table.handle(commands.StartGame())
    assert (row().game, row().started_at) == (table.id, table.rows[-1].now)
    table.handle(commands.Resign(seat=0))
    catch_up()
    assert not LobbyRow.live.exists()


def test_only_the_live_generation_is_read(table: Table) -> None:
    listed = row()
    LobbyRow.objects.filter(game=table.id).update(generation=2)
    assert not LobbyRow.live.exists()
    Projection.objects.update(generation=2)
    assert LobbyRow.live.get().game == listed.game


@pytest.mark.parametrize(("playing", "order"), [(False, "created_at"), (True, "-started_at")])
@pytest.mark.parametrize("variant", [None, "mau_mau"])
def test_each_listing_is_a_range_of_an_index(
    table: Table,
    playing: bool,  # noqa: FBT001
    order: str,
    variant: str | None,
) -> None:
    row()
    found = selectors.lobby(playing=playing, variant=variant).filter(created_at__gte=table.rows[0].created_at)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        if variant:  # one row can be found by any index, so take away the one that would do without a variant
            cursor.execute(f"DROP INDEX lobby_{'playing' if playing else 'waiting'}")
    plan = found.order_by(order, order.replace("created_at", "game").replace("started_at", "game"))[:20].explain()
    assert f"lobby_{'playing' if playing else 'waiting'}{'_by_variant' if variant else ''} on lobby" in plan
    assert "Sort" not in plan
