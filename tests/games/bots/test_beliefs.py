"""Which hands an expert thinks likely: they agree with what it knows, and come nearer to the truth than chance."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings

from games.bots.beliefs import Beliefs
from games.bots.budget import Budget
from games.bots.clever import choose
from games.bots.deals import determinize, trusted
from games.bots.evidence import Decided
from games.bots.likelihood import IMPOSSIBLE, log_likelihood
from games.bots.memory import Memory, memory_of
from games.bots.remembering import remember
from games.rules import commands
from games.rules.cards import HIDDEN, Cards, parse_cards
from games.rules.decide import decide
from games.rules.game import Game, Status
from games.rules.observation import masked, observe, seen_by
from tests.games.bots.feeds import positions
from tests.games.bots.positions import position
from tests.games.bots.test_deals import cards_of
from tests.rules.tables import Table
from tests.rules.walks import LAW, tables


@settings(LAW, max_examples=8)
@given(table=tables())
def test_the_viewer_sees_the_same_in_every_likely_game(table: Table) -> None:
    rng, deck = Random(table.seed), Counter(table.ruleset.deck)
    for number, (game, memories, _) in enumerate(positions(table, steps=30)):
        if game.on_turn is None or number % 13:
            continue
        for memory in memories:
            observation = observe(game, memory.viewer)
            for imagined in islice(Beliefs(observation, memory, rng).games(), 2):
                assert observe(imagined, memory.viewer) == observation, table
                assert cards_of(imagined.table) == deck, table


def shared(hand: Cards, other: Cards) -> int:
    """Return how many cards two hands have in common."""
    return (Counter(hand) & Counter(other)).total()


@pytest.mark.parametrize("variant", ["mau_mau", "crazy_eights", "faraon"])
def test_likely_hands_have_more_cards_of_the_true_hand_than_those_by_chance(variant: str) -> None:
    likely = chance = 0
    for seed in range(8):
        for game, memory in played(Table(variant=variant, seats=2, seed=seed)):
            observation, rng = observe(game, 0), Random(seed)
            truth = game.table.hands[1]
            for imagined in islice(Beliefs(observation, memory, rng).games(), 12):
                likely += shared(imagined.table.hands[1], truth)
                chance += shared(determinize(observation, memory, rng).table.hands[1], truth)

    assert likely > 1.1 * chance


def played(table: Table) -> list[tuple[Game, Memory]]:
    """Return some positions of a deal between clever seats, with what seat 0 remembers."""
    game, memory, found = table.seated(), Memory(0), []
    command: commands.Command = commands.StartGame()
    for number in range(60):
        decision = decide(game, command, chance=table.dice)
        game = decision.after
        memory = remember(memory, [seen_by(0, event) for event in decision.events], table.ruleset)
        if game.status == Status.OVER or game.ended is not None:
            break
        command = commands.DealCards()
        if game.on_turn is not None:
            command = choose(observe(game, game.on_turn), None, Random(number), Budget())
            if game.on_turn == 0 and number > 6 and not number % 4:
                found.append((game, memory))
    return found


def likelihood(hand: str, move: str) -> float:
    """Return how likely, as a logarithm, seat 0 with *hand* lays a card on the nine of spades, or draws."""
    game = position("mau_mau", "9S", hand, "QD TD")
    made: commands.Move = commands.Draw(seat=0)
    if move != "draw":
        made = commands.Play(seat=0, cards=parse_cards(move))
    table = masked(game.table, None, shown=False)
    assert set(table.hands[0]) == {HIDDEN}
    return log_likelihood(Decided(table, made, 3, 0), parse_cards(hand), None, game)


def test_a_hand_that_can_lay_does_not_draw_where_it_must_not() -> None:
    assert likelihood("9H KD 8C", "draw") == IMPOSSIBLE
    assert likelihood("TH KD 8C", "draw") == 0


def test_a_card_that_is_not_held_is_not_laid() -> None:
    assert likelihood("TH KD 8C", "9H") == IMPOSSIBLE


def test_a_hand_with_a_better_move_is_less_likely() -> None:
    """Who lays a plain card seldom holds one that makes the other draw."""
    assert likelihood("9H KD 8C", "9H") > likelihood("9H 7S 8C", "9H") > IMPOSSIBLE


def test_without_evidence_every_layout_is_as_likely() -> None:
    game = position("mau_mau", "9S", "9H KH 7S", "QD TD")
    observation = observe(game, 0)

    hands = {
        frozenset(one.table.hands[1])
        for one in islice(Beliefs(observation, memory_of(observation), Random(1)).games(), 60)
    }

    assert len(hands) > 40


def test_evidence_that_does_not_fit_the_memory_is_left_aside() -> None:
    game, memory = played(Table(variant="mau_mau", seats=2, seed=1))[0]
    observation = observe(game, 0)
    torn = {seat: known._replace(gained=known.gained + 1) for seat, known in memory.evidence.items()}
    memory.evidence = torn

    imagined = next(Beliefs(observation, trusted(observation, memory), Random(1)).games())

    assert observe(imagined, 0) == observation


def test_the_games_follow_from_the_dice() -> None:
    game, memory = played(Table(variant="mau_mau", seats=2, seed=1))[0]

    once, again = (list(islice(Beliefs(observe(game, 0), memory, Random(5)).games(), 5)) for _ in range(2))

    assert once == again
