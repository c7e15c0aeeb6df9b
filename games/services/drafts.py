"""What is going to be appended: a game under lock, and all that happens to it in one transaction."""

from collections.abc import Iterable
from dataclasses import replace
from uuid import UUID

from games.clocks import auto_accepts
from games.rules.budgets import MOST_EVENTS, BudgetExceeded
from games.rules.commands import Accept, Command, DealCards
from games.rules.decide import decide
from games.rules.events import Event, GameEnded
from games.rules.evolve import fold
from games.rules.fairness import CommittedChance
from games.rules.game import Game, Status
from games.rules.legality.objections import legal_moves
from games.rules.notation import Happening, happenings


class Draft:
    """Events one after the other, each with what caused it; and the game after them."""

    def __init__(self, game_id: UUID, game: Game) -> None:
        self.game_id = game_id
        self.game = game
        self.events: list[Happening] = []

    def emit(self, event: Event) -> None:
        """Let *event* happen."""
        self._add([Happening(self.game.turn, event)], fold(self.game, (event,)))

    def handle(self, command: Command) -> None:
        """Handle *command* and what follows by itself: the next deal, and an accept where the table agreed on it.

        Raises IllegalMove, BudgetExceeded.
        """
        self._decide(command)
        while follows := self._what_follows():
            self._decide(follows)

    def discount(self, reason: str) -> None:
        """Let the event that ends the game say the *reason* why it does not count. Raises TypeError if it runs on."""
        last, ended = self.events[-1], self.events[-1].event
        if not isinstance(ended, GameEnded):
            raise TypeError("the game is not over")
        ended = replace(ended, unrated=reason)
        self.events[-1], self.game = last._replace(event=ended), fold(self.game, (ended,))

    def _what_follows(self) -> Command | None:
        game = self.game
        if game.status != Status.PLAYING:
            return None
        if game.on_turn is None:
            return DealCards()
        accept = Accept(seat=game.on_turn)
        alone = auto_accepts(game.terms) and [accept] == legal_moves(game, game.on_turn)
        return accept if alone else None

    def _decide(self, command: Command) -> None:
        decision = decide(self.game, command, chance=self._chance())
        self._add(happenings(decision, self.game.turn), decision.after)

    def _add(self, events: Iterable[Happening], after: Game) -> None:
        self.events += events
        if len(self.events) > MOST_EVENTS:
            raise BudgetExceeded("events in one move", MOST_EVENTS)
        self.game = after

    def _chance(self) -> CommittedChance:
        nonces = [sitter.nonce for sitter in self.game.sitters if sitter]
        return CommittedChance(str(self.game_id), self.game.seed, nonces)
