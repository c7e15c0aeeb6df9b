"""Random games: of every variant on our engine, and of Crazy Eights on a loop by hand."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from games.rules import variants
from games.rules.cards import Card, Cards
from games.rules.commands import DealCards
from games.rules.decide import Rollout, decide
from games.rules.game import Game
from games.rules.legality.objections import legal_moves
from games.rules.observation import observe
from games.rules.playouts import start
from tests.benchmarks import loop

SEATS = 2
"""The number of seats that RLCard's `uno` has."""


@dataclass(frozen=True, slots=True)
class FastChance:
    """Chance without a commitment. The rules are measured here, not the random generator."""

    rng: Random

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:  # noqa: ARG002 - the rules number their acts
        """Return *cards* in a random order."""
        lots = self.rng.random
        return tuple(sorted(cards, key=lambda _: lots()))

    def draw_dealer(self, sides: int, act: int) -> int:  # noqa: ARG002
        """Return a number below *sides*."""
        return self.rng.randrange(sides)


def rollout(lobby: Game, chance: FastChance, most: int = sys.maxsize) -> int:
    """Play a deal of the game in *lobby* by at most *most* random legal moves, in place. Return the number of moves."""
    rollout, moves, random = Rollout(lobby, chance), 0, chance.rng.random
    rollout.move(DealCards())
    while moves < most and (legal := rollout.legal_moves()):
        rollout.move(legal[int(random() * len(legal))])
        moves += 1
    return moves


def decisions(lobby: Game, chance: FastChance) -> int:
    """Play a deal by random legal moves. Each is decided: it has events, and the game before it stays as it was."""
    game, moves, random = decide(lobby, DealCards(), chance=chance).after, 0, chance.rng.random
    while (seat := game.on_turn) is not None:
        legal = legal_moves(game, seat)
        game = decide(game, legal[int(random() * len(legal))], chance=chance).after
        moves += 1
    return moves


def observations(lobby: Game, chance: FastChance) -> int:
    """Play a deal by random legal moves. Each is taken from what its seat observes, and decided."""
    game, moves, random = decide(lobby, DealCards(), chance=chance).after, 0, chance.rng.random
    while (seat := game.on_turn) is not None:
        legal = observe(game, seat).moves
        game = decide(game, legal[int(random() * len(legal))], chance=chance).after
        moves += 1
    return moves


WORK: Final[Mapping[str, Callable[[Game, FastChance], int]]] = {
    "rollout": rollout,
    "decide": decisions,
    "observe": observations,
}
"""What our engine does at each move, by its name on the command line."""


def lobby_of(seats: int, chance: FastChance, variant: str = "crazy_eights") -> Game:
    """Return a game that has started and waits for its first deal."""
    return start(variants.load(variant).ruleset(seats), chance)


def engine_rate(seconds: float, work: str = "rollout") -> float:
    """Return how many moves a second our engine makes, in one process, if it does *work* at each."""
    chance, play = FastChance(Random(1)), WORK[work]
    lobby = lobby_of(SEATS, chance)
    return _rate(lambda: play(lobby, chance), seconds)


def variant_rate(variant: str, seconds: float) -> float:
    """Return how many moves a second our engine makes in *variant*, four at the table, options at their defaults."""
    chance = FastChance(Random(1))
    lobby = lobby_of(4, chance, variant)
    return _rate(lambda: rollout(lobby, chance, 200), seconds)


def loop_rate(seconds: float) -> float:
    """Return how many moves a second the loop by hand makes."""
    rng = Random(1)
    return _rate(lambda: loop.playout(SEATS, rng), seconds)


def main() -> None:
    """Print our engine's rate. The command line says how many seconds to measure, and the work of a move."""
    sys.stdout.write(f"{engine_rate(float(sys.argv[1]), sys.argv[2])}\n")


def _rate(play: Callable[[], int], seconds: float) -> float:
    begun, moves = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds or not moves:
        moves += play()
    return moves / spent


if __name__ == "__main__":
    main()
