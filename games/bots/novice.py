"""Plays at random, but knows its words: any legal move is as likely as another, and what is due is mostly said."""

from random import Random

from games.bots.speech import spoken, without_words
from games.rules.commands import Move
from games.rules.sight import Sight

REMEMBERS = 0.9
"""How often it says the word that is due."""


def choose(sight: Sight, rng: Random, budget: float) -> Move:  # noqa: ARG001 - it needs no time
    """Return a random move out of ``sight.moves``. Raises ValueError if there is none."""
    if not sight.moves:
        raise ValueError("there is no move to choose from")
    deeds = without_words(sight)
    if not deeds:
        return rng.choice(sight.moves)
    deed = rng.choice(deeds)
    return spoken(sight, deed) if rng.random() < REMEMBERS else deed
