"""What callers see of a table that is closed before its game begins."""

from typing import Any

import pytest

from games import services
from games.db import rows
from games.projections import registry
from tests.games.api.conftest import Caller
from tests.games.fairness.checking import faults


def expire(game: str) -> None:
    rows("UPDATE game SET lapses_at = clock_timestamp() - interval '1 s' WHERE id = %s", [game])
    assert services.settle_lapsed().done == 1
    registry.catch_up()


@pytest.fixture
def closed(anna: Caller, bert: Caller) -> str:
    """The id of a table of three at which anna and bert sat until it expired."""
    game = str(anna.opens(seats=3)["id"])
    assert bert.post(f"/games/{game}/seats", {"nonce": "tulip"}).status_code == 201
    expire(game)
    return game


def test_a_table_says_when_it_expires(anna: Caller, bert: Caller) -> None:
    table = anna.opens()
    registry.catch_up()
    expires = table["expires_at"]
    assert expires is not None
    assert [one["expires_at"] for one in bert.get("/games").json()["items"]] == [expires]
    assert [one["expires_at"] for one in anna.get("/me/games").json()["items"]] == [expires]
    assert anna.get(f"/games/{table['id']}/states/1").json()["expires_at"] == expires

    bert.post(f"/games/{table['id']}/seats", {})
    registry.catch_up()

    assert anna.table(table["id"])["expires_at"] is None
    assert anna.get("/games?status=playing").json()["items"][0]["expires_at"] is None


def test_a_closed_table_is_over_without_a_result(anna: Caller, bert: Caller, closed: str) -> None:
    table = bert.table(closed)

    assert (table["status"], table["result"], table["deal"], table["expires_at"]) == ("over", None, 0, None)
    assert [seat["player"] and seat["player"]["id"] for seat in table["seats"]] == [anna.id, bert.id, None]
    assert table["you"]["seat"] == 1
    assert (table["you"]["moves"], table["you"]["resignation"]) == ([], None)
    (listed,) = anna.get("/me/games").json()["items"]
    assert (listed["id"], listed["status"], listed["result"]) == (closed, "over", None)
    assert listed["last"]["text"] == "Not every seat was taken in time: the table is closed."
    assert anna.get("/games").json()["items"] == []


def test_no_list_of_games_has_it(anna: Caller, bert: Caller, closed: str) -> None:
    assert anna.get(f"/players/{anna.id}/games").json()["items"] == []
    assert anna.get(f"/players/{anna.id}/stats").json()["overall"]["games"] == 0
    assert anna.get(f"/players/{anna.id}/ratings").json()["items"] == []
    assert anna.get(f"/players/{anna.id}/head-to-head/{bert.id}").json()["overall"]["games"] == 0
    assert closed not in anna.get("/records").content.decode()


@pytest.mark.parametrize("who", ["anna", "stranger"])
def test_everything_about_it_can_be_read(who: str, request: pytest.FixtureRequest, closed: str) -> None:
    caller: Caller = request.getfixturevalue(who)
    for where in ("", "/rules", "/events", "/states", "/states/1", "/states/4", "/digest", "/fairness", "/record"):
        answer = caller.get(f"/games/{closed}{where}")
        assert answer.status_code == 200, (where, answer.content)
    events = caller.feed(closed)
    assert (events[-1]["type"], events[-1]["data"]) == ("table-closed", {"cause": "expired"})
    proof = caller.get(f"/games/{closed}/fairness").json()
    assert proof["seed"]
    assert faults(proof, events) == []


@pytest.mark.parametrize(
    ("where", "body", "code"),
    [
        ("seats", {}, "game_over"),
        ("bots", {"level": "novice"}, "game_over"),
        ("start", None, "game_over"),
        ("invitations", {}, "game_over"),
        ("proposals", {"kind": "abandon"}, "game_over"),
        ("resignation", None, "game_over"),
        ("moves", {"turn": 0, "move": "draw"}, "game_over"),
        ("return", None, "game_over"),
        ("rematch", {}, "not_over"),
    ],
)
def test_nothing_can_be_done_there(anna: Caller, closed: str, where: str, body: Any, code: str) -> None:
    answer = anna.post(f"/games/{closed}/{where}", body, Idempotency_Key="a-key-of-anna")

    assert (answer.status_code, answer.json()["code"]) == (409, code), answer.content


def test_a_private_table_that_is_closed_is_hidden_from_those_who_did_not_sit_there(
    anna: Caller, bert: Caller, stranger: Caller
) -> None:
    game = anna.opens(seats=3, visibility="private")["id"]
    invited = anna.post(f"/games/{game}/invitations", {"player": bert.id}).json()["id"]
    link = anna.post(f"/games/{game}/invitations", {}).json()["code"]
    assert bert.get(f"/games/{game}").status_code == 200
    expire(game)

    assert [caller.get(f"/games/{game}").status_code for caller in (anna, bert, stranger)] == [200, 404, 404]
    for code in (invited, link):
        answer = bert.post(f"/invitations/{code}/accept", {})
        assert (answer.status_code, answer.json()["code"], answer.json()["state"]) == (410, "invitation_gone", "closed")


def test_who_leaves_a_table_alone_closes_it(anna: Caller, bert: Caller) -> None:
    game = anna.opens(seats=3)["id"]

    assert anna.delete(f"/games/{game}/seats/me").status_code == 204
    registry.catch_up()

    assert bert.table(game)["status"] == "over"
    assert anna.feed(game)[-1]["data"] == {"cause": "empty"}
    assert bert.get("/games").json()["items"] == []
    assert anna.get("/me/games").json()["items"] == []
    assert bert.post(f"/games/{game}/seats", {}).json()["code"] == "game_over"


def test_a_rematch_that_nobody_came_to_can_be_asked_for_again(anna: Caller, bert: Caller, duel: str) -> None:
    assert bert.post(f"/games/{duel}/resignation", Idempotency_Key="a-key-of-bert").status_code == 201
    first = anna.post(f"/games/{duel}/rematch", {}).json()["id"]
    assert bert.get(f"/games/{duel}").json()["rematch"] == first
    assert anna.delete(f"/games/{first}/seats/me").status_code == 204
    assert bert.get(f"/games/{duel}").json()["rematch"] is None
    assert [one["rematch"] for one in bert.get("/me/games").json()["items"]] == [None]

    second = bert.post(f"/games/{duel}/rematch", {}).json()

    assert second["id"] != first
    assert anna.post(f"/games/{duel}/rematch", {}).json()["status"] == "playing"
