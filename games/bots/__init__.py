"""Programs that play a seat. A bot gets the observation of its seat, never the game."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from games.bots import clever, novice
from games.rules.commands import Move
from games.rules.observation import Observation

Bot: TypeAlias = Callable[[Observation, Random, float], Move]
"""``choose(observation, rng, budget)`` returns one of ``observation.moves`` within *budget* seconds."""

LEVELS: Final[Mapping[str, Bot]] = {"novice": novice.choose, "clever": clever.choose}
"""The bots by level."""

FALLBACK: Final = "clever"
"""The bot that plays for one that failed."""

BUDGET: Final = 1.0
"""Seconds that a bot may think about a move."""
