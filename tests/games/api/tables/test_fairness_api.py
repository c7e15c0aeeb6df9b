import json
import re
from typing import Any, Final

from games.rules.fairness import commit
from tests.games.api.tables.test_feed import play
from tests.games.fairness.checking import faults

ACT: Final = {"act", "kind", "version", "count", "input", "outcome", "seat"}


def fairness(caller: Any, game: str) -> dict[str, Any]:
    answer = caller.get(f"/games/{game}/fairness")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def test_before_anybody_else_sits_down_the_seed_is_committed(anna: Any, bert: Any) -> None:
    game = anna.opens(seats=3)["id"]
    bert.post(f"/games/{game}/seats", {"nonce": "tulip", "seat": 2})

    proof = fairness(bert, game)

    assert (proof["game"], proof["status"], proof["seed"], proof["acts"]) == (game, "waiting", None, [])
    assert re.fullmatch("[0-9a-f]{64}", proof["commitment"])
    assert proof["nonces"] == [proof["nonces"][0], None, "tulip"]
    bert.delete(f"/games/{game}/seats/me")
    assert fairness(anna, game)["nonces"] == [proof["nonces"][0], None, None]


def test_while_it_runs_acts_are_counted_and_no_order_is_told(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    play(duel, anna, bert, moves=4)
    proofs = [fairness(who, duel) for who in (anna, bert, stranger)]

    assert proofs[0] == proofs[1] == proofs[2]
    assert proofs[0]["seed"] is None
    lot, shuffle = proofs[0]["acts"][:2]
    assert {*lot} == {*shuffle} == ACT
    assert (lot["kind"], lot["count"], lot["input"], lot["seat"] in (0, 1)) == ("lot", 2, None, True)
    assert (shuffle["kind"], shuffle["count"], shuffle["input"], shuffle["outcome"]) == ("shuffle", 32, None, None)
    assert not re.search(r'"[2-9TJQKA][SHDC]"', json.dumps(proofs))


def test_no_nonce_is_empty_whoever_gives_it(anna: Any, bert: Any) -> None:
    game = anna.opens(seats=4, bots=["novice"])["id"]
    assert bert.post(f"/games/{game}/seats", {"nonce": ""}).status_code in (201, 422)
    anna.post(f"/games/{game}/bots", {"level": "clever"})
    if anna.table(game)["status"] == "waiting":
        bert.post(f"/games/{game}/seats", {})

    proof = fairness(anna, game)

    assert all(proof["nonces"])
    assert len({*proof["nonces"]}) == 4


def test_nonces_are_closed_when_the_game_starts(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    before = fairness(anna, duel)["nonces"]

    for caller in (anna, bert, stranger):
        assert caller.post(f"/games/{duel}/seats", {"nonce": "late"}).status_code == 409
        assert caller.delete(f"/games/{duel}/seats/me").status_code == 409

    assert fairness(anna, duel)["nonces"] == before


def test_when_it_is_over_everybody_can_check_it(anna: Any, bert: Any, stranger: Any) -> None:
    game = anna.opens(seats=3)["id"]
    bert.post(f"/games/{game}/seats", {"nonce": "tulip-7", "seat": 2})
    stranger.post(f"/games/{game}/seats", {})
    play(game, anna, stranger, bert, moves=6)
    for loser in (anna, bert):
        loser.post(f"/games/{game}/resignation", {})
    assert anna.table(game)["status"] == "over"

    proof = fairness(stranger, game)

    opened = anna.feed(game)[0]["data"]
    committed = commit(proof["seed"], game=game, ruleset=opened["ruleset"], seats=3)
    assert (opened["game"], committed) == (game, proof["commitment"])
    assert [act["act"] for act in proof["acts"]] == [*range(1, len(proof["acts"]) + 1)]
    assert "resigned-hand" in {act["kind"] for act in proof["acts"]}
    feed = anna.feed(game)
    assert faults(proof, feed) == []
    drawn = next(event for event in feed if "cards_count" in event["data"])
    drawn["data"]["cards_count"] += 1
    assert "is not the number of cards" in faults(proof, feed)[0]
    answer = anna.get(f"/games/{game}/fairness")
    assert anna.get(f"/games/{game}/fairness", If_None_Match=answer.headers["ETag"]).status_code == 304


def test_a_proof_that_one_has_is_not_sent_again(duel: str, anna: Any, bert: Any) -> None:
    path = f"/games/{duel}/fairness"
    had = anna.get(path).headers["ETag"]

    assert anna.get(path, If_None_Match=had).status_code == 304
    play(duel, anna, bert, moves=1)
    assert anna.get(path, If_None_Match=had).status_code == 200
