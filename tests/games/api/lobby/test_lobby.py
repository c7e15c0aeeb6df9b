from collections.abc import Callable
from typing import Any

import pytest

from games.projections import registry


def listed(caller: Any, query: str = "") -> list[dict[str, Any]]:
    registry.catch_up()
    answer = caller.get(f"/games{query}")
    assert answer.status_code == 200, answer.content
    return list(answer.json()["items"])


def test_a_waiting_game_is_listed_until_it_starts(anna: Any, bert: Any) -> None:
    game = anna.opens(seats=2)["id"]

    (shown,) = listed(bert)
    assert (shown["id"], shown["variant"], shown["free"]) == (game, "mau_mau", 1)
    name = anna.get("/me").json()["name"]
    person = {"id": anna.id, "name": name, "username": None, "guest": True}
    assert shown["seats"] == [{"player": person, "bot": None}, {"player": None, "bot": None}]
    assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    assert listed(bert) == []


def test_private_games_are_not_listed(anna: Any, bert: Any) -> None:
    anna.opens(visibility="private")

    assert listed(bert) == []
    assert listed(anna) == []


def test_the_lobby_by_variant_in_pages(anna: Any) -> None:
    games = [anna.opens(variant=variant, seats=2)["id"] for variant in ("mau_mau", "crazy_eights", "mau_mau")]

    assert [game["id"] for game in listed(anna)] == games
    assert [game["id"] for game in listed(anna, "?variant=mau_mau&status=waiting")] == [games[0], games[2]]
    first = anna.get("/games?limit=2").json()
    rest = anna.get(f"/games?limit=2&cursor={first['next_cursor']}").json()
    assert [game["id"] for game in first["items"] + rest["items"]] == games
    assert rest["next_cursor"] is None


def test_bots_take_the_last_seats_and_the_game_starts(anna: Any) -> None:
    table = anna.opens(seats=3, bots=["clever", "novice"])

    assert table["status"] == "playing"
    assert [seat["bot"] for seat in table["seats"]] == [None, "clever", "novice"]


def test_a_bot_for_the_last_free_seat(anna: Any, bert: Any) -> None:
    game = anna.opens(seats=3)["id"]

    assert bert.post(f"/games/{game}/bots", {"level": "novice"}).json()["code"] == "not_seated"
    first = anna.post(f"/games/{game}/bots", {"level": "novice"}, Idempotency_Key="b").json()
    again = anna.post(f"/games/{game}/bots", {"level": "novice"}, Idempotency_Key="b")
    assert [seat["bot"] for seat in first["seats"]] == [None, None, "novice"]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert [seat["bot"] for seat in again.json()["seats"]] == [None, None, "novice"]
    assert anna.post(f"/games/{game}/bots", {"level": "clever"}).json()["status"] == "playing"
    late = anna.post(f"/games/{game}/bots", {"level": "clever"})
    assert (late.status_code, late.json()["code"]) == (409, "in_progress")


def test_a_bot_for_a_seat_of_ones_choice(anna: Any) -> None:
    game = anna.opens(seats=4)["id"]
    bots = f"/games/{game}/bots"

    table = anna.post(bots, {"level": "novice", "seat": 1}).json()

    assert [seat["bot"] for seat in table["seats"]] == [None, "novice", None, None]
    assert anna.post(bots, {"level": "novice", "seat": 1}).json()["code"] == "seat_occupied"
    none = anna.post(bots, {"level": "novice", "seat": 4})
    assert (none.status_code, none.json()["reason"]) == (422, "no_such_seat")
    assert "seat" in anna.post(bots, {"level": "novice", "seat": -1}).json()["errors"]
    assert anna.table(game)["version"] == table["version"]


def test_sitting_down_twice_and_where_somebody_sits(anna: Any, bert: Any, stranger: Any) -> None:
    game = anna.opens(seats=3)["id"]
    seats = f"/games/{game}/seats"

    assert anna.post(seats, {}).json()["code"] == "already_seated"
    taken = bert.post(seats, {"seat": 0})
    assert (taken.status_code, taken.json()["code"]) == (409, "seat_occupied")
    none = bert.post(seats, {"seat": 7})
    assert (none.status_code, none.json()["reason"]) == (422, "no_such_seat")
    assert bert.post(seats, {"seat": 2}).json()["you"]["seat"] == 2
    assert stranger.post(seats, {}).json()["status"] == "playing"
    assert stranger.post(seats, {}).json()["code"] == "in_progress"


def test_standing_up(anna: Any, bert: Any) -> None:
    game = anna.opens(seats=3)["id"]
    bert.post(f"/games/{game}/seats", {})

    gone = bert.delete(f"/games/{game}/seats/me")
    assert (gone.status_code, gone.content) == (204, b"")
    again = bert.delete(f"/games/{game}/seats/me")
    assert (again.status_code, again.json()["code"]) == (403, "not_seated")
    assert bert.table(game)["you"] is None


def test_a_start_with_a_free_seat_is_refused(anna: Any) -> None:
    game = anna.opens(seats=3)["id"]

    answer = anna.post(f"/games/{game}/start", {})

    assert (answer.status_code, answer.json()["reason"]) == (422, "seats_empty")
    assert anna.post(f"/games/{game}/start").json()["reason"] == "seats_empty"


def test_the_same_key_makes_one_game(anna: Any) -> None:
    wish = {"variant": "mau_mau", "seats": 2}
    first = anna.post("/games", wish, Idempotency_Key="g")
    again = anna.post("/games", wish, Idempotency_Key="g")
    other = anna.post("/games", wish | {"seats": 3}, Idempotency_Key="g")

    assert first.json()["id"] == again.json()["id"]
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert len(listed(anna)) == 1


def test_a_game_under_a_ruleset(anna: Any, nobody: Any) -> None:
    content = nobody.get("/variants/crazy_eights").json()["hash"]

    for text in (content, content.removeprefix("sha256:")):
        answer = anna.post("/games", {"ruleset": text, "seats": 2})
        assert answer.json()["ruleset"]["hash"] == content
        assert answer.json()["ruleset"]["key"] == "crazy_eights"


def test_own_games_soonest_deadline_first(anna: Any, bert: Any, call: Callable[[], Any]) -> None:
    slow, live = (anna.opens(clock=clock)["id"] for clock in ("slow", "live"))
    waits, never = anna.opens()["id"], anna.opens(clock="none")["id"]
    for game in (slow, live, never):
        assert bert.post(f"/games/{game}/seats", {}).status_code == 201

    found = anna.get("/me/games").json()

    assert [game["id"] for game in found["items"]] == [live, slow, *sorted([waits, never])]
    first = anna.get("/me/games?limit=3").json()
    rest = anna.get(f"/me/games?limit=3&cursor={first['next_cursor']}").json()
    assert first["items"] + rest["items"] == found["items"]
    awaiting = anna.get("/me/games?awaiting=me").json()
    assert [game["id"] for game in awaiting["items"]] == [game["id"] for game in found["items"] if game["awaiting"]]
    assert awaiting["badge"] + bert.get("/me/games").json()["badge"] == 3 == found["badge"] + 3 - awaiting["badge"]
    assert call().get("/me/games").json()["items"] == []


def test_own_games_and_304(anna: Any, bert: Any) -> None:
    game = anna.opens()["id"]
    etag = anna.get("/me/games").headers["ETag"]
    assert anna.get("/me/games", If_None_Match=etag).status_code == 304
    bert.post(f"/games/{game}/seats", {})
    assert anna.get("/me/games", If_None_Match=etag).status_code == 200


@pytest.mark.parametrize("path", ["/variants", "/variants/mau_mau", "/meta", "/healthz"])
def test_what_needs_no_sign_in(nobody: Any, path: str, db: None) -> None:  # noqa: ARG001
    nobody.tokens = {"access": "expired"}

    assert nobody.get(path).status_code == 200
