"""From a list of legal moves to a menu, and from what is typed to a move."""

from itertools import product

import pytest

from games.management.terminal.choices import Choice, answer, complete, in_order, menu, question, split

JACK = [f"JC>{suit}" for suit in "SHDC"]


def test_a_nomination_is_one_line_and_a_second_question() -> None:
    choices = menu(["draw", *JACK, "7S"])
    assert [choice.text for choice in choices] == ["7S", "JC", "draw"]
    assert choices[1].moves == tuple(JACK)
    asked = question("JC", [*JACK, "7S"])
    assert asked
    assert (asked.part, asked.answers) == ("nominated", (">S", ">H", ">D", ">C"))


def test_single_cards_come_before_groups_and_verbs_after_both() -> None:
    texts = [choice.text for choice in menu(["say mau", "pass", "7S+7D", "9H", "7S", "draw", "X"])]
    assert texts == ["7S", "9H", "X", "7S+7D", "draw", "pass", "say mau"]


def test_a_play_that_may_announce_says_so_and_is_still_one_line() -> None:
    (choice,) = menu(["7S", "7S!", "7S!mau-mau"])
    assert choice.may_announce
    assert not menu(["7S", "draw"])[0].may_announce


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", "7S"), ("1!", "7S!"), ("1!mau-mau", "7S!mau-mau"), ("2>h", "JC>H"), ("2>H!", "JC>H!"), ("jc>d", "JC>D"),
        ("7s!MAU", "7S!mau"), ("3", "draw"), ("DRAW", "draw"), (" draw ", "draw"), ("say MAU", "say mau"), ("4", "4"),
        ("0", "0"), ("keep js 7H", "keep JS 7H"), ("NAME h", "name H"), ("cut 3 9", "cut 3 9"),
        ("KEEP none", "keep none"),
        ("10h", "TH"), ("9♠", "9S"), ("10♥+10d", "TH+TD"), ("jc > h !", "JC>H!"), ("10", "10"),
        ("²", "²"), ("7s+7d", "7S+7D"), ("2s@2", "2S@2"), ("kd~qc>h", "KD~QC>H"), ("nonsense", "nonsense"), ("!", "!"),
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
    choices = menu(legal)
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
    for move in ("7S+7D", "KD~QC>H@2!mau", "JC>7!", "draw", "say mau"):
        assert str(split(move)) == move


def test_a_hand_is_sorted_by_suits_and_ranks() -> None:
    assert in_order(["X", "TC", "9H", "2S", "AS", "TS"]) == ["2S", "TS", "AS", "9H", "TC", "X"]
