"""A bot that plays at random, but mostly plays a card if it can, and says the word that is due."""

from random import Random

from games.bots.budget import Budget
from games.bots.memory import Memory
from games.bots.speech import spoken, without_words
from games.rules.commands import Move, Play, is_honest
from games.rules.observation import Observation

LAYS = 0.75
"""How often it considers only plays; otherwise all moves are equally likely."""
REMEMBERS = 0.9
"""How often it says the word that is due."""
HONEST = 0.85
"""How often it neither lies nor challenges, where cards are played face down."""


def choose(observation: Observation, memory: Memory | None, rng: Random, budget: Budget) -> Move:  # noqa: ARG001 - it neither remembers nor needs time
    """Return a random move out of ``observation.moves``. Raises ValueError if there is none."""
    if not observation.moves:
        raise ValueError("there is no move to choose from")
    moves = without_words(observation)
    if not moves:
        return rng.choice(observation.moves)
    if observation.ruleset.sections.blind.on and rng.random() < HONEST:
        moves = [move for move in moves if is_honest(move)] or moves
    plays: list[Move] = [move for move in moves if isinstance(move, Play)]
    move = rng.choice(plays if plays and rng.random() < LAYS else moves)
    return spoken(observation, move) if rng.random() < REMEMBERS else move
