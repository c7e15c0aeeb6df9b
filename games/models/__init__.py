"""The tables, as Django sees them. They are made by SQL (``games/migrations``), for Django cannot express them.

Django never makes, changes or empties them (``managed = False``): so neither ``flush`` nor a test case tries to
TRUNCATE what must not be. Whoever writes the log does it through ``games.store``.
"""

from games.models.clock import Heartbeat, Outage
from games.models.customs import CustomVariant, Judgement
from games.models.following import Checkpoint, LobbyRow, Projection
from games.models.log import Event, Game, GameState, MoveKey, Ruleset, Seat

__all__ = [
    "Checkpoint",
    "CustomVariant",
    "Event",
    "Game",
    "GameState",
    "Heartbeat",
    "Judgement",
    "LobbyRow",
    "MoveKey",
    "Outage",
    "Projection",
    "Ruleset",
    "Seat",
]
