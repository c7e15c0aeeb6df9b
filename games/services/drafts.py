"""The events that a service is going to append, and the game after them. The game's row is locked meanwhile."""

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
from games.rules.legality.objections import legal_moves, objection
from games.rules.notation import Happening, happenings


class Draft:
    """Events in order, each with the command that caused it, and the game after them."""

    def __init__(self, game_id: UUID, game: Game) -> None:
        self.game_id = game_id
        self.game = game
        self.events: list[Happening] = []

    def emit(self, event: Event) -> None:
        """Add one *event* that no command caused."""
        self._add([Happening(self.game.turn, event)], fold(self.game, (event,)))

    def handle(self, command: Command) -> None:
        """Handle *command* and what follows by itself: the next deal, and an accept where the table agreed on it.

        Raises IllegalMove, BudgetExceeded.
        """
        follows: Command | None = command
        while follows:
            decision = decide(self.game, follows, chance=self._chance())
            self._add(happenings(decision, self.game.turn), decision.after)

            game, follows = self.game, None
            if game.status != Status.PLAYING:
                break
            if game.on_turn is None:
                follows = DealCards()  # the deal is over, the game is not
            elif auto_accepts(game.terms):
                # The seat on turn accepts by itself only if it can do nothing else. Where nothing is due, the hand is
                # not even read: how long a move takes says nothing about the hand of the next seat.
                accept = Accept(seat=game.on_turn)
                if objection(game, accept) is None and legal_moves(game, game.on_turn) == [accept]:
                    follows = accept

    def discount(self, reason: str) -> None:
        """Write the *reason* why the game does not count into the event that ends it.

        Raises TypeError if the game is not over.
        """
        last, ended = self.events[-1], self.events[-1].event
        if not isinstance(ended, GameEnded):
            raise TypeError("the game is not over")
        ended = replace(ended, unrated=reason)
        self.events[-1], self.game = last._replace(event=ended), fold(self.game, (ended,))

    def _add(self, events: Iterable[Happening], after: Game) -> None:
        self.events += events
        if len(self.events) > MOST_EVENTS:
            raise BudgetExceeded("events in one move", MOST_EVENTS)
        self.game = after

    def _chance(self) -> CommittedChance:
        """Return the chance to which the game is committed. Fairness tests put one that cheats in its place."""
        nonces = [sitter.nonce for sitter in self.game.sitters if sitter]
        return CommittedChance(str(self.game_id), self.game.seed, nonces)
