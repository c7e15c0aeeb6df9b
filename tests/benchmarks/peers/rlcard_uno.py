"""Random games of RLCard's `uno`, two players: prints moves a second. Usage: `python rlcard_uno.py SECONDS [rules]`.

The environment is driven as an agent would, with its observations. With `rules` only its round is driven, which makes
legal moves and steps: the game above it builds the state of a seat at each step.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import rlcard  # type: ignore[import-not-found]  # lives in the peer's environment only

_rng = random.Random(1)


def play_environment(env: Any) -> int:
    """Play a game in the environment; return how many moves were made."""
    state, _ = env.reset()
    moves = 0
    while not env.is_over():
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[int(_rng.random() * len(legal))])
        moves += 1
    return moves


def play_round(env: Any) -> int:
    """Play a game by its round alone; return how many moves were made."""
    game, moves = env.game, 0
    game.init_game()
    players, one = game.players, game.round
    while not one.is_over:
        legal = one.get_legal_actions(players, one.current_player)
        one.proceed_round(players, legal[int(_rng.random() * len(legal))])
        moves += 1
    return moves


def main() -> None:
    """Measure for the seconds that the command line names."""
    env = rlcard.make("uno", config={"seed": 1})
    play: Callable[[Any], int] = play_round if "rules" in sys.argv else play_environment
    seconds, begun, moves = float(sys.argv[1]), time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds:
        moves += play(env)
    sys.stdout.write(f"{moves / spent}\n")


if __name__ == "__main__":
    main()
