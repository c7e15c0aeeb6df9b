import secrets
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import override_settings

from players.models import Player, RequestKey, Session


@pytest.mark.usefixtures("db")
def test_a_repeated_guest_is_one_guest(caller: Any) -> None:
    key = secrets.token_urlsafe(16)

    first = caller.send("POST", "/auth/guest", {"name": "Bob"}, Idempotency_Key=key)
    again = caller.send("POST", "/auth/guest", {"name": "Bob"}, Idempotency_Key=key)

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert Player.objects.count() == Session.objects.count() == 1


@pytest.mark.usefixtures("db")
def test_a_repeated_registration_is_one_account(caller: Any, password: str) -> None:
    key, body = secrets.token_urlsafe(16), {"username": "Anna", "password": password}

    first = caller.send("POST", "/auth/register", body, Idempotency_Key=key)

    assert caller.send("POST", "/auth/register", body, Idempotency_Key=key).content == first.content


@pytest.mark.usefixtures("db")
def test_before_sign_in_a_key_lives_a_minute(caller: Any) -> None:
    key = secrets.token_urlsafe(16)
    first = caller.send("POST", "/auth/guest", {}, Idempotency_Key=key)
    RequestKey.objects.update(created_at=F("created_at") - timedelta(seconds=60))

    later = caller.send("POST", "/auth/guest", {}, Idempotency_Key=key)

    assert later.json()["player"]["id"] != first.json()["player"]["id"]


@pytest.mark.usefixtures("db")
def test_before_sign_in_the_key_alone_counts(caller: Any, password: str) -> None:
    key = secrets.token_urlsafe(16)
    caller.send("POST", "/auth/guest", {}, Idempotency_Key=key)

    other = caller.send("POST", "/auth/register", {"username": "Anna", "password": password}, Idempotency_Key=key)

    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert Player.objects.count() == 1


@pytest.mark.parametrize("key", ["", "short", "x" * 21, "x" * 256, "with blank" * 3, "é" * 30])
@pytest.mark.usefixtures("db")
def test_a_bad_key_before_sign_in(caller: Any, key: str) -> None:
    answer = caller.send("POST", "/auth/guest", {}, Idempotency_Key=key)

    assert (answer.status_code, answer.json()["code"]) == (400, "bad_key")
    assert not Player.objects.exists()


def test_a_key_with_another_body(guest: Any) -> None:
    assert guest.send("POST", "/me/tokens", {"name": "One"}, Idempotency_Key="k").status_code == 201

    other = guest.send("POST", "/me/tokens", {"name": "Two"}, Idempotency_Key="k")

    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert Session.objects.filter(scope="bot").count() == 1


def test_the_order_of_fields_makes_no_other_body(guest: Any) -> None:
    first = guest.send("POST", "/me/tokens", {"name": "One", "scope": "bot"}, Idempotency_Key="k")

    assert (
        guest.send("POST", "/me/tokens", {"scope": "bot", "name": "One"}, Idempotency_Key="k").content == first.content
    )


def test_keys_belong_to_their_player(guest: Any, member: Any) -> None:
    one = guest.send("POST", "/me/tokens", {"name": "One"}, Idempotency_Key="k")
    two = member.send("POST", "/me/tokens", {"name": "One"}, Idempotency_Key="k")

    assert one.json()["id"] != two.json()["id"]


def test_a_refusal_binds_no_key(member: Any, guest: Any, password: str) -> None:  # noqa: ARG001
    refused = guest.send("POST", "/me/credentials", {"username": "Anna", "password": password}, Idempotency_Key="k")
    granted = guest.send("POST", "/me/credentials", {"username": "Bert", "password": password}, Idempotency_Key="k")

    assert (refused.status_code, granted.status_code) == (409, 201)


@pytest.mark.usefixtures("db")
def test_neither_key_nor_body_is_stored(caller: Any, password: str) -> None:
    key = secrets.token_urlsafe(16)
    caller.send("POST", "/auth/register", {"username": "Anna", "password": password}, Idempotency_Key=key)
    row = RequestKey.objects.values_list().get()

    assert key not in repr(row)
    with override_settings(SECRET_KEY="another key " * 5):
        answer = caller.send("POST", "/auth/register", {"username": "Anna", "password": password}, Idempotency_Key=key)
    assert answer.json()["code"] == "key_reused", "the hash of a body that holds a password must need the server's key"


@pytest.mark.usefixtures("committed")
def test_many_at_once_make_one(at_once: Any, caller: Any) -> None:
    key = secrets.token_urlsafe(16)

    answers = at_once(*[lambda: caller.send("POST", "/auth/guest", {}, Idempotency_Key=key)] * 8)

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == 7
    assert Player.objects.count() == 1
