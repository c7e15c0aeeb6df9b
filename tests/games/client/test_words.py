"""Words, charges, ends and rules at a terminal, at real positions: what the menu keeps back, and what is sentences."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.games.client.positions import Position, drawn, offers, sentences
from tests.games.client.scripted_server import serving
from tests.games.client.test_session import sat, sent


def test_a_needless_word_is_in_no_menu_and_a_bare_sign_is_not_sent(tmp_path: Path) -> None:
    position = Position("pesten", hands=["9H TH 4D", "KS KD"], up_card="9C")
    assert "say last" in position.table["you"]["moves"]
    assert offers(position) == ["9H"]
    assert "!" not in drawn(position)
    with serving(position) as server:
        said = sat(server, tmp_path, "1!", "moves", "9h!last")
    assert "No word is due with that move." in said
    assert "9H!knock, " in said
    assert [request.body.get("move") for request in sent(server)] == [None, "9H!last"]
    assert 'You say "last".' in said


def test_a_due_word_is_named_beside_the_play() -> None:
    position = Position("mau_mau_official", hands=["9H TH", "KS KD"], up_card="9C")
    assert '1! says "last", 1 stays silent' in drawn(position)
    assert offers(position) == ["9H", "draw"]


def test_a_forgotten_word_may_be_said_out_of_turn(tmp_path: Path) -> None:
    position = Position("pesten", hands=["9S 9H", "9D TD", "KC TC"], up_card="9C").do("0 9S")
    assert offers(position) == ["say"]
    text = drawn(position)
    assert "There is still time for a word." in text
    assert "one card, no word yet" in text
    with serving(position) as server:
        said = sat(server, tmp_path, "1", "knock")
    assert "not your turn; Enter waits" in said
    assert sent(server)[-1].body["move"] == "say knock"


def test_who_has_said_the_right_word_is_not_asked_again_out_of_turn() -> None:
    given: dict[str, Any] = {"hands": ["9S 9H", "9D TD", "KC TC"], "up_card": "9C"}
    assert not offers(Position("mau_mau_official", **given).do("0 9S!"))
    wrong = Position("mau_mau_official", **given).do("0 9S!mau-mau")
    assert offers(wrong) == ["say"]
    assert "has announced" in drawn(wrong)


def test_a_charge_is_offered_only_against_a_silent_seat() -> None:
    hands = ["JS JH KD", "9D TD", "KC TC QS", "5S 5C"]
    before = Position("mau_mau_two_deck", hands=hands, up_card="9C", turn=1)
    assert "accuse 3" in before.table["you"]["moves"]
    assert not offers(before)
    silent = before.do("1 9D")
    assert offers(silent) == ["accuse 1"]
    assert "accuse clever-1 of a missing word" in drawn(silent)
    spoken = Position("mau_mau_two_deck", hands=hands, up_card="9C", turn=1).do("1 9D!")
    assert not offers(spoken)
    assert "has announced" in drawn(spoken)
    accused = silent.do("0 accuse 1")
    assert "You accuse clever-1, rightly." in sentences(accused)


def test_the_right_of_a_word_is_offered_as_a_group() -> None:
    hands = ["KD JS JH", "KS 9S", "KH 8S"]
    position = Position("mau_mau_official", hands=hands, up_card="9D").do("0 KD!", "2 KH", "1 KS")
    assert sentences(position)[1] == 'You say "mau-mau".'
    assert "has announced" in drawn(position)
    assert {"JS+JH", "JH+JS"} <= set(offers(position))


def test_a_fine_that_waits_is_told() -> None:
    position = Position("neuner", viewer=1, hands=["TS 8S", "9D KD", "KC TC"], up_card="TH").do("0 TS")
    assert sentences(position)[-1] == "clever-0 owes 2 cards as a fine, instead of the next turn."


# --- the end of a deal


def test_the_end_of_a_deal_tells_what_was_left() -> None:
    position = Position("prsi", hands=["9S", "9D KD", "8C TC QC"], up_card="9C").do("0 9S")
    left = (
        "clever-1 (the 9 of bells, the King of bells), clever-2 (the 8 of acorns, the 10 of acorns, the Ober of acorns)"
    )
    assert f"The deal is over. You win. clever-2 is left with most. Left in hand: {left}." in sentences(position)


# --- the rules in force


@pytest.mark.parametrize("order", ["rules PR-31", "rules pr-31"])
def test_a_paragraph_tells_the_option_of_this_game_and_an_example(tmp_path: Path, order: str) -> None:
    with serving(Position("prsi", options={"leaf_king": True}, hands=["9S 8S", "9D KD"])) as server:
        said = sat(server, tmp_path, order, "rules")
    assert "In this game: leaf_king = true" in said
    assert "For example: " in said
    assert "In this game: leaf_king = true. All other options have their defaults." in said
    assert "King of leaves: the next player draws 4 cards" in said
    assert "{" not in said


def test_a_refusal_is_explained_by_the_rules_in_force(tmp_path: Path) -> None:
    with serving(Position("prsi", hands=["9S 8S", "9D KD"], up_card="7C", penalty=2)) as server:
        said = sat(server, tmp_path, "9s", "why")
    assert "You face a penalty" in said
    explained = said[said.index("> why") :]
    assert "A 7 makes the next seat draw two cards" in " ".join(explained.split())
    assert "For example: " in explained
    assert re.search(r"^  seat 0 +(leaves|hearts|bells|acorns) \w+", explained, re.MULTILINE)
    assert "**" not in explained
    assert "{" not in explained
    assert len([request for request in server.got if "/rules" in request.path]) == 1
