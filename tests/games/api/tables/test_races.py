"""Many at once, each with a connection of its own: everything happens once."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from games.models import Event, Game, MoveKey
from tests.games.services.claiming import play_bot
from tests.racing import at_once

pytestmark = pytest.mark.usefixtures("committed")


def codes(answers: list[Any]) -> list[Any]:
    return sorted((answer.status_code, answer.json().get("code", "")) for answer in answers)


@pytest.fixture
def pair(call: Callable[[], Any]) -> tuple[str, list[Any]]:
    """A running game, and its players in the order of seats."""
    callers = [call(), call()]
    game = str(callers[0].opens()["id"])
    callers[1].post(f"/games/{game}/seats", {})
    return game, callers


def test_one_key_sent_many_times_is_one_move(pair: tuple[str, list[Any]]) -> None:
    game, callers = pair
    table = callers[0].table(game)
    caller = callers[table["on_turn"]]
    move = caller.table(game)["you"]["moves"][0]

    answers = at_once(*[lambda: caller.moves(game, move, table["turn"], key="k")] * 8)

    assert codes(answers) == [(201, "")] * 8
    assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == 7
    assert len({str(answer.json()["events"]) for answer in answers}) == 1
    assert MoveKey.objects.filter(game=game, key="k").count() == 1


def test_one_turn_answered_with_many_keys_is_one_move(pair: tuple[str, list[Any]]) -> None:
    game, callers = pair
    table = callers[0].table(game)
    caller = callers[table["on_turn"]]
    move = caller.table(game)["you"]["moves"][0]

    answers = at_once(
        *[lambda number=number: caller.moves(game, move, table["turn"], key=f"k{number}") for number in range(8)]
    )

    assert codes(answers)[0] == (201, "")
    assert {code for status, code in codes(answers) if status != 201} <= {"turn_moved_on"}
    assert sum(status == 201 for status, _ in codes(answers)) == 1
    versions = Event.objects.filter(stream=UUID(game)).order_by("version").values_list("version", flat=True)
    assert [*versions] == [*range(1, len(versions) + 1)]


def test_the_last_seat_is_taken_once(call: Callable[[], Any]) -> None:
    game = call().opens(seats=3)["id"]
    callers = [call() for _ in range(5)]

    answers = at_once(*[lambda caller=caller: caller.post(f"/games/{game}/seats", {}) for caller in callers])

    assert sum(answer.status_code == 201 for answer in answers) == 2
    assert {code for status, code in codes(answers) if status != 201} <= {"game_full", "in_progress"}
    assert Game.objects.get(id=game).status == "playing"


def test_one_wish_sent_many_times_is_one_table(call: Callable[[], Any]) -> None:
    anna = call()
    wish = {"variant": "mau_mau", "seats": 2, "bots": ["novice"]}

    answers = at_once(*[lambda: anna.post("/games", wish, Idempotency_Key="g")] * 6)

    assert codes(answers) == [(201, "")] * 6
    assert Game.objects.count() == 1


def test_a_whole_game_against_bots(call: Callable[[], Any]) -> None:
    anna = call()
    table = anna.opens(variant="crazy_eights", seats=3, bots=["clever", "novice"])
    game = table["id"]
    for _ in range(600):
        if table["status"] == "over":
            break
        if table["on_turn"] == 0:
            answer = anna.moves(game, table["you"]["moves"][0], table["turn"])
            assert answer.status_code == 201, answer.content
        else:
            play_bot_now(game)
        table = anna.table(game)

    assert table["status"] == "over"
    first = [seat for seat, place in enumerate(table["result"]["places"]) if place == 1]
    assert table["result"]["winners"] == (first if len(first) == 1 else []), "a shared first place has no winner"
    assert anna.feed(game)[-1]["hash"] == table["head"]
    (listed,) = anna.get("/me/games").json()["items"]
    assert (listed["id"], listed["status"]) == (game, "over"), "it stays for a week"


def play_bot_now(game: str) -> None:
    """Let the bot on turn move, its pause taken for past."""
    Game.objects.filter(id=game).update(bot_due="2020-01-01T00:00:00Z")
    assert play_bot()


def test_a_refusal_tells_the_moves_of_the_very_state_that_refused(pair: tuple[str, list[Any]]) -> None:
    """While it is answered, another move of the same seat, or the end of the game, comes in between."""
    game, callers = pair
    refused = []
    for number in range(12):
        table = callers[0].table(game)
        if table["status"] != "playing":
            break
        caller, other = callers[table["on_turn"]], callers[1 - table["on_turn"]]
        move, turn = caller.table(game)["you"]["moves"][0], table["turn"]

        def wrong(caller: Any = caller, turn: int = turn, key: str = f"w{number}") -> Any:
            return caller.moves(game, "accept", turn, key=key)

        def right(caller: Any = caller, move: str = move, turn: int = turn, key: str = f"r{number}") -> Any:
            return caller.moves(game, move, turn, key=key)

        def resign(other: Any = other) -> Any:
            return other.post(f"/games/{game}/resignation", {})

        answers = at_once(wrong, right if number < 11 else resign, wrong)
        refused += [(caller, answer.json()) for answer in answers if answer.status_code == 422]

    assert refused
    for caller, told in refused:
        then = caller.get(f"/games/{game}/states/{told['version']}").json()
        assert (then["version"], then["turn"]) == (told["version"], told["turn"])
        assert then["you"]["moves"] == told["moves"] != []
