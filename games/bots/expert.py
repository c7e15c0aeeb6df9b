"""A bot that searches: it imagines deals that agree with what its seat has seen, and finds out where its moves lead."""

import time
from dataclasses import dataclass
from random import Random
from typing import Final

from games.bots import clever
from games.bots.beliefs import Beliefs
from games.bots.budget import Budget
from games.bots.deals import trusted
from games.bots.memory import Memory
from games.bots.search import Node, descend
from games.bots.speech import without_words
from games.rules.commands import Accuse, Move, Play, is_honest
from games.rules.observation import Observation

WIDEST: Final = 8
"""How many moves are tried, the best by the weights of ``clever``."""
HOPELESS: Final = 45.0
"""Moves that are so much worse than the best one by these weights are not tried."""
CAUTION: Final = 0.5
"""How sure the search must be to choose another move than ``clever``, in standard errors of their difference."""


@dataclass(slots=True)
class _Tried:
    """A move, and how much more it brought than the move of ``clever`` in the same imagined deals."""

    move: Move
    times: int = 0
    gain: float = 0.0
    squares: float = 0.0

    def note(self, gain: float) -> None:
        """Count one more comparison."""
        self.times += 1
        self.gain += gain
        self.squares += gain * gain

    def at_least(self, caution: float) -> float:
        """Return a low estimate of the gain: its mean less so many standard errors."""
        if self.times < 2:
            return -1.0
        mean = self.gain / self.times
        spread = max(0.0, self.squares / self.times - mean * mean)
        return float(mean - caution * (spread / (self.times - 1)) ** 0.5)


def choose(observation: Observation, memory: Memory | None, rng: Random, budget: Budget) -> Move:
    """Return the best of ``observation.moves`` by search. Raises ValueError if there is none.

    If the *budget* is a number of iterations, the move follows from the arguments and *rng* alone.
    """
    until = time.monotonic() + budget.seconds
    first = clever.choose(observation, memory, rng, budget)
    if observation.table is None or isinstance(first, Accuse):
        return first
    memory = trusted(observation, memory)
    tried = [_Tried(move) for move in _candidates(observation, memory, first)]
    root, spent, base = Node(), 0, tried[0]
    games = Beliefs(observation, memory, rng).games()
    rounds = (len(tried) - 1).bit_length()
    for number in range(rounds):
        begun, share = time.monotonic(), 1 / (rounds - number)
        ends, most = begun + (until - begun) * share, round(((budget.iterations or 0) - spent) * share)
        done = 0
        while done < most if budget.iterations else time.monotonic() < ends:
            # The same imagined deal and the same chance for each move.
            game, seed = next(games), rng.getrandbits(32)
            standard = descend(root, game, base.move, seed)
            for one in tried[1:]:
                one.note(descend(root, game, one.move, seed) - standard)
            done += len(tried)
        spent += done
        others = sorted(tried[1:], key=lambda one: -one.at_least(0.0))
        tried = [base, *others[: max(1, len(others) // 2)]]
    best = max(tried[1:], key=lambda one: one.at_least(CAUTION), default=base)
    return best.move if best.at_least(CAUTION) > 0 else first


def _candidates(observation: Observation, memory: Memory, first: Move) -> list[Move]:
    """Return the moves to try: *first*, which ``clever`` chose, and then the others, the best first by its weights."""
    moves = without_words(observation) or list(observation.moves)
    if any(isinstance(move, Play) and is_honest(move) for move in moves):
        moves = [move for move in moves if not isinstance(move, Play) or is_honest(move)]
    ranked = clever.ranked(observation, memory, moves)
    found = [move for move, value in ranked if value > ranked[0][1] - HOPELESS]
    return [first, *(move for move in found if move != first)][:WIDEST]
