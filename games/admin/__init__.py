"""What operators see of games and of what follows them. Nothing can be changed here.

While a game runs its pages show what a spectator sees: hidden cards, seed and salts are for nobody.
"""

from games.admin.findings import FindingReports
from games.admin.games import Games
from games.admin.ladders import Ladders
from games.admin.projections import Projections
from games.admin.registers import CustomVariants, Heartbeats, Outages, Rulesets

__all__ = ["CustomVariants", "FindingReports", "Games", "Heartbeats", "Ladders", "Outages", "Projections", "Rulesets"]
