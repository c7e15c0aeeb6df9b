"""Programs that play a seat. A bot is a function of what its seat sees, never of the game."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from games.bots import clever, novice
from games.rules.commands import Move
from games.rules.observation import Observation

Bot: TypeAlias = Callable[[Observation, Random, float], Move]
"""``choose(observation, rng, budget)``: one of ``observation.moves``, by these dice, in *budget* seconds."""

LEVELS: Final[Mapping[str, Bot]] = {"novice": novice.choose, "clever": clever.choose}
"""The bots by level."""

FALLBACK: Final = "clever"
"""Plays for a bot that failed."""

BUDGET: Final = 1.0
"""Seconds of thinking."""
