"""The rules of thumb of the clever bot, one position each."""

from typing import Any

import pytest

from games.bots.clever import is_surely_guilty
from games.bots.runs import alone, goes_out
from games.management.bot_matches import play
from games.rules.cards import parse_cards
from games.rules.commands import Accuse, Play
from games.rules.decide import decide
from games.rules.events import Ask
from games.rules.examples.setting import ListedChance, set_up
from games.rules.examples.shape import Example
from games.rules.game import Game, Status
from games.rules.notation import print_move
from games.rules.observation import observe
from games.rules.ruleset import OptionValue
from games.rules.variants import load
from tests.games.bots.positions import choice, move_of, position


def given(variant: str, up_card: str, *hands: str, best: str, **rest: Any) -> Any:
    """A position, and what should be done in it."""
    return pytest.param(position(variant, up_card, *hands, **rest), best)


def laid(game: Game) -> Play:
    move = move_of(game)
    assert isinstance(move, Play)
    return move


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        pytest.param(position("mau_mau", "9S", "JD 9H TH", "7D 8D"), "9H", id="keeps its wild for last"),
        pytest.param(position("mau_mau", "9S", "9H 8S KS", "7D"), "8S", id="skips who is about to go out"),
        pytest.param(position("mau_mau", "9S", "9H 7S QD", "7D"), "7S", id="makes the one with fewest cards draw"),
        pytest.param(
            position("mau_mau", "9S", "9D KS QS TS TD", "7D 8D JD AD"), "KS QS TS", id="stays in its longest suit"
        ),
        pytest.param(position("mau_mau", "9S", "AS KS 9D", "7D 8D"), "AS", id="lays an Ace while it can cover it"),
        pytest.param(position("pesten", "9S", "9H 2S", "7D 8D 9D"), "2S", id="keeps what may be laid last"),
        pytest.param(
            position("haft_khabis", "9S", "KS QS KD 5C", "3D 4D 6D 8D TD"),
            "QS",
            id="lays the rank that it holds once",
        ),
        pytest.param(
            position("haft_khabis", "AS", "AH 9S QC 4S", "6H 5S 2S 9H"), "9S 4S", id="skips nobody without going on"
        ),
        pytest.param(position("101", "9S", "9H TS KC", "7D 8C"), "TS", id="sheds points before another is out"),
    ],
)
def test_what_is_laid(game: Game, expected: str) -> None:
    assert laid(game).cards[0] in parse_cards(expected)


@pytest.mark.parametrize(
    ("game", "best"),
    [
        given("mau_mau", "9S", "9H KD AD", "7D 8D", options={"voluntary_draw": True}, best="9H"),
        given("mau_mau", "9S", "JD TH QH KD", "7D 8D", best="JD>H"),
        given("mau_mau", "9S", "9H KD", "7D 8D", best="9H!mau"),
        given("mau_mau", "9S", "9H JD", "7D 8D", best="9H!mau-mau"),
        given("mau_mau", "9S", "9H", "7D 8D", options={"announce": "at_last"}, best="9H!mau"),
        given("mau_mau", "9S", "JH", "7D 8D", options={"announce": "at_last"}, best="JH!mau-mau"),
        given("tschau_sepp", "9S", "9H KD", "7D 8D", best="9H!tschau"),
        given("tschau_sepp", "9S", "9H", "7D 8D", best="9H!sepp"),
        given("prsi", "9S", "9H KD", "7D 8D", best="9H!prsi"),
        given("pesten", "9S", "9H KD", "7D 8D", best="9H!last"),
        given("pesten", "9S", "9H KD TC", "7D 8D", best="9H"),
        given("mau_mau_two_deck", "9S", "9H KD TC", "7D 8D", "8H 8C", "TH TC", best="9H"),
    ],
)
def test_what_is_said_and_nominated(game: Game, best: str) -> None:
    assert choice(game) == best


@pytest.mark.parametrize(
    ("game", "best"),
    [
        given("mau_mau", "7S", "7H KD QD", "8D 9D TD", options={"seven_stack": True}, penalty=2, best="7H"),
        given("mau_mau", "8S", "8H KD QD", "8D 9D TD", options={"eight_stack": True}, skip=1, best="8H"),
        given("macau", "2S", "2H QH 9D TC", "8D 9C TD", penalty=2, best="2H"),
        given("macau", "2S", "QH 9D TC", "8D 9C TD", penalty=2, best="QH"),
        given("macau", "KS", "KH 9D TC", "8D 9C TD", "5D 6D 7D", penalty=5, best="KH"),
        given("faraon", "7S", "JS 9D TC", "8D 9C TD", penalty=3, best="JS"),
        given("faraon", "AS", "AH 9D TC", "8D 9C TD", skip=1, best="AH"),
        given("switch", "JS", "JH 9D TC", "8D 9C TD", options={"black_jacks": True}, penalty=5, best="JH"),
        given("mau_mau", "7S", "9H KD QD", "8D 9D TD", options={"seven_stack": True}, penalty=2, best="accept"),
    ],
)
def test_what_is_due_is_answered(game: Game, best: str) -> None:
    assert choice(game) == best


def test_a_seven_found_among_the_penalty_is_laid_at_once() -> None:
    game = position(
        "faraon", "7S", "9D TC QH", "8D 9C TD", options={"rescue": True}, penalty=3, stock="7D KC KD ...",
        moves=["0 accept"],
    )  # fmt: skip

    assert choice(game) == "rescue"


@pytest.mark.parametrize(
    ("game", "count"),
    [
        pytest.param(position("faraon", "9S", "9H 9C 9D KD AD", "7D 8D"), 3, id="sheds a whole rank"),
        pytest.param(position("macau", "9S", "9H 9C KD TD 7H", "7D 8D"), 2, id="where groups are free"),
        pytest.param(position("prsi", "9S", "9H 9C KD TD", "7D 8D", options={"quick": True}), 2, id="by an option"),
    ],
)
def test_several_cards_go_at_once(game: Game, count: int) -> None:
    assert len(laid(game).cards) == count


def test_all_jacks_go_together_and_are_announced_for_that() -> None:
    left = position("mau_mau_official", "9H", "9S JH JD", "8D 9D TD")
    ready = position(
        "mau_mau_official", "9H", "9S JH JD", "9D 8D TD", moves=["0 9S!mau-mau", "1 9D"], stock="2S 3S ..."
    )

    assert choice(left) == "9S!mau-mau"
    assert len(laid(ready).cards) == 2


def test_the_rank_is_nominated_that_it_holds_and_the_next_seat_hardly_can() -> None:
    game = position("macau", "JS", "JD 6H 6C 6D", "5D 8D 9C", nominated="J")

    assert choice(game) == "JD>6"


def test_the_strike_is_aimed_at_who_has_fewest_cards() -> None:
    game = position("haft_khabis", "2S", "2H KD QC", "8D 9D TD", "7C", "3D 4D 5D 6D")

    assert laid(game).target == 2


def test_the_next_seat_is_brought_back_when_it_would_be_out() -> None:
    options: dict[str, OptionValue] = {"return_by_7h": True, "quick": True}
    out = position("prsi", "9S", "9D 9C 7H", "9H", options=options, turn=1, moves=["1 9H"])
    in_hand = position("prsi", "9S", "9D 9C 7H", "9H AS TC", options=options, turn=1, moves=["1 9H"])

    assert out.table.waiting == (1,)
    assert choice(out) == "7H"
    assert len(laid(in_hand).cards) == 2


def test_only_the_seven_of_hearts_on_top_brings_back() -> None:
    options: dict[str, OptionValue] = {"return_by_7h": True, "quick": True}
    game = position("prsi", "7S", "7D 7H", "7C", options=options, turn=1, moves=["1 7C"])

    assert {print_move(move_of(game, seed)) for seed in range(10)} == {"7D+7H!prsi"}


@pytest.mark.parametrize(
    ("variant", "up_card", "hand"),
    [
        ("haft_khabis", "3S", "8S AS 8H KH"),
        ("haft_khabis", "3S", "AS 8S 8C AC KC"),
        ("puque", "3S", "2S AS AH 4H"),
    ],
)
def test_who_can_lay_the_whole_hand_in_one_go_does_so(variant: str, up_card: str, hand: str) -> None:
    """Only one order of skips and cards that must be covered leaves the other seat without a turn."""
    game = position(variant, up_card, hand, "4D 6D 7C QD JD")
    for _ in hand.split():
        assert game.on_turn == 0
        game = decide(game, move_of(game), chance=ListedChance([])).after

    assert game.winners == (0,)


def test_a_run_ends_with_a_card_that_may_be_laid_last() -> None:
    """The eight cannot win, so that no order of these cards ends the deal."""
    rules = load("haft_khabis").ruleset(2)
    keeps_turn = frozenset(parse_cards("AS AH AD AC 8S 8H 8D 8C"))
    (top,) = parse_cards("3S")
    fits = rules.fits(top, top, "")

    assert goes_out(rules, parse_cards("8S 8H AS AH"), fits, keeps_turn)
    assert not goes_out(rules, parse_cards("8S 8H"), fits, keeps_turn)
    assert not goes_out(rules, parse_cards("AS KH"), fits, keeps_turn)
    assert not goes_out(rules, parse_cards("AS KS QS"), fits, keeps_turn)


def test_the_card_goes_first_that_fits_on_none_of_the_others() -> None:
    """Whatever is laid on the other cards, they make way for each other; the lone one waits for a heart."""
    assert laid(position("mau_mau", "9S", "9H TS KS", "7D 8D 8C KD AD QC")).cards == parse_cards("9H")
    assert alone(load("mau_mau").ruleset(2), parse_cards("9H TS KS JH KD 8C")) == 2


def test_with_several_others_it_stays_in_a_suit_that_fits_more_of_its_cards() -> None:
    """Any of three seats may open the way for the lone nine; with one other seat it goes first (above)."""
    assert laid(position("mau_mau", "9S", "9H TS KS", "7D 8D 8C KD", "8H QS AH JC", "AD QC TD TC")).cards[
        0
    ] in parse_cards("TS KS")


def test_with_several_others_the_next_seat_must_not_be_let_in_with_its_last_card() -> None:
    """The other tens and hearts and the Jacks lie open: on the ten it must draw, on a spade it may go out."""
    seen = "7H 8H 9H QH KH AH JH JD JC JS TD TC"
    game = position("mau_mau", "TS", "TH KS QS 9C", "8S", "7D 8D QC", "AD 9D 8C", below=seen)

    assert choice(game) == "TH"


def test_a_seat_with_one_card_must_not_be_let_in() -> None:
    options: dict[str, OptionValue] = {"quick": True, "ace_defence": False}
    harmless = position("prsi", "TS", "AS TH TD KC QC", "7D 8D KD QD JD", options=options)
    about_to_go_out = position("prsi", "TS", "AS TH TD KC QC", "7D", options=options)

    assert len(laid(harmless).cards) == 2
    assert choice(about_to_go_out) == "AS"


def test_a_card_may_be_kept_that_the_last_one_needs() -> None:
    """The nine is what may be laid last; with the two alone it could never go out."""
    game = position("pesten", "TS", "7S 9S 2H", "3D 4D 5D 6D 9D", moves=["0 7S"])

    assert game.table.ask is Ask.MAY_FOLLOW
    assert choice(game) == "pass"


def test_a_cutter_keeps_nothing_since_that_comes_on_top_of_its_hand() -> None:
    ruleset = load("mau_mau").ruleset(2, {"cut": "four_cuts"})
    given = {"deck": "9S 7S 9H TH ...", "players": 2}
    game, _ = set_up(Example(name="", options={"cut": "four_cuts"}, given=given, moves=()), ruleset)
    cut = decide(game, move_of(game), chance=ListedChance([])).after

    assert cut.table.ask is Ask.KEEP
    assert choice(cut) == "keep none"


def test_the_longest_suit_is_named_for_the_up_card() -> None:
    ruleset = load("101").ruleset(2)
    given = {"deck": "TH 9H KH 7S AH 6C 8H JC 7C QD ...", "players": 2, "dealer": 0}
    game, _ = set_up(Example(name="", given=given), ruleset)

    assert game.table.ask is Ask.NAME
    hand = game.table.hands[game.table.on_turn]
    longest = max("SHDC", key=lambda suit: sum(card.suit == suit for card in hand))
    assert choice(game) == f"name {longest}"


def test_who_said_nothing_with_one_card_left_is_accused() -> None:
    silent = position("mau_mau_two_deck", "9S", "TH KD TC", "9H 8D", "TD KH 4C", "QH TC 6D", turn=1, moves=["1 9H"])

    assert choice(silent) == "accuse 1"


def test_who_came_to_one_card_without_a_play_is_not_accused() -> None:
    game = position("mau_mau_two_deck", "9S", "TH KD 9C", "9H", "TD KH 4C", "QH TC 6D")

    assert "accuse 1" in {print_move(move) for move in observe(game, 0).moves}
    assert choice(game) == "9C"


def test_who_said_the_word_or_owes_none_is_not_accused() -> None:
    hands = ("TH KD 9C", "9H 8D", "TD KH 4C", "QH TC 6D")
    spoken = position("mau_mau_two_deck", "9S", *hands, turn=1, moves=["1 9H!mau-mau"])
    early = position("mau_mau_two_deck", "9S", *hands, turn=1, moves=["1 say mau-mau", "1 9H"])

    for game in (spoken, early):
        seat = game.on_turn
        assert seat is not None
        charges = [move for move in observe(game, seat).moves if isinstance(move, Accuse)]
        assert charges
        assert not any(is_surely_guilty(observe(game, seat), charge) for charge in charges)
        assert not choice(game).startswith("accuse")


def test_points_count_more_when_they_would_put_it_out_of_the_game() -> None:
    hands = ("TS 9H KS KH JH", "7D 8D 8C QC JC AC")
    safe, in_danger = position("101", "9S", *hands), position("101", "9S", *hands, scores=[90, 0])

    assert choice(safe) == "9H"
    assert choice(in_danger) == "TS"


def test_choices_are_left_to_chance_when_a_deal_goes_round_in_circles() -> None:
    """Clever seats that always nominate what the next one lacks would go on for ever."""
    game = position("mau_mau", "9S", "JD TH QH KC", "7D 8D")
    short = {print_move(move_of(game, seed)) for seed in range(20)}
    game.table.plays = 1000
    long = {print_move(move_of(game, seed)) for seed in range(60)}

    assert short == {"JD>H"}
    assert len(long) > 2
    assert {print_move(move_of(position("mau_mau", "9S", "9H", "7D 8D"), seed)) for seed in range(20)} == {"9H"}


def test_deals_that_went_round_in_circles_end() -> None:
    assert play("101", ["clever"] * 5, 1, {"draw": "until_playable", "play_on": True}).status == Status.OVER
