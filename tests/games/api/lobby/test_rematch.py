"""Rematches: one game for all who played, with a seat for each of them."""

from typing import Any

import pytest
from django.db import connection

from base.identifiers import uuid7
from games.models import Rematch
from games.projections import registry


def rematch(caller: Any, game: str, body: Any = None, **headers: str) -> Any:
    return caller.post(f"/games/{game}/rematch", body or {}, **headers)


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def end_the_hold() -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE rematch SET held_until = clock_timestamp() - interval '1 s'")


def finished(*callers: Any, bots: int = 0, **wanted: Any) -> str:
    """Play a game that the first of the callers opens, until all others have resigned; return its id."""
    first, *others = callers
    game = str(first.opens(seats=len(callers) + bots, bots=["novice"] * bots, **wanted)["id"])
    for one in others:
        assert one.post(f"/games/{game}/seats", {}).status_code == 201
    for one in others or [first]:
        assert one.post(f"/games/{game}/resignation", Idempotency_Key=str(uuid7())).status_code == 201
    assert first.table(game)["status"] == "over"
    return game


def test_all_players_get_the_same_game_with_everybody_one_seat_on(anna: Any, bert: Any, stranger: Any) -> None:
    old = finished(anna, bert, stranger, clock={"turn": 77, "bank": 99}, variant="crazy_eights")

    first = rematch(bert, old).json()
    second, third = rematch(anna, old).json(), rematch(stranger, old).json()

    assert first["id"] == second["id"] == third["id"] != old
    assert (first["status"], second["status"], third["status"]) == ("waiting", "waiting", "playing")
    assert [one["you"]["seat"] for one in (first, second, third)] == [0, 2, 1]
    for name in ("ruleset", "terms", "goal"):
        assert third[name] == anna.table(old)[name], name
    again = rematch(bert, old)
    assert (again.status_code, again.json()["id"]) == (201, first["id"])


def test_the_old_table_names_the_rematch_to_its_players(anna: Any, bert: Any, stranger: Any) -> None:
    old = finished(anna, bert)
    before = bert.get(f"/games/{old}")
    assert before.json()["rematch"] is None

    listed = bert.get("/me/games")
    assert [one["rematch"] for one in listed.json()["items"]] == [None]

    made = rematch(anna, old).json()["id"]

    again = bert.get("/me/games", If_None_Match=listed.headers["ETag"])
    assert [(one["id"], one["rematch"]) for one in again.json()["items"]] == [(old, made)]
    after = bert.get(f"/games/{old}", If_None_Match=before.headers["ETag"])
    assert (after.status_code, after.json()["rematch"]) == (200, made)
    assert stranger.get(f"/games/{old}").json()["rematch"] is None
    assert anna.get(f"/games/{made}").json()["rematch"] is None


def test_bots_come_along(anna: Any) -> None:
    old = finished(anna, bots=1)

    table = rematch(anna, old).json()

    assert table["status"] == "playing"
    assert [seat["bot"] for seat in table["seats"]] == ["novice", None]
    assert table["you"]["seat"] == 1


def test_a_rematch_of_a_rematch_is_another_game(anna: Any) -> None:
    old = finished(anna, bots=1)
    second = rematch(anna, old).json()["id"]
    assert anna.post(f"/games/{second}/resignation", Idempotency_Key=str(uuid7())).status_code == 201

    third = rematch(anna, second).json()

    assert len({old, second, third["id"]}) == 3
    assert third["you"]["seat"] == 0
    assert rematch(anna, old).json()["id"] == second


def test_one_key_is_one_seat(anna: Any, bert: Any) -> None:
    old = finished(anna, bert)

    first, again = (rematch(anna, old, Idempotency_Key="k") for _ in range(2))

    assert first.json()["id"] == again.json()["id"]
    assert again.headers["Idempotency-Replayed"] == "true"


def test_seats_are_kept_for_a_day_and_then_free(anna: Any, bert: Any, stranger: Any) -> None:
    old = finished(anna, bert)
    made = rematch(anna, old).json()["id"]
    seats, bots = f"/games/{made}/seats", f"/games/{made}/bots"

    assert refused(stranger.post(seats, {})) == (409, "seat_kept")
    assert refused(stranger.post(seats, {"seat": 0})) == (409, "seat_kept")
    assert refused(stranger.post(seats, {"seat": 1})) == (409, "seat_occupied")
    assert refused(anna.post(bots, {"level": "novice"})) == (409, "seat_kept")
    registry.catch_up()
    assert [game["id"] for game in stranger.get("/games").json()["items"]] == [made]

    end_the_hold()

    assert stranger.post(seats, {}).json()["you"]["seat"] == 0
    assert refused(rematch(bert, old)) == (409, "in_progress")


def test_whoever_played_may_also_take_their_seat_as_any_other(anna: Any, bert: Any) -> None:
    old = finished(anna, bert)
    made = rematch(anna, old).json()["id"]

    assert bert.post(f"/games/{made}/seats", {}).json()["you"]["seat"] == 0


def test_a_private_rematch_is_for_those_who_played_and_those_who_are_invited(
    anna: Any, bert: Any, stranger: Any
) -> None:
    old = str(anna.opens(seats=2, visibility="private")["id"])
    code = anna.post(f"/games/{old}/invitations", {}).json()["code"]
    assert bert.post(f"/invitations/{code}/accept", {}).json()["status"] == "playing"
    assert bert.post(f"/games/{old}/resignation", Idempotency_Key=str(uuid7())).status_code == 201

    made = rematch(anna, old).json()["id"]

    assert rematch(stranger, old).status_code == 404
    assert bert.table(made)["you"] is None
    for method, where in (("get", ""), ("post", "/seats"), ("post", "/rematch"), ("get", "/events")):
        answer = getattr(stranger, method)(f"/games/{made}{where}", *([{}] if method == "post" else []))
        assert answer.status_code == 404, where
    link = anna.post(f"/games/{made}/invitations", {}).json()["code"]
    assert refused(stranger.post(f"/invitations/{link}/accept", {})) == (409, "seat_kept")
    end_the_hold()
    assert stranger.get(f"/games/{made}").status_code == 404
    assert stranger.post(f"/invitations/{link}/accept", {}).json()["status"] == "playing"
    assert bert.get(f"/games/{made}").status_code == 404, "the seat is taken, and the game has begun"
    assert bert.get(f"/games/{old}").json()["rematch"] == made


def test_who_cannot_ask_for_a_rematch(anna: Any, bert: Any, stranger: Any, duel: str) -> None:
    assert refused(rematch(anna, duel)) == (409, "not_over")
    assert refused(rematch(stranger, duel)) == (403, "not_seated")
    assert refused(rematch(anna, anna.opens()["id"])) == (409, "not_over")
    assert rematch(anna, str(uuid7())).status_code == 404
    assert not Rematch.objects.exists()
    old = finished(anna, bert)
    assert [*rematch(anna, old, {"seat": 1}).json()["errors"]] == ["seat"]
    assert [*rematch(anna, old, {"seal": "0" * 64}).json()["errors"]] == ["seal"]
    assert not Rematch.objects.exists()


def test_blocked_players_get_no_seat_at_one_table(anna: Any, bert: Any) -> None:
    old = finished(anna, bert)
    rematch(anna, old)
    assert anna.raw("PUT", f"/me/blocks/{bert.id}", b"").status_code in (200, 201, 204)

    assert refused(rematch(bert, old)) == (403, "seat_refused")


@pytest.mark.parametrize("rated", [True, False])
def test_a_rematch_is_rated_as_the_game_was(anna: Any, bert: Any, *, rated: bool) -> None:
    old = finished(anna.upgrade(), bert.upgrade(), rated=rated)

    assert rematch(anna, old).json()["terms"]["rated"] == rated
