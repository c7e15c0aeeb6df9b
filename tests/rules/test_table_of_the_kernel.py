"""Paragraphs of the kernel that an example cannot show: seats, cards, vocabulary, the clock's and the server's part."""

import pytest

from games.rules import commands
from games.rules.cards import ALL_FACES, Card, deck_of, parse_cards, print_cards, without
from games.rules.decide import decide
from games.rules.events import (
    Ask,
    CardsDealt,
    DealBegan,
    Ending,
    GameStarted,
    SeatResigned,
    StockReplenished,
    StockShuffled,
    TimeRanOut,
)
from games.rules.game import Game
from games.rules.legality.objections import legal_moves, objection
from games.rules.notation import NotationError, parse_layout, parse_move
from games.rules.refusal_reasons import Reason
from games.rules.variants import KERNEL
from tests.rules.tables import Dice, Table
from tests.rules.walks import walk

THREE = Table(variant="mau_mau", seats=3)


@pytest.mark.proves("K-5", "K-7")
def test_a_card_is_its_rank_and_suit_and_a_joker_has_neither() -> None:
    assert [(card.rank, card.suit) for card in parse_cards("7S TH X")] == [("7", "S"), ("T", "H"), ("", "")]
    assert all(Card.parse(str(card)) == card for card in ALL_FACES)
    assert parse_cards(print_cards(ALL_FACES)) == ALL_FACES == tuple(sorted(ALL_FACES))


@pytest.mark.parametrize("text", ["", "7", "7s", "10S", "SX", "1S", "7X", "?", " 7S", "7S "])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        Card.parse(text)


@pytest.mark.proves("K-6")
def test_every_copy_counts_for_itself() -> None:
    deck = deck_of(("7", "8"), 1, 2)

    assert print_cards(deck) == "7S 7S 7H 7H 7D 7D 7C 7C 8S 8S 8H 8H 8D 8D 8C 8C X X"
    assert without(deck, parse_cards("7S X")).count(Card.parse("7S")) == 1
    with pytest.raises(ValueError, match="not in list"):
        without(parse_cards("7S 7S"), parse_cards("7S 7S 7S"))


@pytest.mark.proves("K-2", "K-3", "K-4")
@pytest.mark.parametrize(
    ("seat", "direction", "after"), [(0, 1, 2), (2, 1, 4), (4, 1, 0), (0, -1, 4), (2, -1, 0), (1, 1, 2)]
)
def test_the_next_seat_is_the_nearest_in_the_deal(seat: int, direction: int, after: int) -> None:
    deal = parse_layout("7S/-/8S/-/9S dealer:0 active:0,2,4 on_turn:0 ask:play")

    assert deal.after(seat, direction) == after


@pytest.mark.proves("K-12", "K-14")
def test_lot_and_shuffles_are_events_with_their_outcome() -> None:
    started = decide(THREE.seated(), commands.StartGame(), chance=Dice(1))
    dealt = decide(started.after, commands.DealCards(), chance=Dice(1))

    (lot,) = started.events
    assert isinstance(lot, GameStarted)
    assert (lot.dealer, lot.act) == (Dice(1).draw_dealer(3, 1), 1)
    began, shuffled, hands, *_ = dealt.events
    assert isinstance(began, DealBegan)
    assert isinstance(shuffled, StockShuffled)
    assert isinstance(hands, CardsDealt)
    assert (began.dealer, began.direction) == (lot.dealer, 1)
    assert sorted(shuffled.cards) == list(THREE.ruleset.deck)
    assert (shuffled.act, dealt.after.acts) == (2, 2)


@pytest.mark.proves("K-14")
def test_every_random_act_has_the_next_number() -> None:
    for seed in range(6):
        acts = 2
        for step in walk(
            Table(variant="mau_mau", seats=4, options={"score": "to_100"}, seed=seed), steps=400, unrest=0.1
        ):
            for event in step.decision.events:
                if isinstance(event, StockShuffled | StockReplenished | SeatResigned) and event.act is not None:
                    acts += 1
                    assert event.act == acts
            assert step.decision.after.acts == acts


@pytest.mark.proves("K-1")
def test_a_game_is_dealt_only_when_it_runs_and_no_deal_does() -> None:
    waiting = THREE.seated()
    assert objection(waiting, commands.DealCards()) is Reason.GAME_NOT_RUNNING
    assert objection(waiting, commands.Draw(seat=0)) is Reason.GAME_NOT_RUNNING
    dealt = THREE.dealt()
    assert objection(dealt, commands.DealCards()) is Reason.DEAL_RUNNING
    assert objection(dealt, commands.StartGame()) is Reason.GAME_ALREADY_STARTED
    assert objection(dealt, commands.TakeSeat(seat=0, player="p")) is Reason.GAME_ALREADY_STARTED


@pytest.mark.proves("K-2", "K-10")
def test_only_the_seat_that_must_act_does() -> None:
    game = THREE.dealt()
    on_turn = game.table.on_turn
    for seat in range(3):
        expected = None if seat == on_turn else Reason.NOT_YOUR_TURN
        assert objection(game, commands.TimeUp(seat=seat)) is expected
        assert objection(game, commands.Resign(seat=seat)) is None
    assert objection(game, commands.Draw(seat=3)) is Reason.NO_SUCH_SEAT
    assert objection(game, commands.Draw(seat=-1)) is Reason.NO_SUCH_SEAT


@pytest.mark.proves("K-101", "K-120", "K-122")
def test_time_moves_only_the_seat_that_must_act_and_says_no_word() -> None:
    """Windows close by moves, never by time: what the clock does is a move of the seat whose time ran out."""
    table = Table(variant="mau_mau", seats=3, options={"announce": "left_one"})
    game = table.at("9S8H/KDQC/TSTD dealer:2 stock:7C7D7H8S discards:9H on_turn:0 ask:play")

    decision = decide(game, commands.TimeUp(seat=0), chance=table.dice)

    ran_out, *_ = decision.events
    assert ran_out == TimeRanOut(seat=0)
    assert decision.after.table.on_turn != 0
    assert not any(decision.after.table.said)


@pytest.mark.proves("K-123", "K-125")
def test_who_is_left_by_resignations_wins() -> None:
    game: Game = THREE.dealt()
    hand = game.table.hands[1]

    after = decide(game, commands.Resign(seat=1), chance=THREE.dice).after
    assert sorted(after.table.stock[-len(hand) :]) == sorted(hand)
    assert objection(after, commands.Resign(seat=1)) is Reason.ALREADY_RESIGNED
    assert legal_moves(after, 1) == []
    end = decide(after, commands.Resign(seat=2), chance=THREE.dice).after

    assert end.ended
    assert (end.ended.ending, end.winners, end.table.ask) == (Ending.RESIGNED, (0,), Ask.NOTHING)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "7S ", "7S+", "+7S", "7S>>H", "7S>Z", "JC>", "7S@", "7S@123", "7S!Mau", "7S!mau-", "7S!!", "7S>H~8S",
        "say", "say Mau", "say mau mau", "accuse", "accuse x", "name", "name X", "cut a", "cut -1", "keep",
        "keep none 7S", "Draw", "draw 2", "7S\n", "accuse \u0661", "cut \u0661 2 3 4", "7S@\u0661", "7S+" * 200 + "7S",
    ],
)  # fmt: skip
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(0, text)


def test_a_ten_is_written_as_t() -> None:
    with pytest.raises(NotationError, match=r'"10S\+10H!" is not a move\. A ten is T: TS\+TH!\.'):
        parse_move(0, "10S+10H!")


def test_every_refusal_has_a_paragraph_of_the_kernel_and_a_sentence() -> None:
    kernel = KERNEL.read_text(encoding="utf-8")

    for reason in Reason:
        assert f"**{reason.paragraph}** " in kernel, reason
        assert reason.sentence.endswith("."), reason


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7S",
        "7S/8S on_turn:0",
        "7S/8S dealer:0 on_turn:0 on_turn:1",
        "7S/8S dealer:0 on_turn:0 what:1",
        "7Z dealer:0",
    ],
)
def test_what_is_no_layout(text: str) -> None:
    with pytest.raises(ValueError, match=r"layout|cards|unpack"):
        parse_layout(text)
