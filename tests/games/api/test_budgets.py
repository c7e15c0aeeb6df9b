"""Rulesets that would cost too much: listed directly, or refused before a game of theirs opens. Over HTTP."""

from copy import deepcopy
from typing import Any

import pytest

from games import store
from games.models import Game
from games.rules import variants
from games.rules.variants import Variant
from games.sandbox.document import parts_of
from games.sandbox.validate import variant_of
from games.services import authoring, drafts, opening
from games.store import check_jobs
from tests.games.api.variants.test_custom_rulesets import check

pytestmark = pytest.mark.usefixtures("rules")

RANKS = "4 5 6 7 8 9 T J Q K"


def together() -> dict[str, Any]:
    """Return a ruleset with ten options: with all of them on, any hand may be laid in one move after the word."""
    options = {
        f"with_{rank.lower()}": {
            "default": False, "paragraph": "A-1",
            "values": {"off": {}, "on": {"out": {"+together": rank}}},
        } for rank in RANKS.split()
    }  # fmt: skip
    return {
        "key": "all-at-once", "name": "All at once", "players": {"least": 2, "most": 2},
        "deck": {"ranks": RANKS, "count": {"2": 1}}, "deal": {"size": {"2": 17}}, "wild": {"plain": "any"},
        "say": {"left_one": True, "words": [{"word": "mau"}]},
        "out": {"together": "4S", "together_word": "mau"}, "options": options,
    }  # fmt: skip


def publish(caller: Any, ruleset: dict[str, Any]) -> Any:
    """Publish what a worker has checked within this hour: so its thousand deals are not played here."""
    sent = {"ruleset": ruleset}
    made = check_jobs.add(caller.id, sent, base=None, deals=authoring.DEALS)
    check_jobs.take()
    check_jobs.close(made, {"passed": True, "hash": variant_of(parts_of(sent, None)).hash})
    return caller.post("/variants", sent)


def test_a_hand_that_may_be_laid_whole_is_listed_directly(anna: Any, bert: Any) -> None:
    """It was listed through each of its 65,536 subsets: 67 seconds a look."""
    published = publish(anna, together())
    assert published.status_code == 201, published.content
    on = dict.fromkeys(together()["options"], True)
    game = anna.opens(variant="all-at-once", options=on)["id"]
    assert bert.post(f"/games/{game}/seats", {}).status_code in {200, 201}
    callers = [anna, bert]
    for _ in range(2):
        table = anna.table(game)
        caller = callers[table["on_turn"]]
        said = next(move for move in caller.table(game)["you"]["moves"] if move.endswith("!"))
        assert caller.moves(game, said, table["turn"]).status_code == 201

    moves = callers[anna.table(game)["on_turn"]].table(game)["you"]["moves"]
    whole = {move.partition("!")[0] for move in moves if move.count("+") == 15}

    assert len(whole) == 16 * 15


DEAR: dict[str, Any] = {
    "key": "dear-game", "name": "Dear", "players": {"least": 2, "most": 4}, "deal": {"size": {"2": 4}},
    "deck": {"ranks": "2 3 4 5 6 7 8 9 T J Q K A", "count": {"2": 2}},
    "options": {
        "chosen": {"default": False, "paragraph": "A-1", "values": {
            "off": {}, "on": {"strike": {"s": {"cards": "any", "amount": 1, "at": "chosen"}}}}},
        "named": {"default": "no", "paragraph": "A-2", "values": {
            "no": {}, "suit": {"wild": {"suit": "any"}}, "rank": {"wild": {"rank": "any"}}}},
        "grouped": {"default": False, "paragraph": "A-3", "values": {"off": {}, "on": {"group": {"cards": "any"}}}},
    },
}  # fmt: skip
"""Each option alone is cheap, as is each pair of them but one."""


def test_options_that_are_cheap_alone_and_dear_together_are_found(anna: Any) -> None:
    report = check(anna, ruleset=DEAR)

    assert [fault["place"] for fault in report["faults"]] == ["options"]
    assert "named = rank, grouped = on" in report["faults"][0]["why"]


def test_a_table_that_would_cost_too_much_is_refused_before_it_opens(anna: Any) -> None:
    """As where the bounds have become narrower since the ruleset was published."""
    store.keep(variant := Variant(variants.publish(deepcopy(DEAR), "", [])))
    wish = {"ruleset": variant.hash, "seats": 4, "options": {"named": "rank", "grouped": True}}
    before = Game.objects.count()

    answer = anna.post("/games", wish)

    assert answer.status_code == 422
    assert "moves could be open at once" in str(answer.json()["errors"])
    assert Game.objects.count() == before
    assert anna.post("/games", {**wish, "options": {"grouped": True}}).status_code == 201


def test_a_listing_beyond_its_budget_is_a_problem(anna: Any, bert: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a game that is older than the bounds."""
    blind = {"blind": {"on": True}, "wild": {"rank": "any"}, "deal": {"size": {"2": 20}}}
    say = {"say": {"left_one": True, "words": [{"word": "mau"}], "needless": "fined", "needless_fine": 1}}
    store.keep(variant := Variant(variants.publish({**DEAR, **blind, **say, "options": {}}, "", [])))
    monkeypatch.setattr(opening, "check_bounds", lambda _: None)
    game = anna.post("/games", {"ruleset": variant.hash, "seats": 2}).json()["id"]
    bert.post(f"/games/{game}/seats", {})

    answers = [one.get(f"/games/{game}") for one in (anna, bert)]

    refused = next(one for one in answers if one.status_code != 200)
    assert (refused.status_code, refused.json()["code"]) == (422, "too_much_work")


def test_a_move_beyond_its_budget_stores_nothing(anna: Any, bert: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = anna.opens(variant="puque", seats=2)["id"]
    bert.post(f"/games/{game}/seats", {})
    before, callers = anna.table(game), [anna, bert]
    monkeypatch.setattr(drafts, "MOST_EVENTS", 0)
    move = callers[before["on_turn"]].table(game)["you"]["moves"][0]

    answer = callers[before["on_turn"]].moves(game, move, before["turn"])

    assert (answer.status_code, answer.json()["code"]) == (422, "too_much_work")
    assert anna.table(game)["version"] == before["version"]
