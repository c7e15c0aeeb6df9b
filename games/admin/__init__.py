"""The pages of the admin about games, players, ladders and projections. They only show, and change nothing.

While a game runs, its pages show what a spectator sees. Nobody sees hidden cards, the seed or salts.
"""

from games.admin.findings import FindingReports
from games.admin.games import Games
from games.admin.ladders import Ladders
from games.admin.notes import Notes
from games.admin.players import Players
from games.admin.projections import Projections
from games.admin.registers import CustomVariants, Heartbeats, Outages, Rulesets

__all__ = [
    "CustomVariants", "FindingReports", "Games", "Heartbeats", "Ladders", "Notes", "Outages", "Players", "Projections",
    "Rulesets",
]  # fmt: skip
