"""Random games of RLCard's `uno`, two players: prints moves a second. Usage: `python rlcard_uno.py SECONDS`.

The game beneath the environment is driven, without observations for neural networks: the faster way, the harder peer.
"""

import random
import sys
import time

import rlcard  # type: ignore[import-not-found]  # lives in the peer's environment only


def main() -> None:
    """Measure for the seconds that the command line names."""
    game = rlcard.make("uno", config={"seed": 1}).game
    seconds, rng = float(sys.argv[1]), random.Random(1)  # noqa: S311
    begun, moves = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds:
        game.init_game()
        while not game.is_over():
            legal = game.get_legal_actions()
            game.step(legal[int(rng.random() * len(legal))])
            moves += 1
    sys.stdout.write(f"{moves / spent}\n")


if __name__ == "__main__":
    main()
