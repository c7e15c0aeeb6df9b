"""The input and output of a table session, with a scripted server."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.client import table_view
from games.client.account import Account
from games.client.api_client import ApiClient
from games.client.http import HttpClient, Refused
from games.client.session import LeftTable, TableSession
from tests.games.client.scripted_server import Request, Says, Scripted, serving
from tests.games.client.test_table_view import TABLE, event

GAME = "01970000-0000-7000-8000-000000000001"
MINE: dict[str, Any] = {
    **TABLE,
    "version": 0,
    "ruleset": {"key": "x", "options": {}, "href": "/api/v1/rulesets/x", "pack": "french"},
    "you": {"seat": 0, "hand": ["JC", "9S"], "moves": [f"JC>{suit}" for suit in "SHDC"]},
}
THEIRS = {**MINE, "on_turn": 1, "you": {**MINE["you"], "moves": []}}
OVER = {
    **MINE,
    "status": "over",
    "terms": {"rated": False},
    "version": 1,
    "result": {"winners": [1], "places": [2, 1, 2]},
}
TEXT = " ".join(["**MM-1**", *["carefully"] * 40])


def on_turn(request: Request) -> Says:
    """A server where it is the player's turn, and any move ends the game."""
    if request.path.endswith("/auth/guest"):
        return Says(201, {"access": "a", "refresh": "r", "player": {"name": "Anna"}})
    if "/rules" in request.path:
        return Says(body={"text": TEXT, "options": [], "summary": ["Everybody starts with 5 cards."]})
    if request.method == "POST":
        return Says(201, {"table": OVER, "events": [{**event("seat-resigned"), "version": 1}]})
    return Says(body={"items": []} if "/events" in request.path else MINE)


class OthersTurn:
    """A server where it is another seat's turn. Nothing happens in the first long poll, then that seat passes."""

    def __init__(self) -> None:
        self._polls = 0

    def __call__(self, request: Request) -> Says:
        self._polls += "wait=" in request.path
        has_passed = self._polls > 1
        if "wait=" in request.path and has_passed:
            return Says(body={"items": [{**event("passed", 1), "version": 1}]})
        if has_passed and request.path.endswith(GAME):
            return Says(body={**MINE, "version": 1})
        if has_passed or "/events" in request.path or request.method == "POST":
            return on_turn(request)
        return Says(body=THEIRS)


class MovedMeanwhile:
    """Another moves between the first look at the table and the first look at its events."""

    def __init__(self) -> None:
        self._looks = 0

    def __call__(self, request: Request) -> Says:
        if "wait=" in request.path:
            return Says(410, {"detail": "Waiting in vain."})
        if "/events" in request.path:
            return Says(body={"items": [{**event("passed", 1), "version": 1}] if "after=0" in request.path else []})
        if not request.path.endswith(GAME):
            return on_turn(request)
        self._looks += 1
        return Says(body=THEIRS if self._looks == 1 else {**MINE, "version": 1})


class MovesOn:
    """Another moves after the poll, and again between the looks at the table and at its events."""

    def __init__(self) -> None:
        self._looks = 0

    def __call__(self, request: Request) -> Says:
        if "/events" in request.path:
            after = int(request.path.partition("after=")[2].partition("&")[0])
            if after == 3:
                return Says(410, {"detail": "Waiting in vain."})
            versions = {0: [1] if "wait=" in request.path else [], 1: [2, 3]}[after]
            return Says(body={"items": [{**event("passed", 1), "version": version} for version in versions]})
        if not request.path.endswith(GAME):
            return on_turn(request)
        self._looks += 1
        return Says(body=(THEIRS, {**THEIRS, "version": 2}, {**MINE, "version": 3})[min(self._looks, 3) - 1])


class Expires:
    """The table waits for players until it is closed."""

    def __init__(self) -> None:
        self._is_closed = False

    def __call__(self, request: Request) -> Says:
        self._is_closed = self._is_closed or "wait=" in request.path
        if "/events" in request.path:
            closed = {**event("table-closed", None, cause="expired"), "version": 1}
            return Says(body={"items": [closed] if self._is_closed else []})
        if not request.path.endswith(GAME):
            return on_turn(request)
        if self._is_closed:
            return Says(body={**THEIRS, "status": "over", "version": 1, "result": None, "on_turn": None})
        return Says(body={**THEIRS, "status": "waiting", "on_turn": None})


def sat(server: Scripted, folder: Path, *lines: str) -> str:
    """Return the output of the session when *lines* are typed one after the other."""
    said = io.StringIO()
    console = table_view.console()
    console.file, console.width = said, 80
    typed = iter(lines)

    def ask(prompt: str) -> str:
        line = next(typed, None)
        said.write(f"{prompt}{line}\n")
        if line is None:
            raise EOFError
        return line

    with HttpClient(server.url) as http:
        sitting = TableSession(ApiClient(http, Account.load(server.url, folder), lambda _: None), GAME, console, ask)
        try:
            sitting.play()
        except LeftTable:
            said.write("[left]")
        except Refused as refusal:
            said.write(f"[{refusal}]")
    return said.getvalue()


def sent(server: Scripted) -> list[Request]:
    return [request for request in server.got if request.method == "POST"]


@pytest.fixture
def server() -> Iterator[Scripted]:
    with serving(on_turn) as server:
        yield server


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_one_may_leave_in_the_middle_of_a_question(server: Scripted, tmp_path: Path, word: str) -> None:
    said = sat(server, tmp_path, "1", word, "h")
    assert "What do you nominate?" in said
    assert "none of these" not in said
    assert said.endswith("[left]")
    assert not [request for request in sent(server) if request.path.endswith("/moves")]


def test_help_in_the_middle_of_a_question_helps_and_asks_again(server: Scripted, tmp_path: Path) -> None:
    said = sat(server, tmp_path, "1", "?", "xyzzy", "h")
    assert "gives up the game" in said
    assert said.count("What do you nominate?") == 3
    assert "'xyzzy' is none of these." in said
    assert sent(server)[-1].body == {"turn": 42, "move": "JC>H"}


def test_one_may_resign_in_the_middle_of_a_question(server: Scripted, tmp_path: Path) -> None:
    said = sat(server, tmp_path, "1", "resign", "no", "resign", "yes")
    assert said.count("What do you nominate?") == 2
    assert "You resign." in said
    assert sent(server)[-1].path.endswith("/resignation")


def test_one_may_leave_when_asked_whether_to_resign(server: Scripted, tmp_path: Path) -> None:
    assert sat(server, tmp_path, "resign", "quit").endswith("[left]")


def test_it_says_at_once_how_to_leave_and_come_back(server: Scripted, tmp_path: Path) -> None:
    first = sat(server, tmp_path).splitlines()[0]
    for part in ("quit", "Ctrl-C", "takes the game up again"):
        assert part in first


def test_rules_break_between_words(server: Scripted, tmp_path: Path) -> None:
    lines = [line for line in sat(server, tmp_path, "rules all").splitlines() if "carefully" in line]
    assert len(lines) > 4
    assert all(len(line) <= 80 for line in lines)
    assert {word for line in lines for word in line.split()} == {"MM-1", "carefully"}


def test_after_waiting_it_is_said_that_it_is_the_players_turn(tmp_path: Path) -> None:
    with serving(OthersTurn()) as server:
        said = sat(server, tmp_path)
    assert said.index("Waiting for clever-1") < said.index("It is your turn.") < said.index("your move")


def test_who_did_not_wait_is_not_called(server: Scripted, tmp_path: Path) -> None:
    assert "It is your turn" not in sat(server, tmp_path)


def test_a_move_just_after_the_first_look_is_not_waited_for(tmp_path: Path) -> None:
    with serving(MovedMeanwhile()) as server:
        said = sat(server, tmp_path, "quit")
    assert "your move" in said
    assert "in vain" not in said


def test_a_move_just_after_a_later_look_is_not_waited_for(tmp_path: Path) -> None:
    with serving(MovesOn()) as server:
        said = sat(server, tmp_path, "quit")
    assert "your move" in said
    assert "in vain" not in said


def test_a_table_that_is_closed_ends_the_session_without_a_result(tmp_path: Path) -> None:
    with serving(Expires()) as server:
        said = sat(server, tmp_path)

    assert said.endswith("Not every seat was taken in time: the table is closed.\n"), said
