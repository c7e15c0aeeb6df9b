"""Tables that agreed on `auto_accept`, as their players meet them: from the lobby to the last move."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from games.projections import registry

MOVES = 24
"""How many moves of a game are made at most."""
GAMES = 2


class Answered(NamedTuple):
    """A move that was made."""

    seat: int
    offered: list[str]
    accepted: list[int]
    """The seats that accepted in the transaction of the move."""
    replayed: list[dict[str, Any]]
    events: list[dict[str, Any]]


def played(anna: Any, bert: Any, *, auto_accept: bool) -> Iterator[Answered]:
    """Play games in which a penalty can be answered, and yield each move. Each seat plays a seven where it can."""
    for _ in range(GAMES):
        game = str(anna.opens(auto_accept=auto_accept, options={"seven_stack": True})["id"])
        assert bert.post(f"/games/{game}/seats", {}).status_code == 201
        for number in range(MOVES):
            seat = anna.table(game)["on_turn"]
            if seat is None:
                break
            caller = (anna, bert)[seat]
            table = caller.table(game)
            offered = table["you"]["moves"]
            move = next((one for one in offered if one.startswith("7")), offered[0])
            answers = [caller.moves(game, move, table["turn"], key=f"{game}-{number}") for _ in range(2)]
            assert [answer.status_code for answer in answers] == [201, 201], answers[0].content
            events, again = (answer.json()["events"] for answer in answers)
            accepted = [event["seat"] for event in events if event["type"] == "accepted"]
            yield Answered(seat, offered, accepted, again, events)


@pytest.mark.parametrize("auto_accept", [True, False])
def test_the_lobby_and_the_table_say_what_was_agreed(anna: Any, bert: Any, *, auto_accept: bool) -> None:
    game = anna.opens(auto_accept=auto_accept)["id"]

    registry.catch_up()
    (listed,) = bert.get("/games").json()["items"]
    assert (listed["id"], listed["terms"]["auto_accept"]) == (game, auto_accept)
    assert bert.table(game)["terms"]["auto_accept"] is auto_accept


def test_a_table_agrees_on_it_only_if_its_maker_asks(anna: Any) -> None:
    assert anna.opens()["terms"]["auto_accept"] is False


@pytest.mark.usefixtures("same_chance")
def test_nobody_is_asked_who_can_only_accept(anna: Any, bert: Any) -> None:
    moves = list(played(anna, bert, auto_accept=True))

    assert [move for move in moves if move.offered == ["accept"]] == []
    # The accept belongs to the move before it, and a retry of that move gets both again.
    followed = [move for move in moves if any(seat != move.seat for seat in move.accepted)]
    assert followed
    assert all(move.replayed == move.events for move in followed)


@pytest.mark.usefixtures("same_chance")
def test_otherwise_every_seat_accepts_by_itself(anna: Any, bert: Any) -> None:
    moves = list(played(anna, bert, auto_accept=False))

    assert [move for move in moves if move.offered == ["accept"]]
    assert [move for move in moves if any(seat != move.seat for seat in move.accepted)] == []
