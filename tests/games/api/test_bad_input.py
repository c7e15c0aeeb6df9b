"""Every field of every endpoint with everything that it must not be: a 4xx that names it, and an unchanged log."""

import json
from typing import Any

import pytest

from base.identifiers import uuid7
from games.models import Event, Game, MoveKey
from players.models import RequestKey

CONTROL = ["a\x00b", "7S\n", "\x1b[31m", "\x7f", "\x85"]
NO_TEXT: list[Any] = [1, 1.5, True, [], {}, ["7S"], {"a": 1}]
NO_NUMBER: list[Any] = ["1", 1.5, 1.0, True, [], {}, -1, 2**31, 2**53 - 1]
NO_CHOICE: list[Any] = [*NO_TEXT, *CONTROL, "", "x" * 60_000, "DAILY", "é"]
NO_FLAG: list[Any] = [0, 1, "true", "", [], {}]
LONG = "x" * 60_000

GAME: dict[str, Any] = {"variant": "mau_mau", "seats": 3}
NO_SEAL = [*NO_TEXT, *CONTROL, "", "0" * 63, "0" * 65, "A" * 64, "g" * 64, LONG]
REQUESTS: dict[str, list[Any]] = {
    "variant": [*NO_TEXT, *CONTROL, "", "poker", "MAU_MAU", LONG, "../mau_mau"],
    "seats": [None, *NO_NUMBER, 0, 1, 11, 15, 16, 100],
    "options": [1, "a", [], ["a"], {str(n): True for n in range(65)}],
    "bots": [1, "clever", {}, {"0": "clever"}, [None], [1], ["god"], ["clever\x00"], ["clever"] * 3,
             ["novice"] * 99],
    "clock": [1, True, [], {}, "", "weekly", "DAILY", "daily\x00", LONG,
              {"turn": 60}, {"turn": 60, "bank": 0, "x": 1}, {"turn": 0, "bank": 0}, {"turn": "60", "bank": 0},
              {"turn": 60, "bank": -1}, {"turn": 2**53 - 1, "bank": 0}, {"turn": 1.5, "bank": 0},
              {"turn": True, "bank": 0}, {"preset": None}, {"preset": "weekly"}, {"preset": "custom"},
              {"preset": "daily", "turn": 60}, {"preset": "daily", "turn": 60, "bank": 0},
              {"preset": "none", "turn": 60, "bank": 0}],
    "absence": NO_CHOICE,
    "visibility": NO_CHOICE,
    "rated": NO_FLAG,
    "sealed": NO_FLAG,
    "seal": NO_SEAL,
    "auto_accept": NO_FLAG,
    "bot_pause": [*NO_NUMBER, -1, 121],
    "nonsense": [1],
}  # fmt: skip
MOVES = [None, *NO_TEXT, *CONTROL, "", " ",
         "7", "1S", "S7", "7s", "7S+", "7S >H", "draw draw", "DRAW", "say", "say mau mau",
         "say MAU", "accuse", "accuse x", "accuse 999", "accuse -1", "cut a", "cut 0.5", "name X", "keep 7Z", "7S@",
         "7S@x", "7S@999", "7S>", "7S>XX", "7S~", "7S!!", "JC>H! ", "7S" + "+7S" * 200, LONG, "é", "\u0667S", "TimeUp",
         "__class__", "7S\u200b"]  # fmt: skip


def refused(answer: Any, *statuses: int) -> dict[str, Any]:
    """Check that it is a problem of one of these statuses; return it."""
    assert answer.status_code in (statuses or (422,)), answer.content[:300]
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert {"type", "title", "status", "code", "detail"} <= set(problem)
    assert problem["status"] == answer.status_code
    assert len(answer.content) < 4_000, "a problem does not repeat what came"
    return dict(problem)


def stored() -> tuple[int, ...]:
    return Event.objects.count(), Game.objects.count(), MoveKey.objects.count(), RequestKey.objects.count()


@pytest.mark.parametrize("field", [*REQUESTS])
def test_a_wish_for_a_table(anna: Any, field: str) -> None:
    before = stored()
    for value in REQUESTS[field]:
        problem = refused(anna.post("/games", GAME | {field: value}, Idempotency_Key="k"))
        assert any(name.split(".")[0] == field for name in problem["errors"]), (value, problem)
    assert stored() == before


def test_null_counts_as_left_out(anna: Any) -> None:
    """Generated clients in Kotlin and Dart send a null for each field that is not set."""
    nulls = dict.fromkeys(REQUESTS.keys() - {*GAME, "nonsense"})

    table = anna.post("/games", GAME | nulls | {"ruleset": None, "nonce": None})

    assert table.status_code == 201, table.content
    assert table.json()["terms"] == anna.post("/games", GAME).json()["terms"]
    assert anna.post(f"/games/{table.json()['id']}/moves", {"turn": None, "move": "draw"}).status_code == 428


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"no_such": True}, "options.no_such"),
        ({"sevens": None}, "options.sevens"),
        ({"sevens": 1.5}, "options.sevens"),
        ({"sevens": []}, "options.sevens"),
        ({"sevens": {"a": 1}}, "options.sevens"),
        ({"sevens": {}}, "options.sevens"),
        ({"sevens": {"flag": None}}, "options.sevens"),
        ({"sevens": {"flag": 1}}, "options.sevens"),
        ({"sevens": {"number": True}}, "options.sevens"),
        ({"sevens": {"number": 1.5}}, "options.sevens"),
        ({"sevens": {"choice": ["a"]}}, "options.sevens"),
        ({"sevens": {"choice": "x" * 65}}, "options.sevens"),
        ({"sevens": {"choice": "a\x00"}}, "options.sevens"),
        ({"x" * 65: True}, f"options.{'x' * 64}"),
        ({"sevens": "x" * 65}, "options.sevens"),
        ({"sevens": "a\x00"}, "options.sevens"),
    ],
)
def test_options_are_named(anna: Any, options: dict[str, Any], field: str) -> None:
    assert field in refused(anna.post("/games", GAME | {"options": options}))["errors"]


OTHER_KINDS: list[Any] = [{"choice": "no such value"}, {"number": 2**31}, {"flag": True}, {"flag": True, "number": 1}]


def test_every_option_refuses_what_it_does_not_take(anna: Any, nobody: Any) -> None:
    for variant in nobody.get("/variants").json()["items"]:
        for option in variant["options"]:
            for value in ("no such value", -(2**31), 2**31, 1.5, None, [option["default_value"]], *OTHER_KINDS):
                if value in option["choices"]:
                    continue
                seats = variant["players"]["least"]
                wish = {"variant": variant["key"], "seats": seats, "options": {option["name"]: value}}
                assert f"options.{option['name']}" in refused(anna.post("/games", wish))["errors"], wish


@pytest.mark.parametrize("text", [*NO_TEXT, *CONTROL, "", "x", "0" * 64, "sha256:" + "0" * 64, LONG])
def test_what_is_no_ruleset(anna: Any, text: Any) -> None:
    assert "ruleset" in refused(anna.post("/games", {"ruleset": text, "seats": 2}))["errors"]


def test_rules_are_named_once(anna: Any, nobody: Any) -> None:
    content = nobody.get("/variants/mau_mau").json()["hash"]

    refused(anna.post("/games", {"seats": 2}))
    refused(anna.post("/games", {"seats": 2, "variant": "mau_mau", "ruleset": content}))
    assert refused(anna.post("/games", {"variant": "mau_mau"}))["errors"] == {"seats": ["This field is required."]}


def test_rated_without_a_clock(anna: Any) -> None:
    assert "rated" in refused(anna.post("/games", GAME | {"rated": True, "clock": "none"}))["errors"]


@pytest.mark.parametrize("check", ["", "/check"])
def test_what_is_no_move(duel: str, anna: Any, check: str) -> None:
    before, turn = stored(), anna.table(duel)["turn"]
    for move in MOVES:
        answer = anna.post(f"/games/{duel}/moves{check}", {"turn": turn, "move": move}, Idempotency_Key="k")
        assert "move" in refused(answer)["errors"], move
    assert stored() == before


def test_what_is_no_turn(duel: str, anna: Any) -> None:
    for turn in NO_NUMBER:
        answer = anna.post(f"/games/{duel}/moves", {"turn": turn, "move": "draw"}, Idempotency_Key="k")
        assert "turn" in refused(answer)["errors"], turn


def test_other_turns(duel: str, anna: Any) -> None:
    for turn in {0, 1, 3, 2**31 - 1} - {anna.table(duel)["turn"]}:
        assert refused(anna.moves(duel, "draw", turn), 409)["code"] == "turn_moved_on"


def test_what_is_no_key(duel: str, anna: Any) -> None:
    before, move = stored(), {"turn": anna.table(duel)["turn"], "move": "draw"}
    for key in ("", "x" * 256, "a b", "é", "a\tb"):
        for where, what in (("/moves", move), ("/resignation", {}), ("/seats", {}), ("/bots", {"level": "novice"})):
            answer = anna.post(f"/games/{duel}{where}", what, Idempotency_Key=key)
            assert refused(answer, 400)["code"] == "bad_key", (where, key)
        assert refused(anna.post("/games", GAME, Idempotency_Key=key), 400)["code"] == "bad_key"
    assert stored() == before


@pytest.mark.parametrize("check", ["", "/check"])
def test_a_move_has_no_query(duel: str, anna: Any, check: str) -> None:
    before, move = stored(), {"turn": anna.table(duel)["turn"], "move": "draw"}
    answer = anna.post(f"/games/{duel}/moves{check}?dry_run=true", move, Idempotency_Key="k")
    assert refused(answer)["errors"] == {"dry_run": ["There is no such parameter."]}
    assert stored() == before


SEATS: dict[str, list[Any]] = {
    "seat": [*NO_NUMBER, 15],
    "nonce": [*NO_TEXT, *CONTROL, "", " ", "a b", "x" * 129, "é", LONG],
    "seal": NO_SEAL,
    "nonsense": [1],
}


@pytest.mark.parametrize("sent", [{}, {"nonce": "x", "seal": "0" * 64}, *({"seal": one} for one in NO_SEAL), {"x": 1}])
def test_what_is_no_answer_to_a_sealed_table(anna: Any, sent: dict[str, Any]) -> None:
    game = anna.opens(sealed=True, seal="0" * 64)["id"]
    before = stored()

    assert refused(anna.post(f"/games/{game}/nonces", sent))["errors"].keys() & {"nonce", "seal", "x"}

    assert stored() == before


@pytest.mark.parametrize("field", [*SEATS])
def test_what_is_no_seat(anna: Any, bert: Any, field: str) -> None:
    game = anna.opens()["id"]
    before = stored()
    for value in SEATS[field]:
        answer = bert.post(f"/games/{game}/seats", {field: value}, Idempotency_Key="k")
        assert field in refused(answer)["errors"], value
    assert stored() == before


def test_what_is_no_bot(anna: Any) -> None:
    game = anna.opens(seats=3)["id"]
    before = stored()
    for level in [None, *NO_CHOICE, "god", "expert "]:
        assert "level" in refused(anna.post(f"/games/{game}/bots", {"level": level}))["errors"], level
    assert stored() == before


@pytest.mark.parametrize("query", [
    "after=-1", "after=x", "after=1.5", "after=", "after=99999999999", "after=%D9%A1", "limit=0", "limit=101",
    "cursor=x", "cursor=-1", "cursor=", "limit=x", "limit=", "wait=26", "wait=-1", "wait=x", "wait=1.5",
    "wait=", "wait=" + "9" * 30,
    "after=1&after=x"])  # fmt: skip
def test_what_is_no_stretch_of_the_feed(duel: str, anna: Any, query: str) -> None:
    name = query.partition("=")[0]
    assert name in refused(anna.get(f"/games/{duel}/events?{query}"))["errors"]


@pytest.mark.parametrize("query", [
    "status=over", "status=", "variant=poker", "variant=", "limit=0", "limit=101", "cursor=x", "cursor=%F0%9F%98%80",
    "cursor=" + "a" * 2_000, "cursor=WyJhIl0", "limit=%D9%A1"])  # fmt: skip
def test_what_is_no_lobby(anna: Any, query: str) -> None:
    refused(anna.get(f"/games?{query}"), 400, 422)


@pytest.mark.parametrize("query", [
    "awaiting=you", "awaiting=", "limit=0", "limit=x", "cursor=x", "cursor=" + "a" * 2_000, "cursor=bmV2ZXIgeA",
    "cursor=MjAyNi0wMS0wMSAwMTk3NWUwYy03YzFlLTdhNTItOWQwNC0wYzNkNWYxZTJhNDc", "cursor=%F0%9F%98%80"])  # fmt: skip
def test_what_is_no_list_of_own_games(anna: Any, query: str) -> None:
    refused(anna.get(f"/me/games?{query}"), 400, 422)


def test_a_cursor_of_another_list(anna: Any) -> None:
    for _ in range(2):
        anna.opens()
    cursor = anna.get("/me/games?limit=1").json()["next_cursor"]

    refused(anna.get(f"/games?cursor={cursor}"), 400)


READ = ["/games/{}", "/games/{}/events", "/games", "/me/games", "/variants", "/variants/mau_mau", "/meta"]
DONE = ["/games", "/games/{}/moves", "/games/{}/seats", "/games/{}/bots", "/games/{}/start", "/games/{}/resignation"]


@pytest.mark.parametrize(("method", "path"), [*(("GET", one) for one in READ), *(("POST", one) for one in DONE)])
def test_unknown_query_parameters_are_named(duel: str, anna: Any, method: str, path: str) -> None:
    before = stored()
    for query, name in (("nonsense=1", "nonsense"), ("nonsense", "nonsense"), ("a%1Bb=1", "a?b"), ("Limit=1", "Limit")):
        body = b"{}" if method == "POST" else b""
        problem = refused(anna.raw(method, f"{path.format(duel)}?{query}", body, Idempotency_Key="k"))
        assert problem["errors"] == {name: ["There is no such parameter."]}
    refused(anna.raw(method, f"{path.format(duel)}?{'x' * 3_000}=1&" + "&".join(f"y{n}=1" for n in range(99)), b""))
    assert stored() == before


def test_query_parameters_are_said_once(duel: str, anna: Any) -> None:
    assert refused(anna.get(f"/games/{duel}/events?after=x&after=1"))["errors"] == {"after": ["Send it only once."]}
    assert refused(anna.get("/games?limit=1&limit=2"))["errors"] == {"limit": ["Send it only once."]}
    assert "cursor" in refused(anna.get(f"/games/{duel}/events?after=1&cursor=1"))["errors"]


@pytest.mark.parametrize(("name", "shown"), [
    ("x" * 60_000, "x" * 64), ("x" * 65, "x" * 64), ("a\x1b[31m", "a?[31m"), ("a\n", "a?"), ("\u202ea", "?a"),
    ("\x85", "?"),
])  # fmt: skip
def test_the_name_of_an_option_is_told_in_bounds(anna: Any, name: str, shown: str) -> None:
    answer = anna.post("/games", GAME | {"options": {name: True}})

    assert [*refused(answer)["errors"]] == [f"options.{shown}"]
    assert len(answer.content) < 500
    assert answer.content.decode().isprintable()


BODIES = [
    (b"{", 400), (b"[]", 400), (b'"a"', 400), (b"null", 400), (b"\xff\xfe", 400), (b'{"a": 1, "a": 2}', 400),
    (b'{"seats": NaN}', 400), (b'{"seats": 1e400}', 400), (b'{"seats": ' + b"9" * 400 + b"}", 400),
    (b'{"a": ' * 200 + b"1" + b"}" * 200, 400), (b"[" * 60_000, 400), (b'{"variant": "\\ud800"}', 400),
    (b" " * 70_000, 413), (b'{"a": "' + b"x" * 70_000 + b'"}', 413),
]  # fmt: skip


@pytest.mark.parametrize("where", ["/games", "/games/{}/moves", "/games/{}/seats", "/games/{}/bots", "/games/{}/start",
                                   "/games/{}/resignation", "/games/{}/moves/check"])  # fmt: skip
def test_broken_bodies(duel: str, anna: Any, where: str) -> None:
    before = stored()
    for body, status in BODIES:
        refused(anna.raw("POST", where.format(duel), body, Idempotency_Key="k"), status)
    headers = {"Authorization": f"Bearer {anna.tokens['access']}"}
    form = anna.http.generic(
        "POST", f"/api/v1{where.format(duel)}", b"a=1", "application/x-www-form-urlencoded", headers=headers
    )
    refused(form, 415)
    assert stored() == before


PATHS = ["", "/seats", "/seats/me", "/bots", "/start", "/moves", "/moves/check", "/resignation", "/events"]


@pytest.mark.parametrize("path", PATHS)
def test_ids_that_are_none(anna: Any, path: str) -> None:
    for game in ("1", "x", "0" * 32, "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a4", "%00", "..", "é", "null", "x" * 500):
        for method in ("GET", "POST", "DELETE"):
            answer = anna.raw(method, f"/games/{game}{path}", b"{}" if method == "POST" else b"")
            refused(answer, 400 if game == "%00" else 404)


@pytest.mark.parametrize("path", PATHS)
def test_a_game_that_there_is_not(anna: Any, path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        refused(anna.raw(method, f"/games/{uuid7()}{path}", b"{}" if method == "POST" else b""), 404, 405)


@pytest.mark.parametrize("path", [*(f"/games/{{}}{path}" for path in PATHS), "/games", "/me/games", "/variants",
                                  "/variants/mau_mau", "/meta", "/healthz", "/readyz"])  # fmt: skip
def test_wrong_methods(duel: str, anna: Any, path: str) -> None:
    allowed = {
        "/moves": "POST",
        "/moves/check": "POST",
        "/seats": "POST",
        "/bots": "POST",
        "/start": "POST",
        "/resignation": "POST",
        "/seats/me": "DELETE",
    }
    ending = path.removeprefix("/games/{}")
    taken = {"GET", "POST"} if path in ("/games", "/variants") else {allowed.get(ending, "GET")}
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "NONSENSE"} - taken:
        answer = anna.raw(method, path.format(duel), b"{}" if method in ("POST", "PUT", "PATCH") else b"")
        assert answer.status_code == 405, (method, answer.content)


def test_an_answer_that_nobody_can_give(duel: str, anna: Any) -> None:
    for path in ("", "/events"):
        refused(anna.get(f"/games/{duel}{path}", Accept="text/html"), 406)


def test_a_problem_is_json_also_for_who_reads_lines(duel: str, anna: Any) -> None:
    answer = anna.get(f"/games/{duel}/events?limit=0", Accept="application/x-ndjson")

    assert json.loads(answer.content)["errors"] == {"limit": ["Send a number from 1 to 100."]}
