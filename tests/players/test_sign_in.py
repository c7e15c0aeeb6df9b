from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.core.management import CommandError, call_command

from players import sessions
from players.models import App, Player, Scope, Session


@pytest.mark.usefixtures("db")
def test_a_guest_plays_at_once(caller: Any) -> None:
    answer = caller.sign_in("/auth/guest", {})

    assert answer.status_code == 201
    player = answer.json()["player"]
    assert UUID(player["id"]).version == 7
    assert player["guest"] is True
    assert player["username"] is None
    assert caller.send("GET", "/me").json() == player


@pytest.mark.usefixtures("db")
def test_a_guest_needs_no_body_at_all(caller: Any) -> None:
    assert caller.send("POST", "/auth/guest").status_code == 201


@pytest.mark.usefixtures("db")
def test_a_guest_may_say_who_he_is(caller: Any) -> None:
    asked = {"name": "  Jiří   K. ", "locale": "pt_br", "time_zone": "Europe/Prague"}

    player = caller.sign_in("/auth/guest", asked).json()["player"]

    assert (player["name"], player["locale"], player["time_zone"]) == ("Jiří K.", "pt-BR", "Europe/Prague")


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize(
    ("asked", "given"),
    [("cs, en;q=0.5", "cs"), ("de;q=0.3, pt-br", "pt-BR"), ("*, nl", "nl"), ("", "en"), ("%%", "en")],
)
def test_who_names_no_language_has_that_of_his_client(caller: Any, password: str, asked: str, given: str) -> None:
    bodies = {"/auth/guest": {}, "/auth/register": {"username": "anna", "password": password}}
    made = [caller.sign_in(where, body, Accept_Language=asked).json() for where, body in bodies.items()]
    told = caller.sign_in("/auth/guest", {"locale": "fr"}, Accept_Language=asked).json()

    assert [one["player"]["locale"] for one in (*made, told)] == [given, given, "fr"]


def test_a_guest_has_no_password(guest: Any) -> None:
    assert not guest.player.has_usable_password()


@pytest.mark.usefixtures("db")
def test_register_then_sign_in_under_any_spelling(caller: Any, password: str) -> None:
    made = caller.sign_in("/auth/register", {"username": "Straße.1", "password": password, "email": "a@b.example"})
    caller.tokens = {}

    signed_in = caller.sign_in("/auth/token", {"username": "STRASSE.1", "password": password})

    assert made.status_code == 201
    assert signed_in.status_code == 200
    assert set(signed_in.json()) == {"access", "access_expires_at", "refresh", "player"}
    assert signed_in.json()["player"] == made.json()["player"]
    assert caller.send("GET", "/me").json() == made.json()["player"]
    assert made.json()["player"]["name"] == "Straße.1"
    assert made.json()["player"]["username"] == "strasse.1"


def test_passwords_are_kept_by_argon2id(member: Any) -> None:
    encoded = member.player.password

    assert encoded.startswith("argon2$argon2id$")
    assert identify_hasher(encoded).algorithm == "argon2"


@pytest.mark.parametrize("spelling", ["anna", "ANNA", "Anna"])
def test_a_username_is_taken_in_every_spelling(member: Any, caller: Any, password: str, spelling: str) -> None:  # noqa: ARG001
    answer = caller.send("POST", "/auth/register", {"username": spelling, "password": password})

    assert answer.status_code == 409
    assert answer.json()["code"] == "username_taken"
    assert "username" in answer.json()["errors"]
    assert Player.objects.count() == 1


@pytest.mark.parametrize("weak", ["password1", "anna-anna", "12345678"])
@pytest.mark.usefixtures("db")
def test_a_password_that_is_easy_to_guess_is_refused(caller: Any, weak: str) -> None:
    answer = caller.send("POST", "/auth/register", {"username": "anna-anna", "password": weak})

    assert answer.status_code == 422
    assert answer.json()["errors"]["password"]
    assert not Player.objects.exists()


def test_unknown_name_and_wrong_password_are_one_refusal(member: Any, caller: Any) -> None:  # noqa: ARG001
    wrong = caller.send("POST", "/auth/token", {"username": "Anna", "password": "not the one"})
    unknown = caller.send("POST", "/auth/token", {"username": "Nobody", "password": "not the one"})
    impossible = caller.send("POST", "/auth/token", {"username": "?", "password": "not the one"})

    assert wrong.status_code == 401
    assert wrong.json()["code"] == "bad_credentials"
    assert wrong.content == unknown.content == impossible.content


@pytest.mark.parametrize("name", ["Anna", "Nobody", "?"])
def test_each_refused_sign_in_costs_one_hash(member: Any, caller: Any, hashes: list[str], name: str) -> None:  # noqa: ARG001
    hashes.clear()

    caller.send("POST", "/auth/token", {"username": name, "password": "not the one"})

    assert len(hashes) == 1


def test_a_blocked_account_cannot_sign_in_nor_go_on(member: Any, caller: Any, password: str) -> None:
    Player.objects.update(is_active=False)

    assert caller.send("POST", "/auth/token", {"username": "Anna", "password": password}).status_code == 401
    assert member.send("GET", "/me").status_code == 401
    assert caller.send("POST", "/auth/refresh", {"refresh": member.tokens["refresh"]}).status_code == 401


def test_an_old_token_is_not_in_the_way_of_a_sign_in(member: Any, password: str) -> None:
    member.tokens["access"] = "expired"

    assert member.send("POST", "/auth/token", {"username": "Anna", "password": password}).status_code == 200


def test_logout_ends_this_session_and_no_other(member: Any, caller: Any, password: str) -> None:
    caller.sign_in("/auth/token", {"username": "Anna", "password": password})

    assert member.send("POST", "/auth/logout").status_code == 204

    assert member.send("GET", "/me").json()["code"] == "session_ended"
    assert member.send("POST", "/auth/refresh", {"refresh": member.tokens["refresh"]}).json()["code"] == "session_ended"
    assert caller.send("GET", "/me").status_code == 200


def test_logout_of_all_ends_every_session(member: Any, caller: Any, guest: Any, password: str) -> None:
    caller.sign_in("/auth/token", {"username": "Anna", "password": password})

    assert member.send("POST", "/auth/logout", {"all": True}).status_code == 204

    assert caller.send("GET", "/me").status_code == 401
    assert guest.send("GET", "/me").status_code == 200


@pytest.mark.usefixtures("committed")
def test_two_who_register_one_name_at_once(at_once: Any, caller: Any, password: str) -> None:
    def register() -> Any:
        return caller.send("POST", "/auth/register", {"username": "Anna", "password": password})

    statuses = sorted(answer.status_code for answer in at_once(*[register] * 6))

    assert statuses == [201, *[409] * 5]
    assert Player.objects.filter(username="anna").count() == 1
    assert Session.objects.count() == 1


@pytest.mark.django_db
def test_an_operator_makes_himself_an_account_and_signs_in(caller: Any, password: str, monkeypatch: Any) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", password)

    call_command("createsuperuser", "--noinput", "--username", "Admin", verbosity=0)

    player = Player.objects.get_by_natural_key("ADMIN")
    assert player.is_staff
    assert player.is_superuser
    caller.sign_in("/auth/token", {"username": "admin", "password": password})


@pytest.mark.django_db
def test_an_operator_is_told_what_is_wrong_with_a_username(password: str, monkeypatch: Any) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", password)

    with pytest.raises(CommandError, match="A username is made of letters"):
        call_command("createsuperuser", "--noinput", "--username", "admin@example.org", verbosity=0)

    assert not Player.objects.exists()


@pytest.mark.usefixtures("db")
def test_the_sign_in_that_was_unused_for_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_SIGN_INS", 3)
    player, other = Player.objects.create(), Player.objects.create()
    elsewhere, _ = sessions.begin(other)
    bot = sessions.begin_bot(player, "Robot")
    (first, kept), *later = [sessions.begin(player) for _ in range(3)]
    sessions.refresh(kept.refresh)  # the oldest one is the last one that was used

    newest, pair = sessions.begin(player)

    assert {one.id for one in sessions.live(player)} == {first.id, later[1][0].id, newest.id, bot.id}
    with pytest.raises(sessions.SessionEnded):
        sessions.identify(later[0][1].access)
    assert sessions.identify(pair.access).id == newest.id
    assert sessions.live(other).get().id == elsewhere.id


@pytest.mark.usefixtures("db")
def test_apps_do_not_push_their_player_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_SIGN_INS", 2)
    player = Player.objects.create()
    app = App.objects.create(owner=Player.objects.create(), name="App", redirect_uris=[])
    own, _ = sessions.begin(player)

    apps = [sessions.begin(player, scope=Scope.PLAY, app=app)[0].id for _ in range(4)]

    assert {one.id for one in sessions.live(player)} == {own.id, *apps[2:]}
