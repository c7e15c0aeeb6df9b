"""A rated game that does not count says so where it is made, where it is listed, and when it is over."""

from typing import Any

from games.ladders import DETAIL, WhyUnrated
from games.projections import registry
from players.identifiers import uuid7
from tests.games.api.seasons import decide, duel, rate


def resign(caller: Any, game: str) -> dict[str, Any]:
    answer = caller.post(f"/games/{game}/resignation", {}, Idempotency_Key=str(uuid7()))
    assert answer.status_code == 201, answer.content
    return dict(answer.json()["table"])


def unrated(reason: str) -> dict[str, str]:
    return {"reason": reason, "detail": DETAIL[WhyUnrated(reason)]}


def test_a_guest_is_told_to_become_a_full_account(anna: Any, bert: Any) -> None:
    for answer in (
        anna.post("/games", {"variant": "mau_mau", "seats": 2, "rated": True}),
        bert.post(f"/games/{anna.upgrade().opens(rated=True)['id']}/seats", {}),
    ):
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (403, "account_required")
        assert "/me/credentials" in problem["detail"]

    game = anna.opens(rated=True)
    assert game["unrated"] is None
    assert bert.upgrade().post(f"/games/{game['id']}/seats", {}).status_code == 201


def test_options_are_named_as_the_reason_from_the_beginning_to_the_history(anna: Any, bert: Any) -> None:
    made = anna.upgrade().opens(rated=True, options={"seven_stack": True})
    assert made["unrated"] == unrated("options")
    registry.catch_up()
    assert [one["unrated"] for one in anna.get("/games").json()["items"]] == [unrated("options")]
    assert bert.upgrade().post(f"/games/{made['id']}/seats", {}).json()["unrated"] == unrated("options")
    decide(made["id"], anna, bert)

    table = resign(bert, made["id"])

    assert table["unrated"] == unrated("options")
    assert anna.feed(made["id"])[-1]["data"]["unrated"] == "options"
    rate()
    (entry,) = anna.get(f"/players/{anna.id}/games").json()["items"]
    assert (entry["rated"], entry["unrated"], entry["rating"]) == (True, unrated("options"), None)


def test_a_ladder_is_not_farmed_by_resignations_before_a_card(anna: Any, bert: Any) -> None:
    bert.upgrade()
    anna.upgrade()
    for _ in range(3):
        game = anna.opens(rated=True)["id"]
        bert.post(f"/games/{game}/seats", {})
        assert resign(bert, game)["unrated"] == unrated("not_played")
    rate()

    assert anna.get("/leaderboards").json()["items"] == []
    assert {one["unrated"]["reason"] for one in anna.get(f"/players/{anna.id}/games").json()["items"]} == {"not_played"}


def test_the_sixth_game_of_a_day_is_told_at_its_start_and_changes_no_rating(anna: Any, bert: Any) -> None:
    games = [duel(anna, bert) for _ in range(6)]
    rate()

    assert [anna.table(game)["unrated"] for game in games] == [None] * 5 + [unrated("daily_limit")]
    (rating,) = anna.get(f"/players/{anna.id}/ratings").json()["ratings"]
    assert rating["games"] == 5


def test_a_person_alone_among_bots_is_told_at_once(anna: Any) -> None:
    assert anna.upgrade().opens(rated=True, bots=["novice"])["unrated"] == unrated("no_opponents")
