"""Random games of OpenSpiel's `crazy_eights`, two players: prints moves a second. Usage: `python … SECONDS`.

Driven from Python in a tight loop; only moves of players count, dealing and drawing (chance nodes) come on top.
"""

import random
import sys
import time

import pyspiel  # type: ignore[import-not-found]  # lives in the peer's environment only


def main() -> None:
    """Measure for the seconds that the command line names."""
    game = pyspiel.load_game("crazy_eights(players=2)")
    seconds, rng = float(sys.argv[1]), random.Random(1)
    begun, moves = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            moves += not state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
    sys.stdout.write(f"{moves / spent}\n")


if __name__ == "__main__":
    main()
