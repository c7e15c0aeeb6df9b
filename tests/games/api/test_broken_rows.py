"""A row that is damaged costs its own game at most an answer, and never a 500."""

from typing import Any
from uuid import UUID

import pytest

from games.models import Game, LatestSnapshot


@pytest.mark.parametrize("state", [b"", b"x", b"{}", b"[]", b"\xff", b'{"shape": 1, "game": 2}'])
def test_a_broken_state_is_made_again_from_the_log(duel: str, anna: Any, bert: Any, state: bytes) -> None:
    before = anna.table(duel)
    LatestSnapshot.objects.filter(game=UUID(duel)).update(state=state)

    seen = anna.table(duel)
    caller = (anna, bert)[seen["on_turn"]]
    made = caller.moves(duel, caller.table(duel)["you"]["moves"][0], seen["turn"])

    assert seen | {"server_time": 0} == before | {"server_time": 0}
    assert made.status_code == 201
    assert bytes(LatestSnapshot.objects.get(game=UUID(duel)).state) != state


@pytest.mark.parametrize("path", ["", "/rules", "/digest", "/record", "/fairness", "/states/3", "/states"])
def test_a_game_whose_ruleset_is_lost_says_so(duel: str, anna: Any, path: str) -> None:
    Game.objects.filter(id=UUID(duel)).update(ruleset="sha256:lost")

    answer = anna.get(f"/games/{duel}{path}")

    assert answer.status_code in (200, 409, 503), answer.content
    if answer.status_code == 503:
        assert answer.json()["code"] == "unreadable"
        assert int(answer.headers["Retry-After"]) > 0
