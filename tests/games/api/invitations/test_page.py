"""What the link of an invitation opens in a browser: a page that needs no scripts."""

from http import HTTPStatus
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.test import Client

from games import services
from games.services import Terms, invitations
from players.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    return Player.objects.create(username="anna", name="Anna <script>")


@pytest.fixture
def game(anna: Player) -> UUID:
    terms = Terms(visibility="private", clock="fast")
    return services.open_game(player=anna.id, variant="mau_mau", seats=2, terms=terms)


def link(game: UUID, anna: Player) -> tuple[UUID, str]:
    """Make a link; return the id of the invitation and the path of its page."""
    made = invitations.invite(game, maker=anna.id)
    return made, f"/i/{invitations.code_of(made)}"


def test_the_page_says_who_invites_to_what(client: Client, anna: Player, game: UUID) -> None:
    _, path = link(game, anna)

    answer = client.get(path)

    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.OK
    assert "Anna &lt;script&gt; invites you to a game of Mau-Mau" in page
    assert "The pace is “fast”." in page
    assert f'href="/join/{path.removeprefix("/i/")}"' in page
    assert "<script" not in page
    assert "javascript" not in page


def test_the_page_says_that_a_guest_invites(client: Client) -> None:
    guest = Player.objects.create(name="Anna")
    game = services.open_game(player=guest.id, variant="mau_mau", seats=2, terms=Terms(visibility="private"))

    page = client.get(link(game, guest)[1]).content.decode()

    assert "Anna (guest) invites you to a game of Mau-Mau" in page


def test_messengers_show_who_invites(client: Client, anna: Player, game: UUID) -> None:
    page = client.get(link(game, anna)[1]).content.decode()

    assert '<meta property="og:title" content="Anna &lt;script&gt; invites you to a game of Mau-Mau">' in page
    assert f'<meta property="og:image" content="{settings.PUBLIC_URL}/app-icon-512.png">' in page


def test_the_address_of_the_page_stays_secret(client: Client, anna: Player, game: UUID) -> None:
    path = link(game, anna)[1]
    headers = client.get(path).headers
    joining = client.get(f"/join/{path.removeprefix('/i/')}").headers

    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "script-src" not in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "private, no-store"
    assert headers["X-Robots-Tag"] == "noindex"
    assert (joining["Referrer-Policy"], joining["X-Robots-Tag"]) == ("no-referrer", "noindex")


def test_a_link_that_is_gone_has_a_page(client: Client, anna: Player, game: UUID) -> None:
    made, path = link(game, anna)
    _, other = link(game, anna)
    invitations.revoke(made, anna.id)
    revoked = client.get(path)
    invitations.accept(other.removeprefix("/i/"), services.Newcomer(player=uuid4()))
    used_up = client.get(other)

    assert (revoked.status_code, used_up.status_code) == (HTTPStatus.GONE, HTTPStatus.GONE)
    assert "revoked" in revoked.content.decode()
    assert "All its seats are taken" in used_up.content.decode()
    for answer in (revoked, used_up):
        assert "Anna" not in answer.content.decode()


def test_an_unknown_link_has_a_page(client: Client, anna: Player, game: UUID) -> None:
    made, _ = link(game, anna)

    answers = [client.get(f"/i/{code}") for code in ("x" * 32, str(made), str(game))]

    assert [answer.status_code for answer in answers] == [HTTPStatus.NOT_FOUND] * 3
    assert len({answer.content for answer in answers}) == 1
    assert client.post("/i/x").status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_the_page_is_in_the_readers_language(client: Client, anna: Player, game: UUID) -> None:
    _, path = link(game, anna)
    Player.objects.filter(id=anna.id).update(is_active=False, name="")

    answer = client.get(path, headers={"Accept-Language": "de-AT, fr;q=0.5"})
    other = client.get(f"{path}?lang=xx", headers={"Accept-Language": "xx"})

    page = answer.content.decode()
    assert (answer.headers["Content-Language"], answer.headers["Vary"]) == ("de", "Accept-Language, origin")
    assert '<html lang="de">' in page
    assert "Ehemaliges Mitglied lädt dich zu einem Spiel ein: Mau-Mau" in page
    assert "ein freier Platz" in page
    assert (other.headers["Content-Language"], "Former player invites you" in other.content.decode()) == ("en", True)
