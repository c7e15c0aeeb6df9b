"""Imagined games agree with all that their viewer sees and knows."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from games.bots.deals import determinize, trusted
from games.bots.memory import STOCK, memory_of
from games.rules.cards import HIDDEN
from games.rules.deal import Deal
from games.rules.observation import observe
from tests.games.bots.feeds import positions
from tests.games.bots.positions import position
from tests.rules.tables import Table
from tests.rules.walks import LAW, tables


def cards_of(deal: Deal) -> Counter[int]:
    """Return how many of each card there are anywhere."""
    hands = [card for hand in deal.hands for card in hand]
    claimed = [deal.claim.card] if deal.claim else []
    return Counter([*hands, *deal.stock, *deal.faces, *claimed])


@settings(LAW, max_examples=60)
@given(table=tables())
def test_the_viewer_sees_the_same_in_every_imagined_game(table: Table) -> None:
    """Whatever it remembers, and if it remembers nothing. No card is lost or added, and none is left hidden."""
    rng, deck = Random(table.seed), Counter(table.ruleset.deck)
    for game, memories, _ in positions(table, steps=100):
        if game.on_turn is None:
            continue
        for memory in memories:
            observation = observe(game, memory.viewer)
            for known in (memory, memory_of(observation)):
                imagined = determinize(observation, known, rng)
                assert observe(imagined, memory.viewer) == observation, table
                assert cards_of(imagined.table) == deck, table


@settings(LAW, max_examples=30)
@given(table=tables())
def test_what_is_remembered_holds_in_every_imagined_game(table: Table) -> None:
    rng = Random(table.seed)
    for game, memories, _ in positions(table, steps=60):
        if game.on_turn is None:
            continue
        for memory in memories:
            deal = determinize(observe(game, memory.viewer), memory, rng).table
            for pool in memory.pools.values():
                holders = [place for place, held in pool.held.items() if held]
                if len(holders) == 1 and (holders[0] >= 0 or holders[0] == STOCK):
                    there = deal.stock if holders[0] == STOCK else deal.hands[holders[0]]
                    assert not pool.cards - Counter(there)
            if memory.looked:
                assert all(deal.stock[place] == card for place, card in memory.looked)


def test_imagined_games_differ_in_what_the_viewer_does_not_know() -> None:
    observation = observe(position("mau_mau", "9S", "9H KH 7S", "QD TD"), 0)

    hands = {determinize(observation, memory_of(observation), Random(seed)).table.hands[1] for seed in range(30)}

    assert len(hands) > 20
    assert not any(HIDDEN in hand for hand in hands)


def test_the_memory_of_another_position_is_not_trusted() -> None:
    first, second = (observe(position("mau_mau", "9S", hand, "QD TD"), 0) for hand in ("9H KH 7S", "9H KH"))
    memory = memory_of(first)

    assert trusted(first, memory) is memory
    assert trusted(second, memory) == memory_of(second) == trusted(second, None)


def test_only_a_deal_that_runs_is_imagined() -> None:
    game = position("mau_mau", "9S", "9H KH 7S", "QD TD")

    with pytest.raises(ValueError, match="another seat"):
        determinize(observe(game, 0), memory_of(observe(game, 1)), Random(1))
    with pytest.raises(ValueError, match="spectator"):
        memory_of(observe(game, None))
