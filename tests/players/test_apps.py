"""Apps are registered by players with a username, and belong to them alone."""

from typing import Any

import pytest

from players.models import App, Session
from players.oauth.registration import MOST_APPS
from tests.players.conftest import PASSWORD, Caller

APP = {"name": "Board", "redirect_uris": ["https://app.example/cb"], "kind": "confidential"}


@pytest.fixture
def other(db: None) -> Caller:  # noqa: ARG001
    other = Caller()
    other.sign_in("/auth/register", {"username": "Bert", "password": PASSWORD})
    return other


def test_an_app_is_registered_listed_changed_and_deleted(member: Caller) -> None:
    made = member.send("POST", "/me/apps", APP)
    assert made.status_code == 201
    shown = made.json()
    secret = shown.pop("secret")
    where = f"/me/apps/{shown['id']}"

    assert len(secret) == 43
    assert member.send("GET", where).json() == shown
    assert member.send("GET", "/me/apps").json() == {"items": [shown], "next_cursor": None}
    changed = member.send("PATCH", where, {"name": "Table"}).json()
    assert changed == {**shown, "name": "Table"}
    assert secret not in str(vars(App.objects.get()))
    assert member.send("DELETE", where).status_code == 204
    assert member.send("GET", where).status_code == 404


def test_a_repetition_shows_the_secret_again(member: Caller) -> None:
    first, again = (member.send("POST", "/me/apps", APP, Idempotency_Key="a-key") for _ in range(2))

    assert (first.content, again.headers["Idempotency-Replayed"]) == (again.content, "true")
    assert App.objects.count() == 1


def test_guests_register_nothing(guest: Caller) -> None:
    answer = guest.send("POST", "/me/apps", APP)

    assert (answer.status_code, answer.json()["code"]) == (409, "no_credentials")
    assert not App.objects.exists()


def test_a_player_has_few_apps(member: Caller) -> None:
    statuses = [member.send("POST", "/me/apps", APP).status_code for _ in range(MOST_APPS + 1)]

    assert statuses == [201] * MOST_APPS + [409]
    assert member.send("POST", "/me/apps", APP).json()["code"] == "too_many_apps"


def test_the_app_of_another_is_not_there(member: Caller, other: Caller) -> None:
    where = f"/me/apps/{member.send('POST', '/me/apps', APP).json()['id']}"

    assert other.send("GET", "/me/apps").json()["items"] == []
    for method, body in (("GET", None), ("PATCH", {"name": "Mine"}), ("DELETE", None)):
        assert other.send(method, where, body).status_code == 404
    assert App.objects.get().name == "Board"


@pytest.mark.parametrize(
    "uri",
    [
        "http://app.example/cb",
        "https://app.example/cb#part",
        "https://user@app.example/cb",
        "https://*.app.example/cb",
        "https:///cb",
        "https://app.example:0/cb",
        "https://app.example:65536/cb",
        "https://app.example:99999/cb",
        "com.example.app://host:99999/cb",
        "http://127.0.0.1:99999/cb",
        "http://[::1]:65536/cb",
        "https://app.example\\@evil.example/",
        "https://app.example/c b",
        "https://app.example/;\r\nX: y",
        "http://localhost/cb",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "app:/cb",
        "https://app.example/" + "x" * 500,
        "",
    ],
)
def test_addresses_that_no_app_may_have(uri: str, member: Caller) -> None:
    answer = member.send("POST", "/me/apps", {**APP, "redirect_uris": [uri]})

    assert answer.status_code == 422
    assert all(name.startswith("redirect_uris") for name in answer.json()["errors"])


@pytest.mark.parametrize("uris", [[], ["https://app.example/cb"] * 11, "https://app.example/cb", [1]])
def test_addresses_are_a_short_list(uris: Any, member: Caller) -> None:
    assert member.send("POST", "/me/apps", {**APP, "redirect_uris": uris}).status_code == 422


def test_the_sessions_of_a_deleted_app_end(member: Caller) -> None:
    app = App.objects.get(id=member.send("POST", "/me/apps", APP).json()["id"])
    Session.objects.filter(id=member.session).update(app=app)
    app.delete()

    assert member.send("GET", "/me").json()["code"] == "session_ended"
