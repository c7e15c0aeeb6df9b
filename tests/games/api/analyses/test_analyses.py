"""What the expert would have done: ordered once, found decision by decision, and shown to whoever may see the game."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final
from uuid import UUID

import pytest

from base.identifiers import uuid7
from games import thinking
from games.bots.analysis import Valued
from games.bots.memory import Memory
from games.bots.samples import Interval
from games.db import rows
from games.rules.commands import Move
from games.rules.observation import Observation
from games.services import analyses, erasures
from games.services.analyses import decisions
from games.store import analyses as kept
from games.store.jobs import MOST_OPEN
from players.erasure import erase
from tests.games.api.conftest import Caller

MOVES: Final = 6
DEALS: Final = 2
_LATER: Final = "UPDATE analysis SET due_at = clock_timestamp() WHERE status = 'running'"


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "DEALS", DEALS)


@pytest.fixture(scope="module", autouse=True)
def no_child_stays() -> Iterator[None]:
    yield
    thinking.end()


def played(both: tuple[Caller, Caller], **asked: Any) -> str:
    """Return a game of two in which each played some cards, and then one gave up."""
    anna, bert = both
    game = str(anna.opens(**asked)["id"])
    if asked.get("visibility") == "private":
        link = anna.post(f"/games/{game}/invitations", {}).json()["code"]
        assert bert.post(f"/invitations/{link}/accept", {}).status_code == 201
    else:
        assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    for _ in range(MOVES):
        seat = anna.table(game)["on_turn"]
        table = both[seat].table(game)
        move = {"turn": table["turn"], "move": table["you"]["moves"][0]}
        answer = both[seat].post(f"/games/{game}/moves", move, Idempotency_Key=str(uuid7()))
        assert answer.status_code == 201, answer.content
    assert bert.post(f"/games/{game}/resignation", Idempotency_Key=str(uuid7())).status_code == 201
    return game


@pytest.fixture
def over(anna: Caller, bert: Caller) -> str:
    return played((anna, bert))


def order(caller: Caller, game: str, **headers: str) -> dict[str, Any]:
    answer = caller.post(f"/games/{game}/analysis", {}, **headers)
    assert answer.status_code == 202, answer.content
    return dict(answer.json())


def shown(caller: Caller, game: str, query: str = "", **headers: str) -> dict[str, Any]:
    answer = caller.get(f"/games/{game}/analysis{query}", **headers)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def finish() -> None:
    assert analyses.run_next()
    while analyses.run_next():
        pass


def test_each_decision_of_a_game_that_is_over_gets_its_best_moves(over: str, anna: Caller, nobody: Caller) -> None:
    assert shown(nobody, over) == {
        "status": "none", "deals": None, "total": None, "done": 0, "left_out": 0, "decisions": [], "created_at": None,
    }  # fmt: skip
    assert (asked := order(anna, over))["status"] == "waiting"
    assert order(anna, over) == asked

    finish()

    found = shown(nobody, over)
    assert (found["status"], found["deals"], found["left_out"]) == ("done", DEALS, 0)
    every = found["decisions"]
    assert 0 < len(every) == found["total"] == found["done"] <= MOVES
    feed = {one["version"]: one for one in anna.feed(over)}
    for one in every:
        assert feed[one["version"]]["command"].startswith(f"{one['seat']} ")
        assert 0 <= one["value"] <= 1
        assert one["by_clock"] is False
        assert one["played"]["label"]
        values = [each["value"] for each in one["best"]]
        assert 1 <= len(values) <= analyses.BEST
        assert values == sorted(values, reverse=True)
        assert one["value"] <= values[0]
        assert one["interval"]["low"] <= one["value"] <= one["interval"]["high"]
        assert all(each["interval"]["low"] <= each["value"] <= each["interval"]["high"] for each in one["best"])
        assert one["worse"] is False, "two deals show nothing"
        own = [each for each in one["best"] if each["played"]]
        assert [each["move"] for each in own] in ([], [one["played"]])
    assert shown(nobody, over, f"?after={every[0]['version']}")["decisions"] == every[1:]
    german = shown(nobody, over, "?lang=de")["decisions"]
    assert german[0]["played"]["notation"] == every[0]["played"]["notation"]
    assert german[0]["played"]["label"] != every[0]["played"]["label"]
    etag = nobody.get(f"/games/{over}/analysis").headers["ETag"]
    assert nobody.get(f"/games/{over}/analysis", If_None_Match=etag).status_code == 304


def test_what_the_expert_calls_worse_is_shown_so(
    over: str, anna: Caller, nobody: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(observation: Observation, _memory: Memory, played: Move, *_: object) -> list[Valued]:
        other = next(move for move in observation.moves if move != played)
        sure, unsure = Interval(0.61, 0.88), Interval(0.2, 0.71)
        return [Valued(other, 0.7512345, sure, is_better=True), Valued(played, 0.4, unsure, is_better=False)]

    monkeypatch.setattr(thinking, "values_apart", found)
    order(anna, over)

    finish()

    for one in shown(nobody, over)["decisions"]:
        assert (one["worse"], one["value"], one["interval"]) == (True, 0.4, {"low": 0.2, "high": 0.71})
        assert [each["interval"] for each in one["best"]] == [{"low": 0.61, "high": 0.88}, one["interval"]]


def test_an_analysis_from_before_there_were_intervals_blames_nobody(over: str, anna: Caller, nobody: Caller) -> None:
    order(anna, over)
    finish()
    before = shown(nobody, over)["decisions"]
    ((moves,),) = rows("SELECT moves FROM analysis")
    old = [
        {
            **{name: value for name, value in move.items() if name not in ("interval", "worse")},
            "best": [{"move": one["move"], "value": one["value"]} for one in move["best"]],
        }
        for move in (json.loads(moves) if isinstance(moves, str) else moves)
    ]
    rows("UPDATE analysis SET moves = %s::json", [json.dumps(old)])

    after = shown(nobody, over)["decisions"]

    assert [one["value"] for one in after] == [one["value"] for one in before]
    assert {(one["interval"], one["worse"]) for one in after} == {(None, False)}
    assert {each["interval"] for one in after for each in one["best"]} == {None}


def test_the_search_gets_what_the_seat_saw_and_no_hidden_card(over: str) -> None:
    for one in decisions(UUID(over)):
        seen = one.observation
        assert seen.viewer == one.memory.viewer == one.game.on_turn
        assert [seat.hand is None for seat in seen.seats] == [seat != seen.viewer for seat in range(2)]
        assert sorted(one.memory.hand) == sorted(seen.hand)
        assert one.played in seen.moves


def test_a_worker_goes_on_where_one_that_was_killed_had_been(
    over: str, anna: Caller, bert: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    order(anna, over)
    finish()
    undisturbed = shown(anna, over)
    rows("DELETE FROM analysis")
    order(bert, over)

    real, seen = kept.note, list[int]()

    def note_and_die(analysis: UUID, moves: list[Any], *, after: int) -> None:
        real(analysis, moves, after=after)
        seen.append(after)
        raise KeyboardInterrupt

    monkeypatch.setattr(kept, "note", note_and_die)
    for number in range(2):
        with pytest.raises(KeyboardInterrupt):
            analyses.run_next()
        half = shown(anna, over)
        assert (half["status"], half["done"]) == ("running", number + 1)
        assert not analyses.run_next(), "it is not due before its worker must be lost"
        rows(_LATER)
    monkeypatch.setattr(kept, "note", real)
    finish()

    assert seen == [0, 1]
    again = shown(anna, over)
    assert again["decisions"] == undisturbed["decisions"]
    assert again["status"] == "done"


def test_analyses_take_turns_by_author(anna: Caller, bert: Caller) -> None:
    first, second, third = (played((anna, bert)) for _ in range(3))
    order(anna, first)
    order(anna, second)
    order(bert, third)

    for _ in range(3):
        assert analyses.run_next(seconds=0)

    assert [shown(anna, game)["done"] for game in (first, second, third)] == [2, 0, 1]
    while analyses.run_next(seconds=0):
        pass
    assert {shown(anna, game)["status"] for game in (first, second, third)} == {"done"}


def test_what_is_beyond_the_bound_is_left_out(over: str, anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    every = sum(1 for _ in decisions(UUID(over)))
    monkeypatch.setattr(analyses, "MOST_MOVES", 2)
    order(anna, over)

    finish()

    found = shown(anna, over)
    assert (found["total"], found["left_out"], len(found["decisions"])) == (2, every - 2, 2)


def test_a_decision_that_cannot_be_searched_stops_no_other(
    over: str, anna: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "LONGEST_ANALYSIS", -thinking.GRACE + 1e-3)
    order(anna, over)

    finish()

    found = shown(anna, over)
    assert found["status"] == "done"
    every = {(one["value"], one["interval"], one["worse"], len(one["best"])) for one in found["decisions"]}
    assert every == {(None, None, False, 0)}


def test_who_asks_too_often_waits(anna: Caller, bert: Caller, ended: Callable[..., str]) -> None:
    games = [ended() for _ in range(MOST_OPEN + 1)]
    for game in games[:-1]:
        order(anna, game)

    refused = anna.raw("POST", f"/games/{games[-1]}/analysis", b"")

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_analyses")
    assert order(anna, games[0])["status"] == "waiting", "the one that is there is no new one"
    order(bert, games[-1])
    finish()
    assert shown(anna, games[0])["total"] == 0, "nobody had moved there"


def test_nothing_is_analysed_while_the_game_runs(duel: str, anna: Caller) -> None:
    refused = anna.raw("POST", f"/games/{duel}/analysis", b"")

    assert (refused.status_code, refused.json()["code"]) == (409, "not_over")
    assert shown(anna, duel)["status"] == "none"
    assert rows("SELECT FROM analysis") == []


def test_whoever_may_see_a_private_game_may_ask(anna: Caller, bert: Caller, stranger: Caller, nobody: Caller) -> None:
    game = played((anna, bert), visibility="private")
    code = anna.raw("PUT", f"/games/{game}/share", b"").json()["code"]

    for caller, refused in ((stranger, 404), (nobody, 401)):
        for method in ("GET", "POST"):
            assert caller.raw(method, f"/games/{game}/analysis", b"").status_code == refused
    assert nobody.raw("POST", f"/games/{game}/analysis", b"", Share_Code=code).status_code == 401
    assert order(stranger, game, Share_Code=code)["status"] == "waiting"
    assert shown(bert, game)["status"] == shown(nobody, game, Share_Code=code)["status"] == "waiting"


def test_nobody_can_say_any_more_what_an_erased_player_asked_for(over: str, anna: Caller, bert: Caller) -> None:
    order(anna, over)

    erase(UUID(anna.id))
    erasures.erase_next()

    assert rows("SELECT author FROM analysis") == [(None,)]
    finish()
    assert shown(bert, over)["status"] == "done"
