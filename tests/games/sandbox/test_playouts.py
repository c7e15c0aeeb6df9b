"""Deals played by chance: the facts follow from the seed, and every variant's deals end."""

import pytest

from games.rules import variants
from games.rules.events import Cause
from games.rules.playouts import PlayStyle, play_deal, play_game
from games.rules.variants import from_bytes

PEOPLE = PlayStyle(forgets=0.5, accuses=0.5, late=0.05)


@pytest.mark.parametrize("key", variants.KEYS)
def test_a_seed_determines_a_deal(key: str) -> None:
    ruleset = variants.load(key).ruleset(variants.load(key).rules["players"]["least"])
    first, again, other = (play_deal(ruleset, seed, style=PEOPLE) for seed in ("a", "a", "b"))

    assert first == again
    assert first != other
    assert first.ended
    assert first.turns > 0 < first.plays <= first.decisions + first.turns
    assert set(first.drawn) == set(Cause)
    assert first.first in range(ruleset.seats)


def test_a_game_begins_with_the_deal_of_its_seed() -> None:
    ruleset = from_bytes(variants.load("crazy_eights").content).ruleset(3)
    game = play_game(ruleset, 7)

    assert game.ended
    assert game.deals[0] == play_deal(ruleset, 7)
    assert len(game.scores) == len(game.places) == 3


def test_a_bound_on_decisions_is_kept_and_told() -> None:
    deal = play_deal(variants.load("mau_mau").ruleset(4), 1, most_decisions=3)

    assert (deal.ended, deal.ending, deal.decisions, deal.places) == (False, None, 3, ())
    assert not play_game(variants.load("mau_mau").ruleset(4), 1, most_decisions=3).ended


def test_who_forgets_is_fined_and_who_does_not_is_not() -> None:
    ruleset = variants.load("mau_mau").ruleset(4)

    assert not sum(play_deal(ruleset, seed).drawn[Cause.FINE] for seed in range(20))
    assert sum(play_deal(ruleset, seed, style=PlayStyle(forgets=1)).drawn[Cause.FINE] for seed in range(20))
