"""What a terminal shows and asks at real positions of every kind. Rules, table and feed are the service's own."""

from pathlib import Path
from typing import Any

from tests.games.client.positions import Position, drawn, offers, sentences
from tests.games.client.scripted_server import serving
from tests.games.client.test_session import sat, sent

BLIND: dict[str, Any] = {"options": {"blind": True}, "hands": ["7S KD 9C", "7H 8C TD", "KC TC QS"], "up_card": "9S"}
RESCUE: dict[str, Any] = {
    "options": {"rescue": True},
    "hands": ["7S KD", "8C TD", "KC QS"],
    "up_card": "9S",
    "stock": "JS 8S 8H ...",
}
KING: dict[str, Any] = {"hands": ["4D 6H KH", "KS KD TD", "KC QS"], "up_card": "9S", "turn": 1}


# --- blind play


def test_a_claim_is_told_and_drawn_and_may_be_answered() -> None:
    position = Position("prsi", viewer=1, **BLIND).do("0 KD~QS>H")
    assert sentences(position) == [
        "clever-0 plays a card face down, claims that it is the Ober of leaves and nominates hearts."
    ]
    text = drawn(position)
    assert "claim      clever-0 has played a card face down and claims that it is the Ober of leaves" in text.replace(
        "\n", " "
    )
    assert "Do you believe the claim?" in text
    assert "believe that it is the Ober of leaves" in text
    assert "King of bells" not in text
    assert offers(position) == ["believe", "challenge"]


def test_who_claims_is_told_what_he_laid_and_a_spectator_is_not() -> None:
    claimed = "play the King of bells face down, claim that it is the Ober of leaves and nominate hearts."
    assert sentences(Position("prsi", viewer=0, **BLIND).do("0 KD~QS>H")) == [f"You {claimed}"]
    watched = Position("prsi", viewer=None, **BLIND).do("0 KD~QS>H")
    assert "King of bells" not in f"{sentences(watched)} {drawn(watched)}"


def test_a_believed_claim_stands_and_stays_hidden() -> None:
    position = Position("prsi", viewer=2, **BLIND).do("0 KD~9C", "1 believe")
    assert sentences(position)[1:] == ["clever-1 believes it.", "The claim stands; the card stays hidden."]
    assert "up-card    9 of acorns" in drawn(position)
    assert "King of bells" not in f"{sentences(position)} {drawn(position)}"


def test_a_lie_is_turned_up_and_paid_for() -> None:
    position = Position("prsi", viewer=2, **BLIND).do("0 KD~9C", "1 challenge")
    assert sentences(position)[1:] == [
        "clever-1 challenges the claim: it is the King of bells, a lie, and goes back to its owner.",
        "clever-0 draws a card as a fine.",
    ]


def test_a_true_claim_costs_the_doubter_a_card_and_the_turn() -> None:
    position = Position("prsi", viewer=1, **BLIND).do("0 9C~9C", "1 challenge")
    first, drew, missed = sentences(position)[1:]
    assert (
        first == "You challenge the claim: it is the 9 of acorns, as claimed. You are to miss the next turn for that."
    )
    assert drew.startswith("You draw ")
    assert drew.endswith(" as a fine.")
    assert missed == "You miss the turn."


def test_a_live_penalty_under_a_claim_is_aimed_at_who_claims() -> None:
    position = Position("prsi", viewer=1, **BLIND).do("0 7S~7S", "1 believe")
    assert "live penalty: 2 cards against you" in drawn(position)
    position.do("1 8C~7D")
    text = drawn(position)
    assert "claim      You have played a card face down and claim that it is the 7 of bells" in text
    assert "live penalty: 2 cards against you" in text


def test_every_card_may_be_laid_face_down_and_the_claim_is_asked_for() -> None:
    position = Position("prsi", **BLIND)
    assert offers(position) == ["7S", "KD", "9C", "draw"]
    text = drawn(position)
    assert "play 9 of acorns face down  9C\n" in text
    assert "play King of bells face down  KD as something else" in text


def test_a_claim_with_a_nomination_is_made_by_answers(tmp_path: Path) -> None:
    with serving(Position("prsi", replies=["1 challenge"], **BLIND)) as server:
        said = sat(server, tmp_path, "9c", "1")
    assert "1  9 of acorns (the truth)" in said
    assert "You play the 9 of acorns face down, claim that it is the 9 of acorns." in said.replace("\n", " ")
    assert sent(server)[-1].body["move"] == "9C~9C"
    with serving(Position("prsi", **BLIND)) as server:
        said = sat(server, tmp_path / "other", "2", "qh", "h")
    assert sent(server)[-1].body["move"] == "KD~QH>H"
    assert said.index("Which card do you claim it is?") < said.index("What do you nominate?")


# --- an offered card


def test_an_offered_card_is_shown_to_its_owner_alone() -> None:
    position = Position("faraon", viewer=1, **RESCUE).do("0 7S", "1 accept")
    assert sentences(position)[-1] == "You may play the Unter of leaves at once."
    text = drawn(position)
    for part in (
        "offered    Unter of leaves",
        "live penalty: 2 cards against you",
        "You may play the card just drawn.",
        "1  play the Unter of leaves",
    ):
        assert part in text
    assert offers(position) == ["rescue", "decline"]
    other = Position("faraon", viewer=2, **RESCUE).do("0 7S", "1 accept")
    assert sentences(other)[-1] == "clever-1 may play the card just drawn at once."
    assert "Unter of leaves" not in f"{sentences(other)} {drawn(other)}"


def test_a_rescue_cancels_and_a_refusal_goes_on() -> None:
    saved = Position("faraon", viewer=2, **RESCUE).do("0 7S", "1 accept", "1 rescue")
    assert sentences(saved)[-2:] == ["clever-1 plays the Unter of leaves.", "That cancels the penalty."]
    kept = Position("faraon", viewer=2, **RESCUE).do("0 7S", "1 accept", "1 decline")
    assert sentences(kept)[-3] == "clever-1 keeps it in hand."
    assert sentences(kept)[-1] == "clever-1 draws a card as the penalty."


def test_a_penalty_that_is_served_is_not_called_cancelled() -> None:
    assert "That cancels the penalty." not in sentences(
        Position("prsi", hands=["7S KD", "8C TD"]).do("0 7S", "1 accept")
    )


# --- seats that wait


def test_a_seat_that_waits_is_drawn_and_told() -> None:
    options = {"return_by_7h": True, "play_on": True}
    position = Position("prsi", viewer=2, options=options, hands=["8S", "7H 8C", "KC TC"], up_card="9S").do("0 8S")
    assert sentences(position)[-1] == "clever-0 has no card left, but may be brought back until the turn comes round."
    assert "waits to be out" in drawn(position)
    back = position.do("1 8C", "2 KC")
    assert "clever-0 goes out." in sentences(back)
    assert "waits" not in drawn(back)


# --- penalties and skips, and whom they meet


def test_a_penalty_out_of_turn_says_whom_it_meets() -> None:
    position = Position("macau", viewer=0, **KING).do("1 KS")
    assert sentences(position)[-1] == "A penalty of 5 cards is live, aimed at you out of turn."
    text = drawn(position)
    assert "live penalty: 5 cards against you" in text
    assert "accept: draw 5 cards" in text
    other = Position("macau", viewer=2, **KING).do("1 KS")
    assert sentences(other)[-1] == "A penalty of 5 cards is live, aimed at clever-0 out of turn."
    assert "against clever-0" in drawn(other)


def test_a_skip_that_may_be_answered_says_whom_it_meets() -> None:
    position = Position("prsi", viewer=2, hands=["AS KD", "AH 8C", "KC TC"], up_card="9S").do("0 AS", "1 AH")
    assert sentences(position)[1::2] == ["A skip of one turn is live, aimed at clever-1.", sentences(position)[3]]
    assert sentences(position)[3].endswith("is live, aimed at you.")
    text = drawn(position)
    assert "You are to miss a turn: answer, or accept it." in text
    assert "accept: miss the turn" in text


# --- what is asked for


def test_ranks_are_nominated_by_number(tmp_path: Path) -> None:
    hands = ["JH 4D 6H", "KS KD TD"]
    with serving(Position("macau", hands=hands, up_card="9H")) as server:
        said = sat(server, tmp_path, "jh", "10")
    for line in ("  7  the rank 7", " 10  the rank 10", " 11  the rank J", " 14  the rank A"):
        assert line in said
    assert sent(server)[-1].body["move"] == "JH>T"
    with serving(Position("macau", hands=hands, up_card="9H")) as server:
        sat(server, tmp_path / "other", "jh", "13")
    assert sent(server)[-1].body["move"] == "JH>K"
    assert "You play J♥ and nominate the rank 10." in said
    assert "nominated: the rank 10" in drawn(Position("macau", viewer=1, hands=hands, up_card="9H").do("0 JH>T"))


def test_a_demand_that_the_up_card_does_not_show_is_told() -> None:
    position = Position("macau", viewer=1, hands=["X 4D 6H", "KS KD TD"], up_card="9H").do("0 X")
    assert "up-card    Joker   asked for: hearts or 9" in drawn(position)
    assert sentences(position)[0] == "You play a Joker, and the demand stays.".replace("You play", "clever-0 plays")


def test_a_strike_asks_whom_by_seat(tmp_path: Path) -> None:
    hands = ["5S 4D", "KS KD", "2S 6S 7S", "9C 9D"]
    position = Position("haft_khabis", viewer=2, hands=hands, up_card="9S", turn=2)
    assert "play 2♠  2S and choose whom it strikes" in drawn(position)
    with serving(position) as server:
        said = sat(server, tmp_path, "2s", "3")
    assert "3  clever-3" in said
    assert sent(server)[-1].body["move"] == "2S@3"
    assert "You play 2♠, and it strikes clever-3." in said
    assert "clever-3 draws a card for the strike." in said


def test_one_target_alone_is_not_asked_for(tmp_path: Path) -> None:
    with serving(Position("haft_khabis", hands=["2S 6S 7S", "9C 9D"], up_card="9S")) as server:
        said = sat(server, tmp_path, "1")
    assert "Whom does it strike?" not in said
    assert sent(server)[-1].body["move"] == "2S@1"


# --- groups


def test_a_group_is_put_together_by_answers(tmp_path: Path) -> None:
    position = Position("faraon", hands=["TC TS TH TD 8H", "KS 9C"], up_card="7C")
    assert offers(position) == ["TC", "TC+", "draw"]
    assert "play 10 of acorns and others (12 ways)" in drawn(position)
    with serving(position) as server:
        said = sat(server, tmp_path, "2", "th ts")
    assert "Which cards, in this order? The last one lies on top." in said
    assert sent(server)[-1].body["move"] == "TC+TH+TS"
    assert "You play the 10 of acorns, the 10 of hearts, the 10 of leaves." in said


def test_few_groups_stand_in_the_menu() -> None:
    position = Position("prsi", options={"quick": True}, hands=["7S 7D 9H", "KS TC"], up_card="9S")
    assert offers(position) == ["7S", "9H", "7S+7D", "draw"]


# --- cuts


def test_a_cut_is_explained_by_the_rules_in_force(tmp_path: Path) -> None:
    for variant, options, place, hint in (
        ("mau_mau_official", {"cut": "run"}, "cut 7", "`cut 7` cuts at this place"),
        ("mau_mau", {"cut": "four_cuts"}, "cut 3 9 17 25", "`cut 3 9 17 25` cuts at these places"),
    ):
        position = Position(variant, viewer=None, options=options, deck="...", players=3)
        position.viewer = position.game.on_turn
        assert "up-card" not in drawn(position)
        with serving(position) as server:
            said = sat(server, tmp_path / variant, place)
        assert "You cut the cards before they are dealt." in said
        assert hint in said
        assert sent(server)[-1].body["move"] == place
        assert "You cut the stock and look at " in said


def test_what_was_looked_at_is_shown_to_the_cutter_alone(tmp_path: Path) -> None:
    given: dict[str, Any] = {"options": {"cut": "four_cuts"}, "players": 3, "deck": "7H JS 9S TS ..."}
    position = Position("mau_mau", viewer=None, **given)
    cutter = position.game.on_turn
    position.do(f"{cutter} cut 1 2 3 4")
    assert sentences(position)[-1] == f"clever-{cutter} cuts the stock and looks at 4 cards."
    assert "7♥" not in drawn(position)
    position.viewer = cutter
    text = drawn(position)
    for part in ("looked at  7♥  J♠  9♠  10♠", "You may keep special cards", "keep 7♥  J♠", "keep none"):
        assert part in text
    with serving(position) as server:
        said = sat(server, tmp_path, "keep js 7h")
    assert "You keep 7♥ J♠." in said or "You keep J♠ 7♥." in said


# --- what a play would do, and what the game goes to


def test_the_menu_says_what_a_card_would_do() -> None:
    seven = Position("mau_mau", hands=["7S KS 9H", "7D KD 9D"], up_card="9S", options={"seven_stack": True})
    assert "play 7♠  7S · next draws 2" in drawn(seven)
    answered = Position(
        "mau_mau", viewer=1, hands=["7S KS 9H", "7D KD 9D"], up_card="9S", options={"seven_stack": True}
    )
    assert "play 7♦  7D · next draws 4" in drawn(answered.do("0 7S"))
    two = drawn(Position("haft_khabis", hands=["2S 6S 7S", "9C 9D"], up_card="9S"))
    assert "· who you choose draws 1" in two
    assert "· next misses a turn" in drawn(Position("prsi", hands=["AS KS 9H", "7D KD 9D"], up_card="9S"))


def test_the_table_says_what_the_game_goes_to() -> None:
    points = drawn(Position("mau_mau", hands=["7S KS", "7D KD"], up_card="9S", options={"score": "to_100"}))
    assert "to 100 points, the lowest wins" in points
    assert "0 of 100" in points
    assert "out after 5 lost deals" in drawn(Position("faraon", hands=["7S KS", "7D KD"], up_card="9S"))


def test_what_is_no_notation_is_answered_as_a_person_would(tmp_path: Path) -> None:
    with serving(Position("mau_mau", hands=["7S KS", "7D KD"], up_card="9S")) as server:
        said = sat(server, tmp_path, "xyzzy")
    assert "That is no move. Type a number of the menu, or a move such as 7S. `?` helps." in said
    assert "Refused" not in said
