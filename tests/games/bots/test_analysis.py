"""What moves are worth: by what the seat knows alone, and the same each time."""

from random import Random
from statistics import mean

import pytest

from games.bots.analysis import KEPT, WIDEST, Valued, values
from games.bots.memory import memory_of
from games.bots.samples import MATTERS
from games.rules.game import Game
from games.rules.notation import parse_move, print_move
from games.rules.observation import observe
from tests.games.bots.positions import position


def valued(game: Game, played: str, *, deals: int = 12, seed: int = 4) -> list[Valued]:
    observation = observe(game, 0)
    return values(observation, memory_of(observation), parse_move(0, played), Random(seed), deals)


def test_hidden_cards_change_no_value() -> None:
    hands = "9H KH 7S TS 8D", "QD TD 8C AC"
    game = position("mau_mau", "9S", *hands)
    other = position("mau_mau", "9S", hands[0], "QS TC 8H AD")
    assert game.table.hands[1] != other.table.hands[1]

    assert valued(game, "7S") == valued(other, "7S") == valued(game, "7S")


def test_the_best_comes_first_and_what_was_played_is_among_them() -> None:
    found = valued(position("mau_mau", "9S", "9H 9D 9C 7S 8S TS JS QS KS AS", "QD TD 8C AC"), "draw", deals=4)

    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    assert all(0 <= one.value <= 1 for one in found)
    assert "draw" in [print_move(one.move) for one in found]
    assert KEPT <= len(found) <= KEPT + 1 < WIDEST


def test_to_go_out_is_worth_everything() -> None:
    best, *others = valued(position("mau_mau", "9S", "9H", "QD TD 8C"), "draw")

    assert (print_move(best.move), best.value) == ("9H", 1.0)
    assert [print_move(one.move) for one in others] == ["draw"]
    assert others[0].value < best.value


def test_the_word_that_is_due_is_said() -> None:
    """Without it the same card is another move, and a worse one."""
    game = position("mau_mau", "9S", "9H 8C", "QD TD 8D", options={"announce": "left_one"})
    word = next(print_move(one) for one in observe(game, 0).moves if print_move(one).startswith("9H!"))

    found = {print_move(one.move): one.value for one in valued(game, "9H")}

    assert {word, "9H"} <= found.keys()
    assert found[word] > found["9H"]


def test_a_move_that_only_chance_puts_behind_is_not_called_worse() -> None:
    """Hearts and diamonds are alike here, so these moves are worth the same. Still one of them comes first."""
    game, behind, called = position("mau_mau", "9S", "9H 9D TC", "QC 8C"), 0, 0
    for seed in range(20):
        best, *others = valued(game, "9H", seed=seed)
        own = next(one for one in (best, *others) if print_move(one.move) == "9H")
        behind += best.value - own.value >= MATTERS
        called += best.is_better
        assert not own.is_better

    assert behind > 3
    assert called == 0


def test_a_blunder_is_called_worse() -> None:
    game = position("mau_mau", "9S", "9H", "QD")

    assert all(valued(game, "draw", seed=seed)[0].is_better for seed in range(5))
    assert not any(one.is_better for one in valued(game, "9H"))


@pytest.mark.slow
def test_the_interval_holds_what_many_analyses_find_on_average() -> None:
    game = position("mau_mau", "9S", "9H TC KD", "QC 8C")
    found = [
        one for seed in range(80) for one in valued(game, "9H", deals=20, seed=seed) if print_move(one.move) == "9H"
    ]

    chance = mean(one.value for one in found)

    assert 0.2 < chance < 0.8
    assert 0.9 <= mean(one.interval.low <= chance <= one.interval.high for one in found) < 1
    assert all(one.interval.low <= one.value <= one.interval.high for one in found)


def test_between_deals_there_is_nothing_to_value() -> None:
    observation = observe(Game(ruleset=position("mau_mau", "9S", "9H", "8H").rules), None)
    with pytest.raises(ValueError, match="nothing"):
        values(observation, None, parse_move(0, "draw"), Random(1), 1)
