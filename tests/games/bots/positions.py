"""Positions to choose at, written as in the examples of a variant."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games import bots
from games.bots.clever import choose
from games.rules.commands import Move
from games.rules.decide import decide
from games.rules.examples.setting import set_up
from games.rules.examples.shape import Example
from games.rules.game import Game
from games.rules.notation import parse_move, print_move
from games.rules.observation import Observation, observe
from games.rules.ruleset import OptionValue
from games.rules.variants import load


def position(
    variant: str,
    up_card: str,
    *hands: str,
    options: Mapping[str, OptionValue] | None = None,
    moves: Sequence[str] = (),
    **given: Any,
) -> Game:
    """Return the game in which seat 0 must act, or whoever must after *moves* (``"0 9H"``, a seat and its move)."""
    given = {"hands": list(hands), "up_card": up_card, **given}
    ruleset = load(variant).ruleset(len(hands), options)
    game, chance = set_up(Example(name="", given=given), ruleset)
    for seat, _, move in (text.partition(" ") for text in moves):
        game = decide(game, parse_move(int(seat), move), chance=chance).after
    return game


def observation_of(game: Game) -> Observation:
    """Return what the seat that must act sees."""
    assert game.on_turn is not None
    return observe(game, game.on_turn)


def move_of(game: Game, seed: int = 1) -> Move:
    """Return what a clever seat does in its place."""
    return choose(observation_of(game), None, Random(seed), bots.BUDGET)


def choice(game: Game) -> str:
    """Return the same in the notation."""
    return print_move(move_of(game))
