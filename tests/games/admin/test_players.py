"""Names that look like others, for moderators."""

import pytest
from django.test import Client

from players.models import Player

PAGE = "/admin/players/player/names/"

pytestmark = pytest.mark.django_db


def shown(operator: Client) -> list[str]:
    """Return the parts of the page below its headings."""
    page = operator.get(PAGE)
    assert page.status_code == 200
    return page.content.decode().split("<h2>")[1:]


def test_without_such_names_the_lists_are_empty(operator: Client) -> None:
    Player.objects.create(username="anna", name="Anna")

    assert all("None." in part for part in shown(operator))


def test_names_that_look_like_others_are_listed(operator: Client) -> None:
    Player.objects.create(username="anna", name="Anna")
    guest, other = Player.objects.create(name="A n n a"), Player.objects.create(name="Mau Mau")

    players, service = shown(operator)

    assert str(guest.id) in players
    assert players.count("<tr>") == 2
    assert str(other.id) in service
    assert service.count("<tr>") == 2


def test_the_list_of_players_leads_to_them_and_to_each_player(operator: Client) -> None:
    player = Player.objects.create(name="Anna", username="anna")

    page = operator.get("/admin/players/player/?q=anna").content.decode()

    assert PAGE in page
    assert operator.get(f"/admin/players/player/{player.id}/change/").status_code == 200


def test_only_staff_who_may_view_players_see_them(client: Client) -> None:
    client.force_login(Player.objects.create(username="anna", is_staff=True))

    assert client.get(PAGE).status_code == 403
