"""Questions to the read models. Nothing here locks or writes, and nothing reads the log."""

from games.selectors.driver import BOTS_LIMIT, OVERDUE_LIMIT, bots_due, overdue
from games.selectors.lobby import is_empty, lobby
from games.selectors.own_games import OwnGame, awaiting_count, games_of
from games.selectors.variants import variants_of

__all__ = [
    "BOTS_LIMIT",
    "OVERDUE_LIMIT",
    "OwnGame",
    "awaiting_count",
    "bots_due",
    "games_of",
    "is_empty",
    "lobby",
    "overdue",
    "variants_of",
]
