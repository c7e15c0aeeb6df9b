"""At a sealed table the client seals and opens its nonce by itself, even after a restart."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.client import nonces
from games.client.account import Account
from games.client.api_client import ApiClient
from games.client.http import HttpClient
from games.rules.fairness import seal
from tests.games.client.scripted_server import Request, Says, Scripted, serving

GAME = "01970000-0000-7000-8000-000000000001"


def takes_it(request: Request) -> Says:
    if request.path.endswith("/auth/guest"):
        return Says(201, {"access": "a", "refresh": "r", "player": {"name": "Anna"}})
    return Says(201, {"id": GAME, "nonces_due": None, "status": "playing"})


@pytest.fixture
def server() -> Iterator[Scripted]:
    with serving(takes_it) as server:
        yield server


def given(server: Scripted, account: Account, ask: str, *seats: int) -> tuple[list[Any], list[str], dict[str, Any]]:
    """Return what the client sends at a table that asks *seats* for a nonce, its output, and the table after that."""
    table = {"id": GAME, "you": {"seat": 1}, "nonces_due": {"ask": ask, "seats": seats}}
    said: list[str] = []
    with HttpClient(server.url) as http:
        after = nonces.provide(ApiClient(http, account, lambda _: None), table, said.extend)
    return [request.body for request in server.got if request.path.endswith(f"/{GAME}/nonces")], said, after


def test_it_opens_the_nonce_that_it_has_sealed_also_after_a_restart(server: Scripted, tmp_path: Path) -> None:
    nonce = Account.load(server.url, tmp_path).new_nonce(GAME)

    sent, _, after = given(server, Account.load(server.url, tmp_path), "open", 0, 1)

    assert (sent, after["status"]) == ([{"nonce": nonce}], "playing")
    assert nonces.seal_of(nonce) == seal(nonce)


def test_it_seals_a_new_nonce_that_is_kept_before_it_is_sent(server: Scripted, tmp_path: Path) -> None:
    account = Account.load(server.url, tmp_path)
    old = account.new_nonce(GAME)

    sent, _, _ = given(server, account, "seal", 1)

    kept = Account.load(server.url, tmp_path).nonces[GAME]
    assert kept != old
    assert sent == [{"seal": seal(kept)}]


def test_it_does_nothing_for_others_and_says_when_it_cannot(server: Scripted, tmp_path: Path) -> None:
    account = Account.load(server.url, tmp_path)

    assert given(server, account, "open", 0)[:2] == ([], [])
    sent, said, _ = given(server, account, "open", 1)

    assert sent == []
    assert "it is stored with another client of yours" in said[0]


def test_a_seat_is_asked_for_again_with_the_seal_of_the_first_time(server: Scripted, tmp_path: Path) -> None:
    path = f"/games/{GAME}/rematch"
    lost = Account.load(server.url, tmp_path).new_nonce(path)  # killed before the answer came

    for _ in range(2):
        with HttpClient(server.url) as http:
            account = Account.load(server.url, tmp_path)
            nonces.sit(ApiClient(http, account, lambda _: None), path, {}, is_sealed=True)

    assert next(request.body for request in server.got if request.path.endswith("/rematch")) == {"seal": seal(lost)}
    assert Account.load(server.url, tmp_path).nonces == {GAME: lost}
