"""What looks farmed: pairs, chains, quick resignations and shared addresses, for moderators alone."""

from datetime import timedelta

import pytest
from django.test import Client

from games import services, store
from games.models import RatedPair, RatingChange
from games.projections import registry
from games.rules.commands import Resign
from games.selectors.anomalies import GAMES
from players.accounts import register
from players.erasure import erase
from players.models import Player
from tests.games.api.seasons import rate, result
from tests.games.api.test_erasure import work_off
from tests.games.services.sitting import Sitting

PAGE = "/admin/games/ladder/anomalies/"
PASSWORD = "correct horse battery staple"  # noqa: S105 - of a test

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    return [register(name, PASSWORD, {"name": f"The {name}"}) for name in ("top", "middle", "bottom")]


def shown(operator: Client) -> dict[str, str]:
    """Return each list of the page by its heading."""
    page = operator.get(PAGE)
    assert page.status_code == 200
    parts = page.content.decode().split("<h2>")[1:]
    return {part.partition("</h2>")[0]: part for part in parts}


def test_a_service_without_farms_shows_none(operator: Client, players: list[Player]) -> None:
    for one, other in ((players[0], players[1]), (players[1], players[0])) * 3:
        result([one.id, other.id], store.now())
    rate()

    assert all("None." in part for part in shown(operator).values())


def test_pairs_and_chains_are_shown_with_names(operator: Client, players: list[Player]) -> None:
    top, middle, bottom = (one.id for one in players)
    for _ in range(5):
        result([top, middle], store.now())
        result([middle, bottom], store.now())
    rate()

    lists = shown(operator)

    assert lists["One of two wins"].count("<tr>") == 3
    assert all(name in lists["Chains"] for name in ("The top", "The middle", "The bottom"))
    assert str(top) in lists["Chains"]


def test_a_pair_stays_when_the_loser_erases_the_account(operator: Client, players: list[Player]) -> None:
    for _ in range(5):
        result([players[0].id, players[1].id], store.now())
    rate()

    erase(players[1].id)
    work_off()
    registry.catch_up()

    assert not RatingChange.objects.filter(entrant=players[1].id).exists()
    assert str(players[1].id) in shown(operator)["One of two wins"]


def test_annulled_games_make_no_pair(operator: Client, players: list[Player]) -> None:
    annulled = result([players[0].id, players[1].id], store.now())
    for _ in range(GAMES - 1):
        result([players[0].id, players[1].id], store.now())
    rate()
    assert "The top" in shown(operator)["One of two wins"]

    services.annul(annulled)

    assert "None." in shown(operator)["One of two wins"]
    assert {(one.games, one.wins) for one in RatedPair.objects.all()} == {(GAMES - 1, GAMES - 1), (GAMES - 1, 0)}


def test_games_of_long_ago_are_not_shown(operator: Client, players: list[Player]) -> None:
    for _ in range(5):
        result([players[0].id, players[1].id], store.now() - timedelta(days=31))
    rate()

    assert "None." in shown(operator)["One of two wins"]


def test_who_often_resigns_at_once_is_shown(operator: Client, players: list[Player]) -> None:
    quitter, *others = (one.id for one in players)
    for number in range(3):
        game = services.open_game(player=quitter, variant="mau_mau", seats=2, terms=services.Terms(rated=True))
        services.take_seat(game, player=others[number % 2])
        Sitting(game, (quitter, others[number % 2])).move(Resign(seat=0), turn=None, actor=str(quitter))
    registry.catch_up()

    line = shown(operator)["Quick resignations"]

    assert "The top" in line
    assert "The middle" not in line


def test_addresses_that_are_one_are_shown_without_the_address(operator: Client, players: list[Player]) -> None:
    for player, address in zip(players, ("a@example.com", "A+2@example.com", "b@example.com"), strict=True):
        Player.objects.filter(id=player.id).update(email=address, email_verified=True)

    line = shown(operator)["Shared addresses"]

    assert all(name in line for name in ("The top", "The middle"))
    assert "The bottom" not in line
    assert "example.com" not in line


def test_the_page_is_for_staff() -> None:
    assert Client().get(PAGE).status_code == 302


def test_the_list_of_ladders_leads_there(operator: Client) -> None:
    assert f'href="{PAGE}"' in operator.get("/admin/games/ladder/").content.decode()
