from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from players.api import urls
from players.api.requests import PREFERENCES_BYTES
from players.models import Player, Session


def etag(caller: Any) -> str:
    return str(caller.send("GET", "/me").headers["ETag"])


def change(caller: Any, body: dict[str, Any]) -> Any:
    return caller.send("PATCH", "/me", body, If_Match=etag(caller))


def test_the_profile_is_private_and_has_an_etag(guest: Any) -> None:
    answer = guest.send("GET", "/me")

    assert answer.headers["ETag"].startswith('W/"')
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.json()["created_at"].endswith("Z")


def test_304_while_nothing_changes(guest: Any) -> None:
    known = etag(guest)

    same = guest.send("GET", "/me", If_None_Match=known)
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", known)

    change(guest, {"locale": "cs"})
    assert guest.send("GET", "/me", If_None_Match=known).status_code == 200


def test_a_change_needs_if_match(guest: Any) -> None:
    assert guest.send("PATCH", "/me", {"name": "Bob"}).json()["code"] == "match_required"
    assert guest.send("PATCH", "/me", {"name": "Bob"}).status_code == 428


def test_a_change_to_what_has_changed_is_refused(guest: Any) -> None:
    old = etag(guest)
    change(guest, {"name": "Bob"})

    late = guest.send("PATCH", "/me", {"name": "Rob"}, If_Match=old)

    assert (late.status_code, late.json()["code"]) == (412, "changed")
    assert guest.player.name == "Bob"


@pytest.mark.parametrize("header", ["", "x", '"x"', 'W/"x", "y"', "W/", '"' * 50])
def test_an_if_match_that_names_nothing(guest: Any, header: str) -> None:
    assert guest.send("PATCH", "/me", {"name": "Bob"}, If_Match=header).status_code == 412


def test_if_match_any(guest: Any) -> None:
    assert guest.send("PATCH", "/me", {"name": "Bob"}, If_Match="*").status_code == 200


def test_a_change_answers_the_new_profile_and_its_etag(guest: Any) -> None:
    body = {
        "name": "Bob",
        "locale": "zh-hant-tw",
        "time_zone": "America/Argentina/Buenos_Aires",
        "quiet_hours": {"since": "22:30", "until": "07:00"},
        "preferences": {"sound": True, "deck": "german", "speed": 1.5, "hint": None},
    }

    answer = change(guest, body)

    assert answer.status_code == 200
    assert {**answer.json(), **body, "locale": "zh-Hant-TW"} == answer.json()
    assert guest.send("GET", "/me").json() == answer.json()
    assert etag(guest) == answer.headers["ETag"]


def test_quiet_hours_can_be_given_up(guest: Any) -> None:
    change(guest, {"quiet_hours": {"since": "22:30", "until": "07:00"}})

    assert change(guest, {"quiet_hours": None}).json()["quiet_hours"] is None


def test_only_what_others_see_counts_as_a_revision(guest: Any) -> None:
    def revision() -> int:
        return guest.player.revision  # type: ignore[no-any-return]

    first = revision()
    change(guest, {"locale": "cs", "preferences": {"a": 1}, "quiet_hours": {"since": "22:30", "until": "07:00"}})
    assert revision() == first
    change(guest, {"name": "Bob"})
    assert revision() == first + 1
    change(guest, {"name": "Bob"})
    assert revision() == first + 1


def test_true_is_no_one(guest: Any) -> None:
    change(guest, {"preferences": {"sound": 1}})

    assert change(guest, {"preferences": {"sound": True}}).json()["preferences"]["sound"] is True
    assert guest.send("GET", "/me").json()["preferences"]["sound"] is True


@pytest.mark.usefixtures("committed")
def test_two_changes_at_once_on_one_etag(at_once: Any, caller: Any) -> None:
    caller.sign_in("/auth/guest", {})
    known = etag(caller)
    names = ["Bob", "Rob", "Tom", "Tim"]

    answers = at_once(
        *[lambda name=name: caller.send("PATCH", "/me", {"name": name}, If_Match=known) for name in names]
    )

    assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]


def test_a_guest_becomes_a_full_account_under_the_same_id(guest: Any, caller: Any, password: str) -> None:
    before = guest.player

    answer = guest.send("POST", "/me/credentials", {"username": "Anna", "password": password, "email": "a@b.example"})

    assert answer.status_code == 201
    assert answer.json()["id"] == str(before.id)
    assert (answer.json()["guest"], answer.json()["username"], answer.json()["email"]) == (False, "anna", "a@b.example")
    assert guest.player.revision == before.revision + 1
    caller.sign_in("/auth/token", {"username": "Anna", "password": password})
    assert caller.player == before


def test_credentials_are_given_once(member: Any, password: str) -> None:
    answer = member.send("POST", "/me/credentials", {"username": "Other", "password": password})

    assert (answer.status_code, answer.json()["code"]) == (409, "has_credentials")
    assert member.player.username == "anna"


def test_a_guest_cannot_take_anothers_name(member: Any, guest: Any, password: str) -> None:
    answer = guest.send("POST", "/me/credentials", {"username": "aNNa", "password": password})

    assert (answer.status_code, answer.json()["code"]) == (409, "username_taken")
    assert guest.player.is_guest
    assert member.player.username == "anna"


def test_sessions_are_listed_and_ended(member: Any, caller: Any, password: str) -> None:
    caller.sign_in("/auth/token", {"username": "Anna", "password": password}, User_Agent="Phone/1.0\u00e9")
    listed = member.send("GET", "/me/sessions").json()

    assert listed["next_cursor"] is None
    assert [item["current"] for item in listed["items"]] == [False, True]
    assert listed["items"][0]["name"].startswith("Phone/1.0")

    assert member.send("DELETE", f"/me/sessions/{listed['items'][0]['id']}").status_code == 204
    assert caller.send("GET", "/me").status_code == 401
    assert len(member.send("GET", "/me/sessions").json()["items"]) == 1


def test_anothers_session_is_not_there(member: Any, guest: Any) -> None:
    answer = guest.send("DELETE", f"/me/sessions/{member.session}")

    assert answer.status_code == 404
    assert answer.content == guest.send("DELETE", f"/me/sessions/{uuid4()}").content
    assert guest.send("DELETE", "/me/sessions/42").status_code == 404
    assert member.send("GET", "/me").status_code == 200


def test_a_bots_token_plays_and_changes_nothing(guest: Any, caller: Any, password: str) -> None:
    made = guest.send("POST", "/me/tokens", {"name": "Robot", "scope": "bot"})
    assert made.status_code == 201
    caller.tokens = {"access": made.json()["token"]}

    assert caller.send("GET", "/me").json()["id"] == str(guest.player.id)
    for method, where, body in [
        ("PATCH", "/me", {"name": "Bob"}),
        ("POST", "/me/credentials", {"username": "Anna", "password": password}),
        ("POST", "/me/tokens", {"name": "Robot"}),
        ("GET", "/me/sessions", None),
        ("DELETE", f"/me/sessions/{guest.session}", None),
    ]:
        answer = caller.send(method, where, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), where

    assert guest.send("DELETE", f"/me/sessions/{made.json()['id']}").status_code == 204
    assert caller.send("GET", "/me").status_code == 401


def test_bots_tokens_are_counted(guest: Any) -> None:
    for _ in range(20):
        assert guest.send("POST", "/me/tokens", {"name": "Robot"}).status_code == 201

    assert guest.send("POST", "/me/tokens", {"name": "Robot"}).json()["code"] == "too_many_tokens"
    assert Session.objects.filter(scope="bot").count() == 20


def test_the_account_of_another_is_out_of_reach(member: Any, guest: Any) -> None:
    change(guest, {"name": "Bob"})

    assert member.player.name == "Anna"
    assert Player.objects.count() == 2


BOTS: dict[tuple[str, str], int] = {
    ("GET", "/me"): 200,
    ("PATCH", "/me"): 403,
    ("GET", "/me/apps"): 403,
    ("POST", "/me/apps"): 403,
    ("GET", "/me/apps/{app}"): 403,
    ("PATCH", "/me/apps/{app}"): 403,
    ("DELETE", "/me/apps/{app}"): 403,
    ("GET", "/me/blocks"): 403,
    ("PUT", "/me/blocks/{player}"): 403,
    ("DELETE", "/me/blocks/{player}"): 403,
    ("POST", "/me/credentials"): 403,
    ("PUT", "/me/password"): 403,
    ("PUT", "/me/email"): 403,
    ("GET", "/me/sessions"): 403,
    ("DELETE", "/me/sessions/{session}"): 403,
    ("DELETE", "/me"): 403,
    ("GET", "/me/devices"): 403,
    ("PUT", "/me/devices/{installation}"): 403,
    ("DELETE", "/me/devices/{installation}"): 403,
    ("POST", "/me/tokens"): 403,
    ("GET", "/players"): 403,
    ("POST", "/auth/logout"): 403,
}
"""The status that a bot's token gets at each endpoint of accounts. The body asks for everything."""
ASKED: dict[str, dict[str, Any]] = {
    "/me": {"name": "Bob"},
    "/me/credentials": {"username": "Anna", "password": "correct horse battery"},
    "/me/devices/{installation}": {"kind": "fcm", "token": "token"},
    "/me/password": {"old_password": "correct horse battery", "new_password": "a staple for my battery"},
    "/me/email": {"email": "b@b.example", "password": "correct horse battery"},
    "/me/tokens": {"name": "Robot"},
    "/auth/logout": {"all": True},
}


def signed_in_endpoints() -> set[tuple[str, str]]:
    """Return the method and the address of every endpoint of accounts that needs a token."""
    return {
        (
            method.upper(),
            "/"
            + str(one.pattern)
            .replace("<uuid:session_id>", "{session}")
            .replace("<uuid:player>", "{player}")
            .replace("<uuid:app>", "{app}")
            .replace("<uuid:installation_id>", "{installation}"),
        )
        for one in urls.urlpatterns
        for method in ("get", "post", "put", "patch", "delete")
        if hasattr(one.callback.cls, method) and one.callback.cls.authentication_classes  # type: ignore[attr-defined]
    }


def test_every_endpoint_of_accounts_is_tried_with_a_bots_token() -> None:
    assert signed_in_endpoints() == set(BOTS)


@pytest.mark.parametrize(("method", "where"), BOTS)
def test_a_bots_token_does_nothing_to_the_account(guest: Any, caller: Any, method: str, where: str) -> None:
    made = guest.send("POST", "/me/tokens", {"name": "Robot"})
    caller.tokens = {"access": made.json()["token"]}
    before = (guest.send("GET", "/me").json(), guest.send("GET", "/me/sessions").json())
    body = ASKED.get(where)

    places = {"session": guest.session, "player": uuid4(), "app": uuid4(), "installation": uuid4()}
    answer = caller.send(method, where.format(**places), body, If_Match="*")

    assert answer.status_code == BOTS[method, where]
    assert answer.status_code == 200 or answer.json()["code"] == "forbidden"
    assert (guest.send("GET", "/me").json(), guest.send("GET", "/me/sessions").json()) == before


@pytest.mark.parametrize("body", [None, {}, {"all": False}])
def test_a_bot_signs_itself_out_alone(guest: Any, caller: Any, body: Any) -> None:
    caller.tokens = {"access": guest.send("POST", "/me/tokens", {"name": "Robot"}).json()["token"]}

    assert caller.send("POST", "/auth/logout", body).status_code == 204

    assert caller.send("GET", "/me").status_code == 401
    assert guest.send("GET", "/me").status_code == 200
    assert Session.objects.filter(ended_at=None).count() == 1


NUMBERS = [
    0,
    -0.0,
    0.0,
    1.0,
    1.5,
    -2.25,
    0.1 + 0.2,
    1e5,
    2**53 - 1,
    float(2**53 - 1),
    -float(2**53 - 1),
    1e-6,
    1.5e-5,
    123456.7e-6,
]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_reads_as_it_was_answered(guest: Any, number: float) -> None:
    answer = change(guest, {"preferences": {"longer": 1, "a": number}})

    assert answer.status_code == 200
    again = guest.send("GET", "/me")
    assert again.content.count(b'"preferences"') == 1
    assert again.headers["ETag"] == answer.headers["ETag"]
    assert again.content == answer.content
    assert again.json()["preferences"]["a"] == number
    assert b"-0.0" not in again.content


def test_preferences_are_measured_as_they_are_stored(guest: Any) -> None:
    small = {"a": "\u00e9" * 2_000}
    assert change(guest, {"preferences": small}).status_code == 200

    many = ", ".join(f'"{n}": 1e300' for n in range(60))
    answer = guest.http.patch(
        "/api/v1/me",
        f'{{"preferences": {{{many}}}}}',
        content_type="application/json",
        headers={"Authorization": f"Bearer {guest.tokens['access']}", "If-Match": "*"},
    )

    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["preferences"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT octet_length(preferences::text) FROM player WHERE id = %s", [guest.player.id])
        assert cursor.fetchone()[0] <= PREFERENCES_BYTES
