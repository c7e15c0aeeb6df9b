"""What a command sets off, event by event, on a private copy of the game that keeps up with them."""

from games.rules.deal import Deal
from games.rules.events import Event
from games.rules.fairness import Chance
from games.rules.game import Game, record
from games.rules.ruleset import Ruleset


class Unfolding:
    """The events so far, and the game as it stands after them."""

    __slots__ = ("chance", "events", "game", "rules")

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game: Game = game.copy()
        self.rules: Ruleset = game.rules
        self.chance = chance
        self.events: list[Event] = []

    @property
    def deal(self) -> Deal:
        """The deal as it stands now."""
        return self.game.table

    def tell(self, event: Event) -> None:
        """Let *event* happen."""
        self.events.append(event)
        record(self.game, event)
