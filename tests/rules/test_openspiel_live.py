"""Crazy Eights is OpenSpiel's: our engine leads through thousands of games, and the real OpenSpiel follows (CE-37).

Every card that our chance deals is OpenSpiel's next chance action. At each decision both list what is legal, and at the
end both count. Chance and players come from the number of the game, so a game that differs differs again.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any, Final

import pytest

from games.rules import commands
from games.rules.events import Ending, PenaltyRaised, StockReplenished, UpCardPutBack
from games.rules.ruleset import OptionValue
from tests.rules.openspiel import Twins
from tests.rules.tables import Table

pyspiel: Any = pytest.importorskip(
    "pyspiel",
    reason="OpenSpiel cannot be imported (is there a wheel of open_spiel for this machine?): "
    "only the games that it once played are compared, in test_openspiel.py",
    exc_type=ImportError,
)

GAMES: Final = 108
"""At each number of seats from two to eight, with and without special cards, with and without reshuffling."""

MIXES: Final = tuple(product((1, 2, 3, 5, 5, 12), (1, 9, 30, 100, 100, 250)))
"""How many cards may be drawn in a turn, and how many plays a deal has."""

EAGER: Final = (1.0, 1.0, 0.5, 0.1)
"""How often a seat that may lay a card does, though it may draw or pass: it takes idle seats to use up the stock."""


def parameters(**options: OptionValue) -> dict[str, OptionValue]:
    """Return the options that are OpenSpiel's parameters, at its own values but for *options*."""
    usual = {"max_draw_cards": 5, "max_turns": 100, "use_special_cards": False, "reshuffle": False}
    return {**usual, **options}


def play(seats: int, ours: Mapping[str, OptionValue], theirs: Mapping[str, OptionValue], seed: int) -> Counter[object]:
    """Play game number *seed* to its end by chance, comparing all the way, and return what happened in it."""
    state = pyspiel.load_game("crazy_eights", {"players": seats, **theirs}).new_initial_state()
    twins, rng = Twins(Table(variant="crazy_eights", seats=seats, options=ours, seed=seed), state), Random(seed)
    eager = EAGER[seed % len(EAGER)]
    try:
        while moves := twins.compared():
            plays = [move for move in moves if isinstance(move, commands.Play)]
            others = [move for move in moves if not isinstance(move, commands.Play)]
            twins.play(rng.choice(plays if plays and (not others or rng.random() < eager) else others), moves)
        assert twins.now.points == tuple(twins.state.returns())
    except Exception as fault:
        fault.add_note(f"game {seed} of {seats} seats, {ours}; OpenSpiel's actions so far: {twins.state.history()}")
        raise
    return Counter(getattr(event, "ending", type(event)) for event in twins.happened)


@pytest.mark.proves("CE-37")
@pytest.mark.sampled(7)
@pytest.mark.parametrize("reshuffle", [False, True], ids=["used-up", "reshuffled"])
@pytest.mark.parametrize("special", [False, True], ids=["plain", "special"])
@pytest.mark.parametrize("seats", range(2, 9))
def test_both_play_the_same_games(seats: int, special: bool, reshuffle: bool) -> None:  # noqa: FBT001
    seen: Counter[object] = Counter()

    for seed in range(GAMES):
        draws, plays = MIXES[seed % len(MIXES)]
        options = parameters(max_draw_cards=draws, max_turns=plays, use_special_cards=special, reshuffle=reshuffle)
        seen += play(seats, options, options, seed)

    assert {Ending.WENT_OUT, Ending.PLAYS_SPENT, Ending.BLOCKED, UpCardPutBack} <= set(seen)
    assert (seen[PenaltyRaised] > 0, seen[StockReplenished] > 0) == (special, reshuffle)


@pytest.mark.proves("CE-1", "CE-37")
@pytest.mark.sampled(2)
@pytest.mark.parametrize("seats", range(9, 16))
def test_both_play_the_same_games_at_long_tables(seats: int) -> None:
    for seed in range(16):
        draws, plays = MIXES[seed]
        options = parameters(
            max_draw_cards=draws, max_turns=plays, use_special_cards=seed % 2 > 0, reshuffle=seed % 4 > 1
        )
        play(seats, options, options, seed)


@pytest.mark.parametrize(
    "ours",
    [{"max_draw_cards": 4}, {"max_turns": 20}, {"use_special_cards": True}, {"reshuffle": True}, {"score": "face"}],
    ids=lambda one: next(iter(one)),
)
def test_the_comparison_sees_other_rules(ours: dict[str, OptionValue]) -> None:
    """Where our engine plays by an option that OpenSpiel was not told of, both differ, so the tests above can fail."""
    with pytest.raises(AssertionError):
        all(play(2, parameters(**ours), parameters(), seed) for seed in range(GAMES))
