"""Bots choose legal moves in every ruleset, go by their sight alone, and the better one wins."""

from collections.abc import Sequence
from random import Random

import pytest

from games import bots
from games.bots.clever import choose as clever
from games.management.matches import Score, meet, play
from games.rules import commands, variants
from games.rules.cards import Card, Cards, parse_cards
from games.rules.commands import DealCards, Play
from games.rules.decide import unfold
from games.rules.events import (
    Ask,
    CardsDealt,
    DealBegan,
    GameOpened,
    GameStarted,
    SeatTaken,
    StockShuffled,
    TurnBegan,
    UpCardTurned,
)
from games.rules.game import Game, Status, fold
from games.rules.ruleset import Options, RulesetError
from games.rules.sight import look


class Dice:
    """Chance that a number determines."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:  # noqa: ARG002
        return tuple(self.random.sample(sorted(cards), len(cards)))

    def lot(self, sides: int, act: int) -> int:  # noqa: ARG002
        return self.random.randrange(sides)


def opened(variant: str, seats: int, options: Options | None = None) -> Game:
    rules = variants.load(variant).ruleset(seats, options)
    made = GameOpened(ruleset=rules.content, options=rules.options, seats=seats, commitment="", seed="")
    return fold(Game(rules), [made, *(SeatTaken(seat=seat, bot="novice") for seat in range(seats))])


def laid(up_card: str, *hands: str, stock: str = "KD KS", variant: str = "mau_mau", **options: object) -> Game:
    """Return a game in which seat 0 must act."""
    held = tuple(parse_cards(hand) for hand in hands)
    dealt = (*(card for hand in held for card in hand), Card.parse(up_card), *parse_cards(stock))
    last = len(hands) - 1
    return fold(
        opened(variant, len(hands), options),  # type: ignore[arg-type]
        [
            GameStarted(dealer=last, act=1),
            DealBegan(deal=1, dealer=last, direction=1, seats=tuple(range(len(hands)))),
            StockShuffled(cards=dealt, act=2),
            CardsDealt(hands=held),
            UpCardTurned(card=Card.parse(up_card)),
            TurnBegan(seat=0, ask=Ask.PLAY),
        ],
    )


def choice(game: Game) -> commands.Move:
    return clever(look(game, 0), Random(1), bots.BUDGET)


def random_options(variant: str, random: Random) -> Options:
    switches = variants.load(variant).switches
    return {name: random.choice(one.choices) for name, one in switches.items() if one.choices and random.random() < 0.5}


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("variant", variants.KEYS)
def test_every_level_plays_every_ruleset_to_its_end(level: str, variant: str) -> None:
    played = 0
    for number in range(40):
        random, dice = Random(number), Dice(number)
        options, seats = random_options(variant, random), random.randint(2, 5)
        try:
            game = opened(variant, seats, options)
        except RulesetError:
            continue
        game = unfold(game, commands.StartGame(), chance=dice).after
        for _ in range(8000):
            if game.status == Status.OVER:
                break
            if game.on_turn is None:
                game = unfold(game, DealCards(), chance=dice).after
                continue
            sight = look(game, game.on_turn)
            move = bots.LEVELS[level](sight, random, bots.BUDGET)
            assert move in sight.moves
            assert not isinstance(move, commands.Resign)
            game = unfold(game, move, chance=dice).after
        assert game.status == Status.OVER, (variant, options, seats)
        played += 1
    assert played >= 20


def test_a_choice_goes_by_the_sight_alone() -> None:
    """Two games that differ only in what the seat may not see get the same move."""
    one = laid("9S", "9H KH 7S", "QD TD AC", stock="KD KS JC 8H")
    other = laid("9S", "9H KH 7S", "JC 8H KD", stock="AC KS QD TD")

    assert look(one, 0) == look(other, 0)
    for level in bots.LEVELS.values():
        assert level(look(one, 0), Random(5), 1.0) == level(look(other, 0), Random(5), 1.0)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        pytest.param(laid("9S", "JD 9H TH", "7D 8D"), "9H", id="keeps its wild for last"),
        pytest.param(laid("9S", "9H 8S KD", "7D"), "8S", id="skips who is about to go out"),
        pytest.param(laid("9S", "9H 7S QD", "7D"), "7S", id="makes the one with the smallest hand draw"),
        pytest.param(laid("9S", "9D KS QS", "7D 8D TD AD"), "KS QS", id="stays in its longest suit"),
        pytest.param(laid("9S", "AS KS 9D", "7D 8D"), "AS", id="lays an ace while it can cover it"),
    ],
)
def test_clever_has_sense(game: Game, expected: str) -> None:
    move = choice(game)

    assert isinstance(move, Play)
    assert move.cards[0] in parse_cards(expected)


def test_clever_does_not_draw_where_it_can_play() -> None:
    assert isinstance(choice(laid("9S", "9H KD AD", "7D 8D", voluntary_draw=True)), Play)


def test_clever_nominates_its_longest_suit() -> None:
    move = choice(laid("9S", "JD TH QH KD", "7D 8D"))

    assert isinstance(move, Play)
    assert move.nominated == "H"


def test_clever_always_announces() -> None:
    move = choice(laid("9S", "9H KD", "7D 8D"))

    assert isinstance(move, Play)
    assert move.word == "mau"


def test_clever_goes_out_when_it_can() -> None:
    move = choice(laid("9S", "9H", "7D 8D", announce="at_last"))

    assert move == Play(seat=0, cards=parse_cards("9H"), word="mau")


def test_clever_beats_novice() -> None:
    scores = []
    for variant in ("mau_mau", "crazy_eights"):
        total = Score()
        for number in range(100):
            met = meet(variant, "clever", "novice", number)
            total.games, total.won = total.games + met.games, total.won + met.won
        scores.append(total.share)

    assert sum(scores) / len(scores) >= 0.7, scores


def test_a_match_is_determined_by_its_number() -> None:
    once, again = (play("mau_mau", ("clever", "novice"), 7) for _ in range(2))

    assert once == again


def test_the_interval_holds_the_share_and_narrows() -> None:
    few, many = Score(games=20, won=15), Score(games=2000, won=1500)

    for score in (few, many):
        low, high = score.interval()
        assert 0 < low < 0.75 < high < 1
    assert few.interval()[0] < many.interval()[0]
