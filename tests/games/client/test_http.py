"""Requests to a real server, and broken connections."""

import json
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.client.account import Account, AccountNotSaved
from games.client.api_client import ApiClient, NotRunning
from games.client.http import BadUrl, HttpClient, Refused, Unreachable, accepted
from tests.games.client.scripted_server import Request, Says, serving

PAIR = {"access": "a1", "refresh": "r1", "player": {"name": "Merry Otter"}}


_open: list[HttpClient] = []


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    yield
    while _open:
        _open.pop().close()


def http_at(url: str, patience: float = 5) -> HttpClient:
    _open.append(HttpClient(url, patience=patience))
    return _open[-1]


def caller_at(url: str, folder: Path, said: list[str] | None = None, slept: list[float] | None = None) -> ApiClient:
    lines, pauses = said if said is not None else [], slept if slept is not None else []
    return ApiClient(http_at(url), Account.load(url, folder), lines.append, pause=pauses.append)


def problem(status: int, code: str, **headers: str) -> Says:
    return Says(
        status, {"code": code, "detail": f"{code}."}, {name.replace("_", "-"): v for name, v in headers.items()}
    )


@pytest.mark.parametrize("url", ["ftp://x", "http://", "http://x:port", "http://x:99999", "http://a b", ""])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadUrl):
        HttpClient(url)


def test_an_address_needs_no_scheme() -> None:
    assert HttpClient("127.0.0.1:8123").url == "http://127.0.0.1:8123"


@pytest.mark.parametrize("path", ["/games/a b", "/games/ä"])
def test_what_cannot_be_asked_for_is_not_taken_for_away(path: str) -> None:
    with serving(lambda _: Says()) as server:
        with pytest.raises(BadUrl):
            http_at(server.url).send("GET", path)
        assert server.got == []


def test_a_host_that_cannot_be_is_not_taken_for_away() -> None:
    with pytest.raises(BadUrl):
        http_at(f"http://{'a' * 70}").send("GET", "/meta")


def test_nobody_there_is_away() -> None:
    with serving(lambda _: Says()) as server:
        pass
    with pytest.raises(Unreachable):
        http_at(server.url).send("GET", "/meta")


def test_a_connection_that_the_server_has_closed_meanwhile_is_opened_again() -> None:
    with serving(lambda _: Says(body={"ok": True}, closes=True)) as server:
        http = http_at(server.url)
        assert [http.send("GET", "/meta").body for _ in range(3)] == [{"ok": True}] * 3
        assert len(server.got) == 3


def test_hanging_up_on_a_fresh_connection_is_away_and_not_repeated() -> None:
    with serving(lambda _: Says(hang_up=True)) as server:
        with pytest.raises(Unreachable):
            http_at(server.url).send("POST", "/games", {})
        assert len(server.got) == 1


def test_a_problem_is_raised_with_its_code() -> None:
    with serving(lambda _: problem(422, "illegal_move")) as server:
        with pytest.raises(Refused, match=r"illegal_move\.") as raised:
            accepted(http_at(server.url).send("GET", "/meta"))
        assert (raised.value.status, raised.value.code) == (422, "illegal_move")


def test_the_first_call_makes_a_guest_whose_tokens_are_for_him_alone(tmp_path: Path) -> None:
    def script(request: Request) -> Says:
        return Says(201, PAIR) if request.path.endswith("/auth/guest") else Says(body={"items": []})

    with serving(script) as server:
        said: list[str] = []
        caller = caller_at(server.url, tmp_path / "state", said)
        caller.get("/me/games")
        assert [request.path for request in server.got] == ["/api/v1/auth/guest", "/api/v1/me/games"]
        assert len(server.got[0].headers["idempotency-key"]) >= 22
        assert server.got[1].headers["authorization"] == "Bearer a1"
        file = caller.account.file
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert "Merry Otter" in said[0]
        caller_at(server.url, tmp_path / "state").get("/me/games")
        assert len(server.got) == 3


def test_a_guest_whose_answer_was_lost_is_not_made_twice(tmp_path: Path) -> None:
    hang_up = iter([True])

    def script(request: Request) -> Says:
        if request.path.endswith("/auth/guest"):
            return Says(201, PAIR, hang_up=next(hang_up, False))
        return Says(body={})

    with serving(script) as server:
        caller_at(server.url, tmp_path).get("/me")
        keys = [request.headers["idempotency-key"] for request in server.got[:2]]
        assert keys[0] == keys[1]


def test_a_lost_answer_is_asked_for_again_under_the_same_key(tmp_path: Path) -> None:
    answers = iter(
        [Says(hang_up=True), problem(503, "busy", Retry_After="3"), problem(429, "throttled"), Says(201, {"ok": 1})]
    )
    with serving(lambda _: next(answers)) as server:
        said: list[str] = []
        slept: list[float] = []
        caller = caller_at(server.url, tmp_path, said, slept)
        caller.account.sign_in(PAIR)
        assert caller.post("/games/1/moves", {"turn": 1}).body == {"ok": 1}
        assert len({request.headers["idempotency-key"] for request in server.got}) == 1
        assert [request.body for request in server.got] == [{"turn": 1}] * 4
        assert slept[1] == 3
        assert "trying again" in said[0]
        assert said[-1] == "The server is back."
        assert len(said) == 2


def test_two_moves_have_two_keys(tmp_path: Path) -> None:
    with serving(lambda _: Says(201, {})) as server:
        caller = caller_at(server.url, tmp_path)
        caller.account.sign_in(PAIR)
        caller.post("/games/1/moves", {})
        caller.post("/games/1/moves", {})
        assert server.got[0].headers["idempotency-key"] != server.got[1].headers["idempotency-key"]


def test_an_expired_token_is_refreshed_and_the_same_request_sent_again(tmp_path: Path) -> None:
    def script(request: Request) -> Says:
        if request.path.endswith("/auth/refresh"):
            return Says(body={"access": "a2", "refresh": "r2"})
        return Says(201, {}) if request.headers["authorization"] == "Bearer a2" else problem(401, "token_expired")

    with serving(script) as server:
        caller = caller_at(server.url, tmp_path)
        caller.account.sign_in(PAIR)
        caller.post("/games/1/moves", {"turn": 7})
        assert [request.path.rpartition("/")[2] for request in server.got] == ["moves", "refresh", "moves"]
        assert server.got[0].headers["idempotency-key"] == server.got[2].headers["idempotency-key"]
        kept = json.loads(caller.account.file.read_text())
        assert (kept["access"], kept["refresh"], kept["name"]) == ("a2", "r2", "Merry Otter")


def test_what_another_window_has_refreshed_is_taken_over(tmp_path: Path) -> None:
    def script(request: Request) -> Says:
        fresh = request.headers.get("authorization") == "Bearer a9"
        return Says(body={}) if fresh else problem(401, "token_expired")

    with serving(script) as server:
        mine, other = caller_at(server.url, tmp_path), caller_at(server.url, tmp_path)
        mine.account.sign_in(PAIR)
        other.account.sign_in({**PAIR, "access": "a9", "refresh": "r9"})
        mine.get("/me")
        assert mine.account.refresh == "r9"
        assert not any("refresh" in request.path for request in server.got)


def test_when_the_session_has_ended_a_new_guest_is_made_and_told(tmp_path: Path) -> None:
    def script(request: Request) -> Says:
        if request.path.endswith("/auth/guest"):
            return Says(201, {**PAIR, "access": "new"})
        fresh = request.headers.get("authorization") == "Bearer new"
        return Says(body={}) if fresh else problem(401, "session_ended")

    with serving(script) as server:
        said: list[str] = []
        caller = caller_at(server.url, tmp_path, said)
        caller.account.sign_in(PAIR)
        caller.account.games["1"] = 5
        caller.get("/me")
        assert caller.account.access == "new"
        assert caller.account.games == {}
        assert "a new account" in said[0]


@pytest.mark.parametrize("kept", [b"", b"{", b"[]", b'{"games": 1}', b"null", b"\xff"])
def test_a_broken_file_is_kept_aside_and_counts_as_none(tmp_path: Path, kept: bytes) -> None:
    account = Account.load("http://x", tmp_path)
    for number in (1, 2):
        account.file.write_bytes(kept)
        said: list[str] = []
        account = caller_at("http://x", tmp_path, said).account
        aside = account.file.with_suffix(f".broken{number}")
        assert said == [f"Your account file cannot be read. It is kept as {aside}, and you get a new account."]
        assert aside.read_bytes() == kept
        assert not account.is_signed_in
        account.sign_in(PAIR)
        assert Account.load("http://x", tmp_path).access == "a1"


def test_a_server_that_does_not_run_is_not_waited_for_unless_it_has_answered_before(tmp_path: Path) -> None:
    def stop(seconds: float) -> None:
        raise KeyboardInterrupt(seconds)

    slept: list[float] = []
    with serving(lambda _: Says(body={})) as server:
        caller = ApiClient(http_at(server.url), Account.load(server.url, tmp_path), lambda _: None, pause=stop)
        caller.account.sign_in(PAIR)
        caller.get("/me")
    with pytest.raises(NotRunning, match=f"Nothing runs at {server.url}"):
        caller_at(server.url, tmp_path, slept=slept).get("/me")
    assert not slept

    caller.http.close()
    with pytest.raises(KeyboardInterrupt):
        caller.get("/me")


def test_a_folder_that_cannot_be_is_told_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(
        AccountNotSaved, match=r"file/maumau \(Not a directory\)\. Set XDG_STATE_HOME to use another folder\."
    ):
        Account.load("http://x", tmp_path / "file" / "maumau").sign_in(PAIR)


def test_servers_have_accounts_of_their_own(tmp_path: Path) -> None:
    Account.load("http://x", tmp_path).sign_in(PAIR)
    assert not Account.load("http://y", tmp_path).is_signed_in


def test_a_slow_answer_is_away() -> None:
    release = threading.Event()

    def script(_: Request) -> Says:
        release.wait(5)
        return Says()

    with serving(script) as server:
        with pytest.raises(Unreachable):
            http_at(server.url, patience=0.1).send("GET", "/meta")
        release.set()


def test_headers_of_a_call_reach_the_server(tmp_path: Path) -> None:
    with serving(lambda _: Says(304)) as server:
        caller = caller_at(server.url, tmp_path)
        caller.account.sign_in(PAIR)
        answer: Any = caller.get("/games/1", If_None_Match='W/"1"')
        assert (answer.status, answer.body) == (304, None)
        assert server.got[0].headers["if-none-match"] == 'W/"1"'


def test_the_last_receipt_of_a_game_is_kept(tmp_path: Path) -> None:
    receipts = [{"game": "g", "version": version, "head": f"h{version}"} for version in (7, 9, 8)]
    answers = iter([PAIR, *({"receipt": receipt} for receipt in receipts)])
    with serving(lambda _: Says(body=next(answers))) as server:
        caller = caller_at(server.url, tmp_path)
        for _ in receipts:
            caller.get("/games/g")
        caller.account.save()

    assert Account.load(server.url, tmp_path).receipts == {"g": receipts[1]}
