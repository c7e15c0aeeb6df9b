"""The page of a ladder: its best players and its stream."""

from http import HTTPStatus

import pytest
from django.test import Client

from games import services
from games.ladders import Kind, Ladder
from games.models import Unrated
from games.projections.registry import catch_up
from games.services import Terms
from players.models import Player
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db

LADDERS = "/admin/games/ladder/"


@pytest.fixture
def ladder() -> Ladder:
    """A ladder with one rated game."""
    table = Sitting.of(2, terms=Terms(rated=True))
    table.play_on()
    Player.objects.create(id=table.players[0], name="Anna <b>")
    found = Ladder("mau_mau", Unrated.objects.get().season, Kind.HUMANS)
    assert services.rate(found) == 1
    catch_up()
    return found


def test_a_ladder_is_listed_and_looked_at(operator: Client, ladder: Ladder) -> None:
    assert f"{LADDERS}{ladder.id}/change/" in operator.get(LADDERS).content.decode()
    page = operator.get(f"{LADDERS}{ladder.id}/change/").content.decode()
    assert page.count("(provisional)") == 2
    assert "Anna &lt;b&gt;" in page
    assert "rated 2" in page
    assert "follows" in page
    assert "failed" not in page


def test_there_is_no_other(operator: Client, ladder: Ladder) -> None:
    assert operator.get(f"{LADDERS}{ladder.variant}/change/").status_code == HTTPStatus.NOT_FOUND
