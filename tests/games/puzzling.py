"""Puzzles for tests, made from games that good bots have played to their end."""

from typing import Final

from games.clocks import Terms
from games.services import puzzles
from games.store.puzzles import Puzzle, of_today
from tests.games.services.sitting import Sitting

_MOST_GAMES: Final = 30


def a_puzzle() -> Puzzle:
    """Play public games for two until one gives a puzzle. With `same_chance` this is always the same one."""
    for _ in range(_MOST_GAMES):
        Sitting.of(2, terms=Terms(visibility="public")).play_on()
        if puzzles.make():
            return of_today()[0]
    raise AssertionError("no game gave a puzzle")
