"""Proposals, votes and pauses through the API."""

import json
from typing import Any

from base.identifiers import uuid7
from tests.games.api.conftest import Caller


def propose(caller: Any, game: str, kind: str, key: str = "") -> Any:
    return caller.post(f"/games/{game}/proposals", {"kind": kind}, Idempotency_Key=key or str(uuid7()))


def vote(caller: Any, game: str, number: int, *, agrees: bool, **headers: str) -> Any:
    body = json.dumps({"agrees": agrees}).encode()
    return caller.raw("PUT", f"/games/{game}/proposals/{number}/vote", body, **headers)


def own(caller: Any, game: str) -> Any:
    return next(one for one in caller.get("/me/games").json()["items"] if one["id"] == game)


def test_players_pause_and_go_on(duel: str, anna: Any, bert: Any) -> None:
    before = anna.table(duel)
    assert (before["pauses"], before["proposal"], before["time_left"]) == ([], None, None)

    made = propose(anna, duel, "pause")

    assert made.status_code == 201, made.content
    seat = made.json()["table"]["you"]["seat"]
    shown = bert.table(duel)["proposal"]
    assert (shown["number"], shown["kind"], shown["seat"], shown["agreed"]) == (1, "pause", seat, [seat])
    assert shown["missing"] == [1 - seat]
    assert own(bert, duel)["proposal"] == shown

    voted = vote(bert, duel, 1, agrees=True)

    assert voted.status_code == 200, voted.content
    assert [event["type"] for event in voted.json()["events"]] == ["vote-cast", "proposal-settled", "clock-paused"]
    table = voted.json()["table"]
    assert (table["deadline"], table["proposal"], table["pauses"][0]["reason"]) == (None, None, "vote")
    assert 0 < table["time_left"] <= 96 * 3600
    assert own(anna, duel)["pauses"] == table["pauses"]
    assert propose(bert, duel, "resume").status_code == 201
    again = vote(anna, duel, 2, agrees=True).json()["table"]
    assert (again["pauses"], again["time_left"]) == ([], None)
    assert again["deadline"] > before["deadline"]
    lines = anna.get(f"/games/{duel}/digest?since={before['version']}").json()["items"]
    assert "The pause is over." in [line["text"] for line in lines]


def test_a_replay_shows_the_clock_of_each_version(duel: str, anna: Any, bert: Any) -> None:
    before = anna.table(duel)
    propose(anna, duel, "pause")
    paused = vote(bert, duel, 1, agrees=True).json()["table"]
    propose(bert, duel, "resume")
    resumed = vote(anna, duel, 2, agrees=True).json()["table"]

    then = {version: anna.get(f"/games/{duel}/states/{version}").json() for version in
            (before["version"], paused["version"], resumed["version"])}  # fmt: skip

    assert then[before["version"]]["deadline"] == before["deadline"]
    assert then[paused["version"]]["deadline"] is None
    assert then[paused["version"]]["pauses"] == paused["pauses"]
    assert then[paused["version"]]["time_left"] == paused["time_left"]
    assert then[resumed["version"]]["deadline"] == resumed["deadline"]


def test_a_repeated_proposal_gets_the_first_answer(duel: str, anna: Any, bert: Any) -> None:
    first = propose(anna, duel, "extend", key="one")
    vote(bert, duel, 1, agrees=False)

    again = propose(anna, duel, "extend", key="one")

    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json()["events"] == first.json()["events"]
    assert propose(anna, duel, "pause", key="one").json()["code"] == "key_reused"


def test_a_vote_with_a_key_is_answered_again_after_the_end(duel: str, anna: Any, bert: Any) -> None:
    propose(anna, duel, "extend")
    first = vote(bert, duel, 1, agrees=True, Idempotency_Key="one")

    again = vote(bert, duel, 1, agrees=True, Idempotency_Key="one")

    assert again.status_code == first.status_code == 200
    assert again.json()["events"] == first.json()["events"]
    assert vote(bert, duel, 1, agrees=True).json()["code"] == "proposal_closed"


def test_players_abandon_a_game(duel: str, anna: Any, bert: Any) -> None:
    propose(anna, duel, "abandon")

    table = vote(bert, duel, 1, agrees=True).json()["table"]

    assert (table["status"], table["result"]["winners"], table["deadline"]) == ("over", [], None)
    assert propose(anna, duel, "pause").json()["code"] == "game_over"
    record = anna.get(f"/games/{duel}/record", Accept="text/plain")
    assert record.status_code == 200
    assert "abandoned" in record.content.decode()
    assert own(anna, duel)["result"]["winners"] == []


def test_refusals(duel: str, anna: Any, bert: Any) -> None:
    carl = Caller().sign_in()
    assert anna.post(f"/games/{duel}/proposals", {"kind": "pause"}).status_code == 428
    assert propose(anna, duel, "sleep").status_code == 422
    assert propose(carl, duel, "pause").status_code == 403
    assert vote(carl, duel, 1, agrees=True).status_code == 403
    assert propose(anna, duel, "resume").json()["code"] == "clock_runs"
    assert vote(anna, duel, 1, agrees=True).json()["code"] == "proposal_closed"
    assert propose(anna, duel, "pause").status_code == 201
    assert propose(bert, duel, "abandon").json()["code"] == "proposal_open"
    waiting = str(anna.opens()["id"])
    assert propose(anna, waiting, "pause").json()["code"] == "not_playing"
