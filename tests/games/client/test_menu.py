"""Legal moves become a menu, and typed lines become moves."""

from itertools import product

import pytest

from games.client.menu import Choice, complete, due_word, group_moves, is_needless
from games.client.notation import sorted_hand, split
from games.client.questions import answer, question

JACK = [f"JC>{suit}" for suit in "SHDC"]


def test_a_nomination_is_one_line_and_a_second_question() -> None:
    choices = group_moves(["draw", *JACK, "7S"])
    assert [choice.text for choice in choices] == ["7S", "JC", "draw"]
    assert choices[1].moves == tuple(JACK)
    asked = question("JC", [*JACK, "7S"])
    assert asked
    assert (asked.part, asked.answers) == ("nominated", (">S", ">H", ">D", ">C"))


def test_single_cards_come_before_groups_and_verbs_after_both() -> None:
    texts = [choice.text for choice in group_moves(["say mau", "pass", "7S+7D", "9H", "accuse 1", "7S", "draw", "X"])]
    assert texts == ["7S", "9H", "X", "7S+7D", "draw", "pass", "say mau", "accuse 1"]
    assert [choice.text for choice in group_moves(["decline", "rescue"])] == ["rescue", "decline"]


TENS = ["TC+TS", "TC+TH", "TC+TS+TH", "TC+TH+TS"]


def test_many_groups_of_one_card_are_one_line_and_a_question() -> None:
    choices = group_moves(["TC", *TENS, "9S+9D", "9S+9H", "say last", "say knock"])
    assert [choice.text for choice in choices] == ["TC", "9S+9D", "9S+9H", "TC+", "say"]
    assert complete("1", choices) == "TC"
    assert complete("4", choices) == complete("1+", choices) == complete("tc+", choices) == "TC+"
    asked = question("TC+!", [*TENS, *(f"{move}!" for move in TENS)])
    assert asked
    assert asked.answers == ("TC+TH", "TC+TS", "TC+TH+TS", "TC+TS+TH")
    for typed in ("4", "TC+TS+TH", "tc ts th", "10♠ 10♥", "+ts+th", "THTS"):
        assert answer("TC+!", asked, typed) == (None if typed == "THTS" else "TC+TS+TH!")


def test_a_verb_without_its_object_is_asked_for_it() -> None:
    legal = ["draw", "say last", "say knock", "accuse 0", "accuse 2", "keep none", "keep JS 7H"]
    for verb, typed, meant in (
        ("say", "knock", "say knock"),
        ("accuse", "2", "accuse 2"),
        ("keep", "js 7h", "keep JS 7H"),
    ):
        asked = question(verb, legal)
        assert asked
        assert asked.part == verb
        assert answer(verb, asked, typed) == meant
    assert question("draw", legal) is None
    assert question("believe", legal) is None


def test_a_rank_has_its_own_number_and_a_seat_is_typed_as_itself() -> None:
    """Its place in the list would be the number of another rank."""
    ranks = question("JH", [f"JH>{rank}" for rank in "23456789TJQKA"])
    assert ranks
    assert ranks.keys == ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14")
    assert [answer("JH", ranks, typed) for typed in ("2", "10", "t", "k", "11", "1", "15")] == [
        "JH>2",
        "JH>T",
        "JH>T",
        "JH>K",
        "JH>J",
        "JH>A",
        None,
    ]
    seats = question("2S", ["2S@0", "2S@1", "2S@3"])
    assert seats
    assert [answer("2S", seats, typed) for typed in ("0", "1", "2", "3")] == ["2S@0", "2S@1", None, "2S@3"]


def test_the_truth_is_the_first_claim() -> None:
    legal = ["KD~9S", "KD~QS>H", "KD~KD", "7H~9S"]
    asked = question("KD", legal)
    assert asked
    assert (asked.answers, asked.is_honest) == (("~KD", "~9S", "~QS"), True)
    lie = question("7H", ["7H~9S", "7H~9D"])
    assert lie
    assert not lie.is_honest
    assert [choice.may_be_true for choice in group_moves(legal)] == [False, True]


def test_a_play_may_ask_for_less_with_its_word() -> None:
    legal = ["JC!", "JC>S", "JC>H"]
    assert question("JC!", legal) is None
    asked = question("JC", legal)
    assert asked
    assert asked.part == "nominated"


def test_a_word_is_needless_where_none_is_due_but_some_may_be_said() -> None:
    legal = ["3S", "3S!last", "3S!knock", "JD>S", "JD>S!last", "5C", "5C!", "draw", "say last", "say knock"]
    assert is_needless("3S!", legal)
    assert is_needless("JD!", legal)
    assert not is_needless("5C!", legal)
    assert not is_needless("3S!last", legal)
    assert not is_needless("9C!", legal)
    assert not is_needless("draw", legal)
    assert [choice.may_announce for choice in group_moves(legal)] == [False, False, True, False, False]


def test_the_due_word_is_the_one_that_is_not_spelled_out() -> None:
    legal = ["KC", "KC!", "KC!mau", "KC!uno", "say mau", "say uno", "say last"]
    assert due_word(group_moves(legal)[0], legal) == "last"
    assert not due_word(group_moves(["KC", "KC!"])[0], ["KC", "KC!"])


def test_a_play_that_may_announce_says_so_and_is_still_one_line() -> None:
    (choice,) = group_moves(["7S", "7S!", "7S!mau-mau"])
    assert choice.may_announce
    assert not group_moves(["7S", "draw"])[0].may_announce


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", "7S"), ("1!", "7S!"), ("1!mau-mau", "7S!mau-mau"), ("2>h", "JC>H"), ("2>H!", "JC>H!"), ("jc>d", "JC>D"),
        ("7s!MAU", "7S!mau"), ("3", "draw"), ("DRAW", "draw"), (" draw ", "draw"), ("say MAU", "say mau"), ("4", "4"),
        ("0", "0"), ("keep js 7H", "keep JS 7H"), ("NAME h", "name H"), ("cut 3 9", "cut 3 9"),
        ("KEEP none", "keep none"),
        ("10h", "TH"), ("9♠", "9S"), ("10♥+10d", "TH+TD"), ("jc > h !", "JC>H!"), ("10", "10"),
        ("²", "²"), ("7s+7d", "7S+7D"), ("2s@2", "2S@2"), ("kd~qc>h", "KD~QC>H"), ("nonsense", "nonsense"), ("!", "!"),
        ("1+7d", "7S+7D"),
    ],
)  # fmt: skip
def test_what_is_typed_becomes_notation(typed: str, meant: str) -> None:
    choices = [Choice("7S", ("7S", "7S!")), Choice("JC", tuple(JACK)), Choice("draw", ("draw",))]
    assert complete(typed, choices) == meant


@pytest.mark.parametrize("move", ["7S", "JC>H", "JC>H!", "JC>H!mau-mau", "nonsense", "draw", "KS"])
def test_nothing_is_asked_of_a_whole_move_or_of_none(move: str) -> None:
    assert question(move, ["7S", "7S!", *JACK, "draw"]) is None


def test_the_word_survives_the_questions() -> None:
    legal = [*JACK, *(f"{move}!" for move in JACK)]
    asked = question("JC!", legal)
    assert asked
    assert answer("JC!", asked, "2") == "JC>H!"
    assert answer("JC!", asked, "d") == "JC>D!"
    assert answer("JC!", asked, ">S") == "JC>S!"
    assert answer("JC!", asked, "♥") == "JC>H!"
    assert answer("JC!", asked, "5") is None
    assert answer("JC!", asked, "") is None


def test_claim_nomination_and_target_are_asked_in_their_order() -> None:
    legal = [f"KD~{claim}>{suit}@{seat}" for claim, suit, seat in product(["QC", "QH"], "SH", "12")]
    move = "KD"
    parts = []
    while asked := question(move, legal):
        parts.append(asked.part)
        move = answer(move, asked, "1") or ""
    assert parts == ["claim", "nominated", "target"]
    assert move == legal[0]


def test_every_legal_move_can_be_reached_by_numbers_alone() -> None:
    legal = ["7S", "7S!", *JACK, "2S@1", "2S@2", "7S+7D", "draw", "say mau", "accuse 1", "keep JS 7H", "keep none"]
    reached = set()
    choices = group_moves(legal)
    for number in range(1, len(choices) + 1):
        frontier = [complete(str(number), choices), complete(f"{number}!", choices)]
        while frontier:
            move = frontier.pop()
            asked = question(move, legal)
            if asked is None:
                reached.add(move)
            else:
                frontier += [str(answer(move, asked, str(index))) for index in range(1, len(asked.answers) + 1)]
    assert reached >= set(legal)


def test_parts_print_as_they_were_read() -> None:
    for move in ("7S+7D", "7S+!", "KD~QC>H@2!mau", "JC>7!", "draw", "say mau"):
        assert str(split(move)) == move


def test_a_hand_is_sorted_by_suits_and_ranks() -> None:
    assert sorted_hand(["X", "TC", "9H", "2S", "AS", "TS"]) == ["2S", "TS", "AS", "9H", "TC", "X"]
