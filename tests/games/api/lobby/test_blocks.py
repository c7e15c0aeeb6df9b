"""Players who are blocked: which tables they find, and where they can sit down."""

from collections.abc import Callable
from typing import Any

import pytest

from games.projections import registry


@pytest.fixture(params=["the caller blocks", "the caller is blocked"])
def blocked(request: pytest.FixtureRequest, anna: Any, bert: Any) -> None:
    """Let anna block bert, or bert anna."""
    one, other = (bert, anna) if request.param == "the caller blocks" else (anna, bert)
    assert one.raw("PUT", f"/me/blocks/{other.id}", b"").status_code == 204


def waiting(caller: Any) -> list[str]:
    registry.catch_up()
    return [game["id"] for game in caller.get("/games").json()["items"]]


@pytest.mark.usefixtures("blocked")
def test_neither_finds_the_table_at_which_the_other_waits_nor_takes_a_seat_there(anna: Any, bert: Any) -> None:
    game = anna.opens(seats=3)["id"]

    refused = bert.post(f"/games/{game}/seats", {})

    assert (refused.status_code, refused.json()["code"]) == (403, "seat_refused")
    assert [seat["player"] is None for seat in bert.table(game)["seats"]] == [False, True, True]
    assert waiting(bert) == []
    assert waiting(anna) == [game]


@pytest.mark.usefixtures("blocked")
def test_both_may_find_and_join_what_others_open(anna: Any, bert: Any, stranger: Any) -> None:
    game = stranger.opens(seats=3)["id"]

    assert waiting(bert) == waiting(anna) == [game]
    assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    assert anna.post(f"/games/{game}/seats", {}).json()["code"] == "seat_refused"


def test_a_game_that_has_started_goes_on_and_is_listed(duel: str, anna: Any, bert: Any) -> None:
    anna.raw("PUT", f"/me/blocks/{bert.id}", b"")
    registry.catch_up()

    assert [game["id"] for game in bert.get("/games?status=playing").json()["items"]] == [duel]
    mover = next(one for one in (anna, bert) if one.table(duel)["you"]["moves"])
    table = mover.table(duel)
    assert mover.moves(duel, table["you"]["moves"][0], table["turn"]).status_code == 201


def test_when_the_block_ends_the_table_is_open_again(anna: Any, bert: Any, call: Callable[[], Any]) -> None:
    game, other = anna.opens(seats=2)["id"], call().opens(seats=2)["id"]
    anna.raw("PUT", f"/me/blocks/{bert.id}", b"")
    assert waiting(bert) == [other]

    anna.delete(f"/me/blocks/{bert.id}")

    assert waiting(bert) == [game, other]
    assert bert.post(f"/games/{game}/seats", {}).status_code == 201
