"""`GET /me/games`: all that a list of games shows, in one request."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.projections import registry
from tests.games.api.seasons import duel as rated_duel
from tests.games.api.seasons import rate
from tests.games.api.tables.test_feed import play


def own(caller: Any, query: str = "", **headers: str) -> list[dict[str, Any]]:
    answer = caller.get(f"/me/games{query}", **headers)
    assert answer.status_code == 200, answer.content
    return list(answer.json()["items"])


def test_a_game_shows_what_its_table_shows(duel: str, anna: Any, bert: Any) -> None:
    play(duel, anna, bert, moves=6)
    for caller in (anna, bert):
        table = caller.table(duel)

        (game,) = own(caller)

        same = ("id", "status", "version", "turn", "deal", "on_turn", "ask", "deadline", "result")
        assert {name: game[name] for name in same} == {name: table[name] for name in same}
        assert game["seats"] == [{name: seat[name] for name in seat if name != "hand"} for seat in table["seats"]]
        assert (game["seat"], game["awaiting"]) == (table["you"]["seat"], table["on_turn"] == table["you"]["seat"])
        assert (game["variant"], game["variant_name"]) == ("mau_mau", caller.get("/variants/mau_mau").json()["name"])


def test_the_last_line_is_that_of_the_digest_of_the_reader(duel: str, anna: Any, bert: Any) -> None:
    bert.speaks("de")
    for _ in range(25):
        for caller in (anna, bert):
            (game,) = own(caller)
            line = caller.get(f"/games/{duel}/digest?limit=100").json()["items"][-1]
            assert game["last"] == {name: line[name] for name in ("version", "at", "seat", "code", "text")}
        if anna.table(duel)["status"] == "over":
            break
        play(duel, anna, bert, moves=1)
    assert own(anna, "?lang=fr")[0]["last"]["text"] != own(anna)[0]["last"]["text"]
    answer = bert.get("/me/games")
    assert answer.json()["lang"] == answer.headers["Content-Language"] == "de"
    assert anna.get("/me/games?lang=sv").status_code == 422


def test_a_drawn_card_is_named_only_to_its_owner(duel: str, anna: Any, bert: Any) -> None:
    while True:
        table = anna.table(duel)
        mover = (anna, bert)[table["on_turn"]]
        moves = mover.table(duel)["you"]["moves"]
        if "draw" in moves:
            break
        mover.moves(duel, moves[0], table["turn"])
    before = {*mover.table(duel)["you"]["hand"]}
    assert mover.moves(duel, "draw", table["turn"]).status_code == 201
    other = bert if mover is anna else anna

    mine, theirs = (own(caller)[0]["last"]["text"] for caller in (mover, other))

    assert theirs == f"{mover.tokens['player']['name']} draws a card."
    (drawn,) = {*mover.table(duel)["you"]["hand"]} - before
    assert drawn[0].replace("T", "10") in mine.removeprefix(mover.tokens["player"]["name"])


def test_a_table_that_waits(anna: Any) -> None:
    anna.opens(seats=3)

    (game,) = own(anna)

    assert [seat["player"] and seat["player"]["id"] for seat in game["seats"]] == [anna.id, None, None]
    assert (game["deal"], game["on_turn"], game["deadline"], game["result"]) == (0, None, None, None)
    assert game["last"]["text"] == f"{anna.tokens['player']['name']} sits down."


def test_who_left_a_table_that_waits_is_named(anna: Any, bert: Any) -> None:
    game = anna.opens(seats=3)["id"]
    assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    assert bert.delete(f"/games/{game}/seats/me").status_code == 204

    (listed,) = own(anna)

    assert listed["last"]["text"] == f"{bert.tokens['player']['name']} leaves the table."
    assert own(bert) == []


def test_a_game_that_is_over_stays_for_a_week(anna: Any, ended: Callable[..., str]) -> None:
    first, second = ended(), ended(loser=anna)
    runs = anna.opens(clock="none")["id"]

    games = own(anna)

    assert [game["id"] for game in games] == [runs, second, first]
    for game, places in zip(games[1:], ([2, 1], [1, 2]), strict=True):
        table = anna.table(game["id"])
        assert game["result"].pop("ended_at") == game["last"]["at"]
        assert game["result"] == {**table["result"], "rating": None}
        assert (game["result"]["places"], game["status"], game["awaiting"]) == (places, "over", False)
        assert game["last"]["code"] == "game-ended"
    assert anna.get("/me/games").json()["badge"] == 0
    assert own(anna, "?awaiting=me") == []
    found, cursor = list[str](), ""
    for _ in games:
        page = anna.get(f"/me/games?limit=1{cursor}").json()
        found += [game["id"] for game in page["items"]]
        cursor = f"&cursor={page['next_cursor']}"
    assert (found, cursor) == ([game["id"] for game in games], "&cursor=None")

    a_week = timedelta(days=7)
    row = Game.objects.get(id=UUID(first))
    assert row.ended_at
    Game.objects.filter(id=UUID(first)).update(ended_at=row.ended_at - a_week)
    assert [game["id"] for game in own(anna)] == [runs, second]
    assert first in {game["id"] for game in history(anna)}


def history(caller: Any) -> list[dict[str, Any]]:
    registry.catch_up()
    return list(caller.get(f"/players/{caller.id}/games").json()["items"])


def test_a_rated_game_shows_the_change_of_the_rating(anna: Any, bert: Any) -> None:
    game = rated_duel(anna, bert)
    etag = anna.get("/me/games").headers["ETag"]
    assert own(anna)[0]["result"]["rating"] is None

    rate()

    assert anna.get("/me/games", If_None_Match=etag).status_code == 200
    (mine,), (theirs,) = own(anna), own(bert)
    assert mine["id"] == theirs["id"] == game
    assert mine["result"]["rating"]["before"] == theirs["result"]["rating"]["before"] == 0
    assert mine["result"]["rating"]["after"] > 0 > theirs["result"]["rating"]["after"]


def test_the_cost_does_not_depend_on_the_number_of_games(anna: Any, bert: Any, ended: Callable[..., str]) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            games = own(anna)
        assert all(game["last"] and game["variant_name"] for game in games)
        return len(queries)

    def start() -> None:
        game = anna.opens()["id"]
        assert bert.post(f"/games/{game}/seats", {}).status_code == 201

    start()
    ended()
    two = cost()
    for _ in range(9):
        start()
    ended()
    assert len(own(anna)) == 12
    assert cost() == two <= 12


def test_the_cost_does_not_depend_on_the_length_of_a_game(duel: str, anna: Any, bert: Any) -> None:
    play(duel, anna, bert, moves=30)

    with CaptureQueriesContext(connection) as queries:
        own(anna)
    asked = [query["sql"] for query in queries]

    assert len(asked) <= 12
    assert sum("of_version - 24" in one for one in asked) == 1
    assert len(anna.feed(duel)) > 60


def test_a_304_reads_no_state_and_no_event(duel: str, anna: Any, bert: Any, ended: Callable[..., str]) -> None:
    ended()
    etag = anna.get("/me/games").headers["ETag"]

    with CaptureQueriesContext(connection) as queries:
        answer = anna.get("/me/games", If_None_Match=etag)

    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["Content-Language"] == "en"
    assert "Accept-Language" in answer.headers["Vary"]
    assert not any("game_state" in query["sql"] or "of_version - 24" in query["sql"] for query in queries)
    play(duel, anna, bert, moves=1)
    assert anna.get("/me/games", If_None_Match=etag).status_code == 200


@pytest.mark.parametrize("change", ["name", "language", "state"])
def test_what_changes_the_etag(duel: str, anna: Any, bert: Any, change: str) -> None:
    etag = anna.get("/me/games").headers["ETag"]
    match change:
        case "name":
            profile = bert.get("/me").headers["ETag"]
            assert bert.raw("PATCH", "/me", b'{"name": "Robert"}', If_Match=profile).status_code == 200
        case "language":
            anna.speaks("de")
        case _:
            assert bert.post(f"/games/{duel}/resignation", Idempotency_Key="r").status_code == 201

    assert anna.get("/me/games", If_None_Match=etag).status_code == 200


def test_a_game_that_cannot_be_read_does_not_hide_the_others(duel: str, anna: Any) -> None:
    other = anna.opens()["id"]
    Game.objects.filter(id=UUID(duel)).update(ruleset="sha256:lost")

    assert [game["id"] for game in own(anna)] == [other]


def test_a_cursor_of_another_list_is_refused(anna: Any) -> None:
    for cursor in ("x", "WyJvdmVyIl0", "WyJhIiwiYiIsImMiXQ"):
        assert anna.get(f"/me/games?cursor={cursor}").json()["code"] == "bad_cursor"
