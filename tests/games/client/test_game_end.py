"""The end of a game: who won and why, and the rating."""

from pathlib import Path
from typing import Any

import pytest

from games.client.account import Account
from games.client.api_client import ApiClient
from games.client.game_end import outcome, rating_change
from games.client.http import HttpClient
from games.client.names import Names
from tests.games.client.scripted_server import Request, Says, serving
from tests.games.client.test_table_view import SEATS, TABLE

OVER: dict[str, Any] = {
    **TABLE,
    "id": "g",
    "status": "over",
    "result": {"winners": [1], "places": [2, 1, 2]},
    "terms": {
        "clock": {"preset": "daily", "turn": 1, "bank": 2}, "visibility": "public", "rated": True,
        "auto_accept": False, "bot_pause": 0,
    },
    "ruleset": {"key": "prsi", "hash": "sha256:00", "options": {"quick": {"flag": True}}, "pack": "german"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("goal", "ending", "sentence"),
    [
        ({"end": "single", "at": None}, "went-out", "clever-1 wins the game without cards left."),
        ({"end": "single", "at": None}, "blocked",
         "clever-1 wins the game with least left in hand, as nobody could move any more."),
        ({"end": "to", "at": 100}, "went-out",
         "clever-1 wins the game with the lowest score, as somebody reached 100 points."),
        ({"end": "first_to", "at": 2}, "went-out", "clever-1 wins the game as the first with 2 points."),
        ({"end": "deals_lost", "at": 5}, "last-left",
         "clever-1 wins the game as the last one who has not lost 5 deals."),
    ],
)  # fmt: skip
def test_who_won_and_why(goal: dict[str, Any], ending: str, sentence: str) -> None:
    assert outcome({**OVER, "goal": goal}, Names(SEATS, 0), ending) == sentence


def test_a_win_after_resignations_and_a_shared_one() -> None:
    left = [{**seat, "resigned": seat["seat"] != 0} for seat in OVER["seats"]]
    mine = {**OVER, "seats": left, "result": {"winners": [0], "places": [1, 2, 2]}}
    shared = {**OVER, "result": {"winners": [0, 1], "places": [1, 1, 3]}}

    assert outcome(mine, Names(SEATS, 0), "resigned") == "You win the game as the others have resigned."
    assert outcome(shared, Names(SEATS, 0), "plays-spent").startswith("You share the first place with clever-1, with")


def rated(folder: Path, shown: dict[str, Any], *changes: list[dict[str, Any]]) -> str:
    """Return the sentence about the rating if the server answers *changes*, one list after the other."""
    left = list(changes)

    def script(request: Request) -> Says:
        if request.path.endswith("/auth/guest"):
            return Says(201, {"access": "a", "refresh": "r", "player": {"name": "Anna"}})
        return Says(body={"items": left.pop(0) if len(left) > 1 else left[0]})

    with serving(script) as server, HttpClient(server.url) as http:
        caller = ApiClient(http, Account.load(server.url, folder), lambda _: None)
        return rating_change(caller, shown, pause=lambda _: None)


def test_how_the_rating_moved_is_told_as_soon_as_it_is_known(tmp_path: Path) -> None:
    change = {"game": "g", "before": {"rating": 1.5}, "after": {"rating": 3.25}, "provisional": True}

    assert rated(tmp_path, OVER, [], [change]) == "Your rating: 1.50 → 3.25 (+1.75, still provisional)."
    assert rated(tmp_path / "late", OVER, []) == "Your rating follows in a moment."


def test_a_game_that_does_not_count_says_why(tmp_path: Path) -> None:
    why = {"reason": "guest", "detail": "A guest plays."}

    assert rated(tmp_path, {**OVER, "unrated": why}, []) == "This game does not count for ratings: A guest plays."
    assert rated(tmp_path, {**OVER, "terms": {**OVER["terms"], "rated": False}}, []) == ""
