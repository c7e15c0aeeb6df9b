"""A rated game that does not count says so where it is made, where it is listed, and when it is over."""

from typing import Any

from base.identifiers import uuid7
from games.ladders import DETAIL, WhyUnrated
from games.projections import registry
from players.models import Player
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


def test_who_gives_up_at_the_sight_of_the_hand_is_rated(anna: Any, bert: Any) -> None:
    bert.upgrade()
    anna.upgrade()
    game = anna.opens(rated=True)["id"]
    bert.post(f"/games/{game}/seats", {})

    assert resign(bert, game)["unrated"] is None
    rate()

    (lost,) = bert.get(f"/players/{bert.id}/ratings").json()["items"]
    assert (lost["game"], lost["place"]) == (game, 2)


def test_the_sixth_game_of_a_day_is_told_at_its_start_and_changes_no_rating(anna: Any, bert: Any) -> None:
    games = [duel(anna, bert) for _ in range(6)]
    rate()

    assert [anna.table(game)["unrated"] for game in games] == [None] * 5 + [unrated("daily_limit")]
    (rating,) = anna.get(f"/players/{anna.id}/ratings").json()["ratings"]
    assert rating["games"] == 5


def test_a_person_alone_among_bots_is_told_at_once(anna: Any) -> None:
    assert anna.upgrade().opens(rated=True, bots=["novice"])["unrated"] == unrated("no_opponents")


def test_rated_games_need_a_confirmed_address_where_the_host_asks_for_one(anna: Any, bert: Any, settings: Any) -> None:
    anna.upgrade()
    bert.upgrade()
    settings.RATED_NEEDS_EMAIL = True
    wish = {"variant": "mau_mau", "seats": 2, "rated": True}
    pool = {"variant": "mau_mau", "seats": 2, "rated": True}

    refused = [anna.post("/games", wish), anna.post("/queue-entries", pool)]
    assert {(one.status_code, one.json()["code"]) for one in refused} == {(403, "email_required")}
    confirm(anna)
    game = anna.post("/games", wish).json()["id"]
    answer = bert.post(f"/games/{game}/seats", {})
    assert (answer.status_code, answer.json()["code"]) == (403, "email_required")
    assert anna.opens()["status"] == "waiting"
    confirm(bert)
    assert bert.post(f"/games/{game}/seats", {}).json()["unrated"] is None


def test_accounts_without_a_confirmed_address_keep_their_rating_and_are_not_listed(
    anna: Any, bert: Any, settings: Any
) -> None:
    confirm(anna)
    duel(bert, anna)
    settings.RATED_NEEDS_EMAIL = True
    rate()

    (listed,) = anna.get("/leaderboards/mau_mau").json()["items"]
    (own,) = bert.get(f"/players/{bert.id}/ratings").json()["ratings"]

    assert listed["player"]["id"] == anna.id
    assert (own["rank"], own["games"], own["provisional"]) == (None, 1, True)


def confirm(player: Any) -> None:
    Player.objects.filter(id=player.id).update(email=f"{player.id}@example.com", email_verified=True)
