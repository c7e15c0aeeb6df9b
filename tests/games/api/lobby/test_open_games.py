"""A player has a seat in so many open games at once, and in no more."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.api.conftest import Caller
from tests.racing import at_once


@pytest.fixture(autouse=True)
def two(settings: Any) -> None:
    settings.OPEN_GAMES = 2


def test_a_player_opens_no_more_games_than_they_may_have(anna: Caller) -> None:
    first = anna.opens()
    anna.opens(bots=["novice"])  # one that runs counts, too

    refused = anna.post("/games", {"variant": "mau_mau", "seats": 2})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_games")
    assert len(anna.get("/me/games").json()["items"]) == 2

    assert anna.delete(f"/games/{first['id']}/seats/me").status_code == 204
    anna.opens()
    assert anna.get("/meta").json()["limits"]["open_games"] == 2


def test_a_player_sits_down_at_no_more_tables(anna: Caller, bert: Caller) -> None:
    tables = [anna.opens(seats=4)["id"] for _ in range(2)]
    for table in tables:
        assert bert.post(f"/games/{table}/seats", {}).status_code == 201
    third = Caller().sign_in().opens(seats=4)["id"]
    link = Caller().sign_in()
    code = link.post(f"/games/{link.opens(seats=4)['id']}/invitations", {}).json()["code"]

    answers = [bert.post(f"/games/{third}/seats", {}), bert.post(f"/invitations/{code}/accept", {})]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [(409, "too_many_games")] * 2


def test_a_game_that_is_over_leaves_room(anna: Caller) -> None:
    running = anna.opens(bots=["novice"])["id"]
    anna.opens()
    assert anna.post(f"/games/{running}/resignation", Idempotency_Key="a-key").status_code == 201

    anna.opens()


@pytest.mark.usefixtures("committed")
def test_of_two_requests_at_once_the_second_finds_no_room(call: Callable[[], Caller]) -> None:
    caller = call()
    caller.opens()

    answers = at_once(*[lambda: caller.post("/games", {"variant": "mau_mau", "seats": 2})] * 2)

    assert sorted(answer.status_code for answer in answers) == [201, 409]
