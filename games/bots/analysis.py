"""What each move of a decision is worth: the search of ``expert``, with a number of imagined deals and not a time."""

from random import Random
from typing import Final, NamedTuple

from games.bots import clever
from games.bots.beliefs import Beliefs
from games.bots.deals import trusted
from games.bots.memory import Memory
from games.bots.samples import Interval, interval_of, is_gain
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
    interval: Interval
    """In which the value of endlessly many deals lies in about 95 of 100 analyses."""
    is_better: bool
    """Whether it is worth more than the played move, by as much as matters, and by more than chance explains."""


def values(observation: Observation, memory: Memory | None, played: Move, rng: Random, deals: int) -> list[Valued]:
    """Return the moves that were tried in all *deals*, the best first. The *played* one is among them.

    They are compared in the same imagined deals with the same chance. The result follows from the arguments alone.
    Raises ValueError if no deal runs.
    """
    memory = trusted(observation, memory)
    ranked = clever.ranked(observation, memory, without_words(observation) or observation.moves)
    others = [move for move in dict.fromkeys(move for move, _ in ranked) if move != played]
    rewards: dict[Move, list[float]] = {move: [] for move in (played, *others[:WIDEST])}
    root, games = Node(), Beliefs(observation, memory, rng).games()
    for number in range(deals):
        if number == deals // 2:
            best = sorted(rewards, key=lambda move: -sum(rewards[move]))[:KEPT]
            rewards = {move: got for move, got in rewards.items() if move in best or move == played}
        game, seed = next(games), rng.getrandbits(32)
        for move, got in rewards.items():
            got.append(descend(root, game, move, seed))
    own = rewards[played]
    found = [
        Valued(
            move, sum(got) / deals, interval_of(got), is_gain([one - less for one, less in zip(got, own, strict=True)])
        )
        for move, got in rewards.items()
    ]
    return sorted(found, key=lambda one: -one.value)
