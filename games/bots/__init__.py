"""Programs that play a seat. A bot is a function of what its seat sees, never of the game."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from games.bots import clever, novice
from games.rules.commands import Move
from games.rules.observation import Observation

Bot: TypeAlias = Callable[[Observation, Random, float], Move]
"""``choose(sight, rng, budget)``: one of ``sight.moves``, by these dice, within *budget* seconds of thinking."""

LEVELS: Final[Mapping[str, Bot]] = {"novice": novice.choose, "clever": clever.choose}
"""The bots by level."""

FALLBACK: Final = "clever"
"""Plays for a bot that failed."""

BUDGET: Final = 1.0
"""Seconds of thinking."""
