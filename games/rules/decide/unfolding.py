"""What a command sets off, event by event, on a private copy of the game that keeps up with them."""

from games.rules.deal import Deal
from games.rules.events import DealBegan, Event
from games.rules.fairness import Chance
from games.rules.game import Game, record
from games.rules.ruleset import Ruleset


class Unfolding:
    """The events so far, and the game as it stands after them."""

    __slots__ = ("chance", "deal", "events", "game", "rules")

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game: Game = game.copy()
        self.rules: Ruleset = game.rules
        self.chance = chance
        self.events: list[Event] = []
        if self.game.deal is not None:
            self.deal: Deal = self.game.deal
            """The deal as it stands now; there is none before the first one."""

    def tell(self, event: Event) -> None:
        """Let *event* happen."""
        self.events.append(event)
        record(self.game, event)
        if isinstance(event, DealBegan):
            self.deal = self.game.table
