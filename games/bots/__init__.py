"""Programs that play a seat. A bot gets the observation of its seat, never the game."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from games.bots import clever, expert, novice
from games.bots.budget import Budget
from games.bots.memory import Memory
from games.rules.commands import Move
from games.rules.observation import Observation

Bot: TypeAlias = Callable[[Observation, Memory | None, Random, Budget], Move]
"""``choose(observation, memory, rng, budget)`` returns one of ``observation.moves`` within the *budget*.

*memory* is what the seat has seen in this deal; without one it goes by the observation alone."""

LEVELS: Final[Mapping[str, Bot]] = {"novice": novice.choose, "clever": clever.choose, "expert": expert.choose}
"""The bots by level."""

FALLBACK: Final = "clever"
"""The bot that plays for one that failed."""

REMEMBERING: Final = frozenset({"clever", "expert"})
"""The levels that use a memory."""

THINKING: Final = frozenset({"expert"})
"""The levels that think for as long as they may; the others answer at once."""

BUDGET: Final = Budget(seconds=1.0)
"""How long a bot may think about a move."""
