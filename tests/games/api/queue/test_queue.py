"""The queue over HTTP: what a player asks for, sees and may do."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from games import services
from games.models import QueueEntry

DUEL = {"variant": "mau_mau", "seats": 2}


def joins(caller: Any, **asked: Any) -> dict[str, Any]:
    answer = caller.post("/queue-entries", {**DUEL, **asked})
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def test_two_players_who_wait_get_a_game(anna: Any, bert: Any) -> None:
    first, second = joins(anna), joins(bert)
    where = f"/queue-entries/{first['id']}"
    before = anna.get(where)
    assert (before.json()["status"], before.json()["game"]) == ("waiting", None)
    assert anna.get(where, If_None_Match=before.headers["ETag"]).status_code == 304

    services.match_players()

    shown = anna.get(where, If_None_Match=before.headers["ETag"]).json()
    assert shown == first | {"status": "matched", "game": shown["game"]}
    assert bert.get(f"/queue-entries/{second['id']}").json()["game"] == shown["game"]
    table = anna.table(shown["game"])
    assert (table["status"], [seat["player"]["id"] for seat in table["seats"]]) == ("playing", [anna.id, bert.id])
    (own,) = bert.get("/me/games").json()["items"]
    assert own["id"] == shown["game"]


def test_an_entry_says_what_was_asked_for_and_how_long_it_waits(anna: Any) -> None:
    anna.upgrade()
    plain, picky = joins(anna), joins(anna, preset="live", rated=True, rating_min=-2, rating_max=7)

    assert {name: plain[name] for name in ("preset", "rated", "rating_min", "accepts_min", "accepts_max")} == {
        "preset": "daily", "rated": False, "rating_min": None, "accepts_min": None, "accepts_max": None,
    }  # fmt: skip
    assert (picky["preset"], picky["rated"], picky["rating_min"], picky["rating_max"]) == ("live", True, -2, 7)
    lasts = datetime.fromisoformat(picky["expires_at"]) - datetime.fromisoformat(picky["created_at"])
    assert lasts == timedelta(minutes=15)
    assert [one["id"] for one in anna.get("/queue-entries").json()["items"]] == [picky["id"], plain["id"]]


def test_the_range_that_is_accepted_by_now_is_shown(anna: Any) -> None:
    entry = joins(anna, preset="live", rating_min=3, rating_max=4)
    row = QueueEntry.objects.get()
    earlier = row.created_at - timedelta(minutes=5)
    QueueEntry.objects.update(created_at=earlier, next_look=earlier)

    services.match_players()

    shown = anna.get(f"/queue-entries/{entry['id']}").json()
    assert (shown["rating_min"], shown["rating_max"]) == (3, 4)
    assert (shown["accepts_min"], shown["accepts_max"]) == (-2, 9)


def test_an_expired_entry_says_so(anna: Any) -> None:
    entry = joins(anna)
    QueueEntry.objects.update(expires_at=QueueEntry.objects.get().created_at)

    assert anna.get(f"/queue-entries/{entry['id']}").json()["status"] == "expired"


def test_the_list_comes_in_pages(anna: Any) -> None:
    entries = [joins(anna)["id"] for _ in range(3)]

    first = anna.get("/queue-entries?limit=2").json()
    rest = anna.get(f"/queue-entries?limit=2&cursor={first['next_cursor']}").json()

    assert [one["id"] for one in first["items"] + rest["items"]] == entries[::-1]


def test_the_same_key_makes_one_entry(anna: Any) -> None:
    first, again = (anna.post("/queue-entries", DUEL, Idempotency_Key="q") for _ in range(2))

    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(anna.get("/queue-entries").json()["items"]) == 1


def test_an_entry_is_deleted_until_it_has_a_game(anna: Any, bert: Any) -> None:
    gone, stays = joins(anna), joins(anna)

    assert anna.delete(f"/queue-entries/{gone['id']}").status_code == 204
    assert anna.delete(f"/queue-entries/{gone['id']}").status_code == 404
    joins(bert)
    services.match_players()

    late = anna.delete(f"/queue-entries/{stays['id']}")
    assert (late.status_code, late.json()["code"]) == (409, "already_matched")


def test_entries_of_others_do_not_exist(anna: Any, bert: Any) -> None:
    entry = joins(anna)["id"]

    assert [bert.get(f"/queue-entries/{one}").status_code for one in (entry, uuid4())] == [404, 404]
    assert [bert.delete(f"/queue-entries/{one}").status_code for one in (entry, uuid4())] == [404, 404]
    assert bert.get("/queue-entries").json()["items"] == []
    assert anna.get(f"/queue-entries/{entry}").status_code == 200


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"variant": "poker"}, "variant"),
        ({"seats": 1}, "seats"),
        ({"seats": 15}, "seats"),
        ({"preset": "none"}, "preset"),
        ({"rating_min": 5, "rating_max": 4}, "rating_max"),
        ({"rating_min": 101}, "rating_min"),
        ({"rating_max": 1.5}, "rating_max"),
        ({"rated": "yes"}, "rated"),
        ({"options": {}}, "options"),
    ],
)
def test_what_cannot_be_played_is_refused_and_nothing_is_stored(anna: Any, asked: dict[str, Any], field: str) -> None:
    answer = anna.post("/queue-entries", {**DUEL, **asked}, Idempotency_Key="q")

    assert (answer.status_code, [*answer.json()["errors"]]) == (422, [field])
    assert not QueueEntry.objects.exists()
    assert anna.post("/queue-entries", DUEL, Idempotency_Key="q").status_code == 201


def test_guests_wait_for_no_rated_game(anna: Any) -> None:
    answer = anna.post("/queue-entries", {**DUEL, "rated": True})

    assert (answer.status_code, answer.json()["code"]) == (403, "account_required")


def test_too_many_entries(anna: Any) -> None:
    for _ in range(10):
        joins(anna)

    answer = anna.post("/queue-entries", DUEL)

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_queue_entries")


def test_programs_meet_only_programs(anna: Any, bert: Any, call: Callable[[], Any]) -> None:
    programs = [call(), call()]
    for one in programs:
        one.tokens["access"] = one.post("/me/tokens", {"name": "Robot"}).json()["token"]
    entries = [(one, joins(one)["id"]) for one in (anna, programs[0], programs[1], bert)]

    services.match_players()

    games = [one.get(f"/queue-entries/{entry}").json()["game"] for one, entry in entries]
    assert games[0] == games[3] != games[1] == games[2]
    assert [seat["bot"] for seat in anna.table(games[0])["seats"]] == [None, None]
    assert [seat["bot"] for seat in anna.table(games[1])["seats"]] == ["program", "program"]
