"""A player's own program, known by its token of scope `bot`, is marked for all at the table."""

from typing import Any

from games.projections import registry
from tests.games.api.conftest import Caller


def program_of(player: Any) -> Caller:
    """Return a caller that holds a token of scope `bot` of this player."""
    answer = player.post("/me/tokens", {"name": "My program"})
    assert answer.status_code == 201, answer.content
    return Caller(tokens={"access": answer.json()["token"], "player": player.tokens["player"]})


def test_a_program_at_the_table(anna: Any, bert: Any, stranger: Any) -> None:
    program = program_of(anna)
    game = program.opens(seats=3, bots=["novice"])["id"]
    program_of(bert).post(f"/games/{game}/seats", {})

    for viewer in (anna, bert, stranger):
        seats = viewer.table(game)["seats"]
        assert [seat["bot"] for seat in seats] == ["program", "program", "novice"]
        assert [seat["player"] and seat["player"]["id"] for seat in seats] == [anna.id, bert.id, None]


def test_a_person_at_the_table(anna: Any, bert: Any) -> None:
    game = program_of(anna).opens()["id"]
    bert.post(f"/games/{game}/seats", {})

    assert [seat["bot"] for seat in anna.table(game)["seats"]] == ["program", None]


def test_a_program_in_the_lobby(anna: Any, stranger: Any) -> None:
    program_of(anna).opens(seats=3)
    registry.catch_up()

    (shown,) = stranger.get("/games").json()["items"]
    assert [seat["bot"] for seat in shown["seats"]] == ["program", None, None]
    assert shown["seats"][0]["player"]["id"] == anna.id
