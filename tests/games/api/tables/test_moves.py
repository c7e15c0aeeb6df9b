from typing import Any
from uuid import UUID

import pytest

from base.identifiers import uuid7
from games.log.read import read
from games.models import Game


def on_turn(game: str, *callers: Any) -> tuple[Any, dict[str, Any]]:
    """Return who must act, and his table."""
    table = callers[0].table(game)
    caller = callers[table["on_turn"]]
    return caller, caller.table(game)


def test_a_move(duel: str, anna: Any, bert: Any) -> None:
    caller, table = on_turn(duel, anna, bert)

    answer = caller.moves(duel, table["you"]["moves"][0], table["turn"])

    assert answer.status_code == 201, answer.content
    made = answer.json()
    assert [event["version"] for event in made["events"]] == [
        *range(table["version"] + 1, made["table"]["version"] + 1)
    ]
    assert made["events"][0]["turn"] == table["turn"]
    assert made["events"][-1]["hash"] == made["table"]["head"]
    fresh = caller.table(duel)
    assert made["table"] | {"server_time": 0} == fresh | {"server_time": 0}
    assert caller.get(f"/games/{duel}", If_None_Match=answer.headers["ETag"]).status_code == 304


def test_a_word_that_changes_nothing_is_accepted_and_not_recorded(anna: Any, bert: Any) -> None:
    """K-94: where the server says every word, a client that says its own is not refused."""
    game = str(anna.opens(options={"announce": "auto"})["id"])
    assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    before = anna.table(game)

    answers = [one.moves(game, "say mau", before["turn"], key="k") for one in (anna, bert, anna)]

    assert [answer.status_code for answer in answers] == [201, 201, 201]
    told = answers[0].json()
    assert told["events"] == []
    assert told["table"] | {"server_time": 0} == before | {"server_time": 0}
    assert (told["receipt"]["version"], told["receipt"]["head"]) == (before["version"], before["head"])


def test_a_retry_gets_the_first_answer(duel: str, anna: Any, bert: Any) -> None:
    caller, table = on_turn(duel, anna, bert)
    move = table["you"]["moves"][0]
    first = caller.moves(duel, move, table["turn"], key="k")
    other, later = on_turn(duel, anna, bert)
    assert other.moves(duel, later["you"]["moves"][0], later["turn"]).status_code == 201

    again = caller.moves(duel, move, table["turn"], key="k")

    assert again.status_code == 201
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    told, repeated = first.json(), again.json()
    told["table"]["server_time"] = repeated["table"]["server_time"] = ""
    assert told == repeated


def test_a_key_with_another_move(duel: str, anna: Any, bert: Any) -> None:
    caller, table = on_turn(duel, anna, bert)
    assert caller.moves(duel, table["you"]["moves"][0], table["turn"], key="k").status_code == 201

    answer = caller.moves(duel, "pass", table["turn"] + 5, key="k")

    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")


def test_an_old_turn_gets_the_fresh_table(duel: str, anna: Any, bert: Any) -> None:
    caller, table = on_turn(duel, anna, bert)

    answer = caller.moves(duel, table["you"]["moves"][0], table["turn"] - 1)

    assert (answer.status_code, answer.json()["code"]) == (409, "turn_moved_on")
    fresh = answer.json()["table"]
    assert fresh | {"server_time": 0} == table | {"server_time": 0}


def test_an_illegal_move_says_why(duel: str, anna: Any, bert: Any) -> None:
    caller, table = on_turn(duel, anna, bert)

    answer = caller.moves(duel, "accept", table["turn"])

    problem = answer.json()
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (problem["code"], problem["reason"], problem["moves"]) == (
        "illegal_move", "nothing_due", table["you"]["moves"])  # fmt: skip
    assert problem["paragraph"]
    assert caller.table(duel)["version"] == table["version"]


def test_a_refusal_is_in_the_language_of_the_profile(duel: str, anna: Any, bert: Any) -> None:
    caller, table = on_turn(duel, anna, bert)
    for send in (caller.moves, caller.checks):
        said = {}
        for locale in ("en", "de", "pt-BR", "sv"):
            caller.speaks(locale)
            said[locale] = send(duel, "accept", table["turn"]).json()["detail"]

        assert said == {
            "en": "There is nothing to accept.",
            "de": "Es gibt nichts hinzunehmen.",
            "pt-BR": "Não há nada a aceitar.",
            "sv": "There is nothing to accept.",
        }


def test_a_refusal_points_to_an_example(duel: str, anna: Any, bert: Any, nobody: Any) -> None:
    caller, table = on_turn(duel, anna, bert)
    answer = caller.moves(duel, "pass", table["turn"]).json()

    address, _, slug = answer["example"].partition("#")

    examples = nobody.get(address.removeprefix("/api/v1")).json()["items"]
    (example,) = [example for example in examples if example["id"] == slug]
    assert answer["paragraph"] in example["proves"]


def test_a_refusal_binds_no_key(duel: str, anna: Any, bert: Any) -> None:
    caller, table = on_turn(duel, anna, bert)
    assert caller.moves(duel, "accept", table["turn"], key="k").status_code == 422

    assert caller.moves(duel, table["you"]["moves"][0], table["turn"], key="k").status_code == 201


def test_without_turn_or_key_is_428(duel: str, anna: Any, bert: Any) -> None:
    caller, table = on_turn(duel, anna, bert)
    move = table["you"]["moves"][0]

    no_key = caller.post(f"/games/{duel}/moves", {"turn": table["turn"], "move": move})
    no_turn = caller.post(f"/games/{duel}/moves", {"move": move}, Idempotency_Key="k")

    assert (no_key.status_code, no_key.json()["code"]) == (428, "key_required")
    assert (no_turn.status_code, no_turn.json()["code"]) == (428, "turn_required")


def test_other_seats_and_strangers(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    caller, table = on_turn(duel, anna, bert)
    other = bert if caller is anna else anna

    theirs = other.moves(duel, "draw", table["turn"])

    assert (theirs.status_code, theirs.json()["reason"]) == (422, "not_your_turn")
    answer = stranger.moves(duel, "draw", table["turn"])
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")


@pytest.mark.parametrize("legal", [True, False])
def test_a_check_stores_nothing(duel: str, anna: Any, bert: Any, legal: bool) -> None:  # noqa: FBT001
    caller, table = on_turn(duel, anna, bert)
    before = read(UUID(duel))
    move = table["you"]["moves"][0] if legal else "accept"

    answer = caller.checks(duel, move, table["turn"], Idempotency_Key="k")

    if legal:
        assert (answer.status_code, answer.json()) == (200, {"legal": True})
    else:
        assert answer.json() == caller.moves(duel, move, table["turn"]).json()
    assert read(UUID(duel)) == before
    real = caller.moves(duel, table["you"]["moves"][0], table["turn"], key="k")
    assert (real.status_code, "Idempotency-Replayed" in real.headers) == (201, False)


def test_a_check_is_refused_as_the_move_is(duel: str, anna: Any, bert: Any, stranger: Any, nobody: Any) -> None:
    caller, table = on_turn(duel, anna, bert)
    other, turn = bert if caller is anna else anna, table["turn"]
    codes: list[str] = []

    def refuse(who: Any, body: dict[str, Any], game: str = duel) -> None:
        where = f"/games/{game}/moves"
        checked, made = who.post(f"{where}/check", body), who.post(where, body, Idempotency_Key=str(len(codes)))
        problems = [answer.json() for answer in (checked, made)]
        for problem in problems:
            problem.get("table", {})["server_time"] = 0
        assert (checked.status_code, problems[0]) == (made.status_code, problems[1])
        codes.append(problems[0].get("reason") or problems[0]["code"])

    # Each request has the fault of the next one, too, so the codes are in the order of the checks.
    refuse(nobody, {"turn": -1, "move": "?"}, str(uuid7()))
    refuse(stranger, {"turn": -1, "move": "?"}, str(uuid7()))
    refuse(stranger, {"turn": -1, "move": "?"})
    refuse(stranger, {"move": "draw"})
    refuse(stranger, {"turn": turn + 1, "move": "?"})
    refuse(other, {"turn": turn + 1, "move": "?"})
    refuse(other, {"turn": turn + 1, "move": "accept"})
    refuse(other, {"turn": turn, "move": "accept"})
    refuse(caller, {"turn": turn, "move": "accept"})
    assert anna.post(f"/games/{duel}/resignation", {}).status_code == 201
    refuse(stranger, {"turn": turn + 1, "move": "draw"})
    refuse(caller, {"turn": turn + 1, "move": "draw"})

    assert codes == ["not_authenticated", "not_found", "invalid_fields", "turn_required", "not_seated",
                     "invalid_fields", "turn_moved_on", "not_your_turn", "nothing_due", "game_over",
                     "game_over"]  # fmt: skip


def test_every_listed_move_is_legal(duel: str, anna: Any, bert: Any) -> None:
    for _ in range(6):
        caller, table = on_turn(duel, anna, bert)
        for move in table["you"]["moves"]:
            answer = caller.checks(duel, move, table["turn"])
            assert answer.json() == {"legal": True}, move
        assert caller.moves(duel, table["you"]["moves"][-1], table["turn"]).status_code == 201


def test_a_resignation_ends_a_duel(duel: str, anna: Any, bert: Any) -> None:
    answer = anna.post(f"/games/{duel}/resignation", {}, Idempotency_Key="r")

    table = answer.json()["table"]
    assert (answer.status_code, table["status"], table["result"]["winners"]) == (201, "over", [1])
    again = anna.post(f"/games/{duel}/resignation", {}, Idempotency_Key="r")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    late = bert.moves(duel, "draw", table["turn"])
    assert (late.status_code, late.json()["code"]) == (409, "game_over")


def test_who_has_gone_out_has_nothing_to_give_up_and_keeps_the_place(anna: Any, bert: Any, stranger: Any) -> None:
    people = (anna, bert, stranger)
    game = str(anna.opens(variant="prsi", options={"play_on": True}, seats=3)["id"])
    for one in people[1:]:
        assert one.post(f"/games/{game}/seats", {}).status_code == 201
    shown = anna.table(game)
    assert shown["you"]["resignation"]["kind"] == "resign"
    while not any(seat["out"] for seat in shown["seats"]):
        table = people[shown["on_turn"]].table(game)
        shown = people[shown["on_turn"]].moves(game, table["you"]["moves"][0], table["turn"]).json()["table"]

    first = next(seat["seat"] for seat in shown["seats"] if seat["out"])
    assert people[first].table(game)["you"]["resignation"] is None
    assert people[first].post(f"/games/{game}/resignation", {}).status_code == 201
    other = people[(first + 1) % 3].post(f"/games/{game}/resignation", {}).json()["table"]

    assert (other["status"], other["result"]["winners"], other["result"]["places"][first]) == ("over", [first], 1)
    assert other["result"]["places"][(first + 1) % 3] == 3


def test_a_move_that_comes_too_late(duel: str, anna: Any, bert: Any) -> None:
    caller, table = on_turn(duel, anna, bert)
    Game.objects.filter(id=duel).update(turn_began="2026-01-01T00:00:00Z", deadline="2026-01-02T00:00:00Z")
    before = read(UUID(duel))
    move = table["you"]["moves"][0]

    checked = caller.checks(duel, move, table["turn"])
    assert (checked.status_code, checked.json()["code"], read(UUID(duel))) == (409, "time_is_up", before)

    late = caller.moves(duel, move, table["turn"], key="k")
    assert (late.status_code, late.json()["code"]) == (409, "time_is_up")
    assert "time-ran-out" in {event.type for event in read(UUID(duel))[len(before) :]}
    fresh = caller.table(duel)
    assert late.json()["table"] | {"server_time": 0} == fresh | {"server_time": 0}
    assert fresh["turn"] > table["turn"]
