"""Clients that are too old for the service are told so, and can find out what they need."""

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _oldest(settings: Any) -> None:
    settings.MIN_CLIENT_VERSION = {"ios": "1.10"}


@pytest.mark.parametrize("version", ["ios/1.9.3", "ios/0", "ios/1.9 (iPhone; iOS 19)"])
@pytest.mark.parametrize(("method", "where"), [("GET", "/me"), ("POST", "/auth/guest")])
def test_an_old_client_is_asked_to_update(caller: Any, method: str, where: str, version: str) -> None:
    refused = caller.send(method, where, {} if method == "POST" else None, Client_Version=version)

    assert refused.status_code == 426
    assert refused.json()["code"] == "client_too_old"


@pytest.mark.parametrize(
    "version",
    ["ios/1.10", "ios/1.10.0.0", "ios/2", "android/0.1", "ios", "ios/", "ios/1.9.", "ios/1.2.3.4.5", "IOS/1", ""],
)
def test_others_are_let_in(caller: Any, version: str) -> None:
    assert caller.send("POST", "/auth/guest", {}, Client_Version=version).status_code == 201
