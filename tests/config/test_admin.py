"""The sign-in of the admin has the same limits as that of the API."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from players.models import Player

PASSWORD = "correct horse battery"  # noqa: S105

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _limits(settings: Any) -> None:
    settings.RATE_LIMITS = {"password": {"account": (3, 300)}}


def sign_in(username: str, password: str = "guess", address: str = "192.0.2.1") -> Any:  # noqa: S107
    return Client().post("/admin/login/", {"username": username, "password": password}, REMOTE_ADDR=address)


def test_guesses_are_counted() -> None:
    Player.objects.create_superuser("warden", PASSWORD)

    answers = [sign_in("warden") for _ in range(3)]
    refused = sign_in("WARDEN", PASSWORD)

    assert [answer.status_code for answer in answers] == [HTTPStatus.OK] * 3
    assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert int(refused.headers["Retry-After"]) >= 1
    assert not refused.cookies.get("sessionid")


def test_nobody_is_locked_out_from_elsewhere() -> None:
    Player.objects.create_superuser("warden", PASSWORD)
    for _ in range(4):
        sign_in("warden")

    assert sign_in("warden", PASSWORD, "192.0.2.2").status_code == HTTPStatus.FOUND
    assert sign_in("other").status_code == HTTPStatus.OK


def test_the_two_doors_share_one_bucket(client: Client) -> None:
    for _ in range(3):
        sign_in("warden")

    body = {"username": "Warden", "password": "guess"}
    answer = client.post("/api/v1/auth/token", body, "application/json", REMOTE_ADDR="192.0.2.1")

    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS


def test_a_form_without_a_name_is_only_wrong() -> None:
    assert Client().post("/admin/login/", {}).status_code == HTTPStatus.OK
    assert sign_in("x" * 5_000).status_code == HTTPStatus.OK
