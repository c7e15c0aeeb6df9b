"""What each move of a decision is worth: the search of ``expert``, with a number of imagined deals and not a time."""

from random import Random
from typing import Final, NamedTuple

from games.bots import clever
from games.bots.beliefs import Beliefs
from games.bots.deals import trusted
from games.bots.memory import Memory
from games.bots.search import Node, descend
from games.bots.speech import without_words
from games.rules.commands import Move
from games.rules.observation import Observation

WIDEST: Final = 8
"""How many moves are tried besides the one that was played, the best by the weights of ``clever``."""
KEPT: Final = 4
"""How many of them are tried in the second half of the imagined deals."""


class Valued(NamedTuple):
    """A move, and what it is worth to its seat: the mean of ``games.bots.rewards`` over the imagined deals."""

    move: Move
    value: float


def values(observation: Observation, memory: Memory | None, played: Move, rng: Random, deals: int) -> list[Valued]:
    """Return the moves that were tried in all *deals*, the best first. The *played* one is among them.

    They are compared in the same imagined deals with the same chance. The result follows from the arguments alone.
    Raises ValueError if no deal runs.
    """
    memory = trusted(observation, memory)
    ranked = clever.ranked(observation, memory, without_words(observation) or observation.moves)
    others = [move for move in dict.fromkeys(move for move, _ in ranked) if move != played]
    totals = dict.fromkeys((played, *others[:WIDEST]), 0.0)
    root, games = Node(), Beliefs(observation, memory, rng).games()
    for number in range(deals):
        if number == deals // 2:
            best = sorted(totals, key=lambda move: -totals[move])[:KEPT]
            totals = {move: total for move, total in totals.items() if move in best or move == played}
        game, seed = next(games), rng.getrandbits(32)
        for move in totals:
            totals[move] += descend(root, game, move, seed)
    found = [Valued(move, total / deals) for move, total in totals.items()]
    return sorted(found, key=lambda one: -one.value)
