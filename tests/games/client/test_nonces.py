"""The client gives a nonce at every table, keeps it, and at a sealed table opens it, even after a restart."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.client import nonces
from games.client.account import Account
from games.client.api_client import ApiClient
from games.client.http import HttpClient, Refused
from games.rules.fairness import seal
from tests.games.client.scripted_server import Request, Says, Scripted, serving

GAME = "01970000-0000-7000-8000-000000000001"


def takes_it(request: Request) -> Says:
    if request.path.endswith("/auth/guest"):
        return Says(201, {"access": "a", "refresh": "r", "player": {"name": "Anna"}})
    if request.path.endswith("/full/accept"):
        return Says(409, {"code": "game_full", "title": "Full", "status": 409, "detail": "The table is full."})
    return Says(201, {"id": GAME, "nonces_due": None, "status": "playing", "you": {"seat": 1}})


@pytest.fixture
def server() -> Iterator[Scripted]:
    with serving(takes_it) as server:
        yield server


def given(server: Scripted, account: Account, ask: str, *seats: int) -> tuple[list[Any], list[str], dict[str, Any]]:
    """Return what the client sends at a table that asks *seats* for a nonce, its output, and the table after that."""
    due = {"ask": ask, "seats": seats}
    table = {"id": GAME, "you": {"seat": 1}, "nonces_due": due, "receipt": {"game": GAME, "version": 4}}
    said: list[str] = []
    with HttpClient(server.url) as http:
        after = nonces.provide(ApiClient(http, account, lambda _: None), table, said.extend)
    return [request.body for request in server.got if request.path.endswith(f"/{GAME}/nonces")], said, after


def test_it_opens_the_nonce_that_it_has_sealed_also_after_a_restart(server: Scripted, tmp_path: Path) -> None:
    nonce = Account.load(server.url, tmp_path).new_nonce(GAME)

    sent, _, after = given(server, Account.load(server.url, tmp_path), "open", 0, 1)

    assert (sent, after["status"]) == ([{"nonce": nonce}], "playing")
    assert nonces.seal_of(nonce) == seal(nonce)
    assert Account.load(server.url, tmp_path).openings == {GAME: {"game": GAME, "version": 4}}


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


@pytest.mark.parametrize("path", ["/games", f"/games/{GAME}/seats", "/invitations/link/accept", "/games/old/rematch"])
def test_a_nonce_is_given_and_kept_at_every_table(server: Scripted, tmp_path: Path, path: str) -> None:
    with HttpClient(server.url) as http:
        api = ApiClient(http, Account.load(server.url, tmp_path), lambda _: None)
        assert nonces.sit(api, path, {"lang": "en"}, is_sealed=False) == GAME

    kept = Account.load(server.url, tmp_path).nonces
    assert next(request.body for request in server.got if request.path.endswith(path)) == {
        "lang": "en", "nonce": kept[GAME],
    }  # fmt: skip
    assert (list(kept), len(kept[GAME])) == ([GAME], 64)


def test_a_seat_that_is_taken_again_has_another_nonce(server: Scripted, tmp_path: Path) -> None:
    with HttpClient(server.url) as http:
        api = ApiClient(http, Account.load(server.url, tmp_path), lambda _: None)
        for _ in range(2):
            nonces.sit(api, f"/games/{GAME}/seats", {}, is_sealed=False)

    sent = [request.body["nonce"] for request in server.got if request.path.endswith("/seats")]
    assert sent[0] != sent[1] == Account.load(server.url, tmp_path).nonces[GAME]


def test_no_nonce_is_kept_of_a_seat_that_was_refused(server: Scripted, tmp_path: Path) -> None:
    with HttpClient(server.url) as http:
        api = ApiClient(http, Account.load(server.url, tmp_path), lambda _: None)
        with pytest.raises(Refused):
            nonces.sit(api, "/invitations/full/accept", {}, is_sealed=False, game=GAME)

    assert Account.load(server.url, tmp_path).nonces == {}


def test_it_tells_the_checker_what_it_kept(server: Scripted, tmp_path: Path) -> None:
    early, late = {"game": GAME, "version": 4}, {"game": GAME, "version": 9}
    account = Account.load(server.url, tmp_path)
    nonce = account.new_nonce(GAME)
    account.add_opening(early)
    account.add_receipt(late)

    with HttpClient(server.url) as http:
        kept = nonces.kept_of(ApiClient(http, account, lambda _: None), GAME)

    assert kept == {"game": GAME, "seat": 1, "nonce": nonce, "receipts": [early, late]}
