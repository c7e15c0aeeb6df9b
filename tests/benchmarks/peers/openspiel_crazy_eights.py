"""Random games of OpenSpiel's `crazy_eights`, two players: prints moves a second. Usage: `python … SECONDS [observe]`.

Driven from Python in a tight loop; only moves of players count, dealing and drawing (chance nodes) come on top. With
`observe`, the seat that moves is observed first, into an array that is used again: the fastest way that OpenSpiel has.
"""

import random
import sys
import time

import pyspiel  # type: ignore[import-not-found]  # lives in the peer's environment only
from open_spiel.python.observation import make_observation  # type: ignore[import-untyped]


def main() -> None:
    """Measure for the seconds that the command line names."""
    game = pyspiel.load_game("crazy_eights(players=2)")
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False))
    observes = "observe" in sys.argv
    seconds, rng = float(sys.argv[1]), random.Random(1)
    begun, moves = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                moves += 1
                if observes:
                    observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
    sys.stdout.write(f"{moves / spent}\n")


if __name__ == "__main__":
    main()
