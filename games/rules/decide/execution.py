"""The execution of a command: its events one by one, and a private copy of the game that keeps up with them."""

from typing import NamedTuple

from games.rules.budgets import MOST_ROUNDS, BudgetExceeded
from games.rules.cards import Cards, Nomination, without
from games.rules.commands import Command, Play
from games.rules.deal import Deal
from games.rules.edition import EDITION
from games.rules.events import (
    Announced,
    Ask,
    CardsDrawn,
    CardsPlayed,
    Cause,
    DealBegan,
    DealStalled,
    Event,
    Passed,
    SeatAsked,
    StockReplenished,
    TurnBegan,
    asks,
)
from games.rules.evolve import evolve, turn_begun
from games.rules.evolve_deal import (
    announced,
    cards_drawn,
    cards_played,
    deal_stalled,
    passed,
    seat_asked,
    stock_replenished,
    turn_began,
)
from games.rules.fairness import Chance
from games.rules.game import Game
from games.rules.legality.announcements import laid_faces, right_words
from games.rules.ruleset import Ruleset


class Act(NamedTuple):
    """A command among the events that it set off."""

    first: int
    """Place of its first event."""
    command: Command
    """In its canonical form, its word written out."""
    is_word_due: bool
    """Whether its word is the one that is due, which says something about the hand."""
    by_clock: bool
    """Whether the clock made this move for its seat."""


class Execution:
    """The game as it stands now, and the events so far. A *silent* one keeps no events.

    ``emit`` takes any event. Everyday events have a method each, which changes the game through the same functions as
    ``evolve``, and makes the event only if it is kept: that saves a rollout up to a quarter of its time.
    """

    __slots__ = ("acts", "chance", "deal", "edition", "events", "game", "rounds", "rules", "silent")

    def __init__(self, game: Game, chance: Chance, *, silent: bool = False, edition: int = EDITION) -> None:
        self.game: Game = game.copy()
        self.rules: Ruleset = game.rules
        self.chance = chance
        self.silent = silent
        self.edition = edition
        self.rounds = 0
        """How many rounds its loops have made; see ``count_round``."""
        self.events: list[Event] = []
        self.acts: list[Act] = []
        if self.game.deal is not None:
            self.deal: Deal = self.game.deal
            """The deal as it stands now. Before the first deal there is no such attribute."""

    def begin(self, command: Command, *, by_clock: bool = False) -> None:
        """Note that *command* causes the events that follow."""
        if self.silent:
            return
        is_word_due = False
        if isinstance(command, Play) and command.word:
            left = without(self.deal.hands[command.seat], command.cards)
            is_word_due = command.word in right_words(self.rules, laid_faces(command), left)[:1]
        self.acts.append(Act(len(self.events), command, is_word_due, by_clock))

    def count_round(self) -> None:
        """Count one more round of a loop whose length the ruleset decides. Raises BudgetExceeded."""
        self.rounds += 1
        if self.rounds > MOST_ROUNDS:
            raise BudgetExceeded("rounds in one move", MOST_ROUNDS)

    def emit(self, event: Event) -> None:
        """Change the game by *event*, and keep it."""
        if not self.silent:
            self.events.append(event)
        evolve(self.game, event)
        if isinstance(event, DealBegan):
            self.deal = self.game.table

    def turn_began(self, seat: int, ask: Ask = asks.PLAY, resume: int | None = None) -> None:
        """Emit a ``TurnBegan``."""
        self.game.turn += 1
        turn_began(self.deal, seat, ask, resume)
        if not self.silent:
            turn_begun(self.game, seat)
            self.events.append(TurnBegan(seat=seat, ask=ask, resume=resume))

    def seat_asked(self, seat: int, ask: Ask) -> None:
        """Emit a ``SeatAsked``."""
        self.game.turn += 1
        seat_asked(self.deal, seat, ask)
        if not self.silent:
            if seat != self.game.acting:
                turn_begun(self.game, seat)
            self.events.append(SeatAsked(seat=seat, ask=ask))

    def cards_played(
        self, seat: int, cards: Cards, nominated: Nomination = "", target: int | None = None, *, keeps_demand: bool
    ) -> None:
        """Emit a ``CardsPlayed``."""
        cards_played(self.deal, seat, cards, nominated, keeps_demand=keeps_demand)
        if not self.silent:
            played = CardsPlayed(seat=seat, cards=cards, nominated=nominated, target=target, keeps_demand=keeps_demand)
            self.events.append(played)

    def cards_drawn(self, seat: int, cards: Cards, cause: Cause) -> None:
        """Emit a ``CardsDrawn``."""
        cards_drawn(self.deal, seat, cards, cause)
        if not self.silent:
            self.events.append(CardsDrawn(seat=seat, cards=cards, cause=cause))

    def stock_replenished(self, cards: Cards) -> None:
        """Emit a ``StockReplenished``."""
        self.game.acts += 1
        stock_replenished(self.deal, cards)
        if not self.silent:
            self.events.append(StockReplenished(cards=cards, act=self.game.acts))

    def announced(self, seat: int, word: str, *, early: bool) -> None:
        """Emit an ``Announced``."""
        announced(self.deal, seat, word, early=early)
        if not self.silent:
            self.events.append(Announced(seat=seat, word=word, early=early))

    def deal_stalled(self, turns: int) -> None:
        """Emit a ``DealStalled``."""
        deal_stalled(self.deal, turns)
        if not self.silent:
            self.events.append(DealStalled(turns=turns))

    def passed(self, seat: int) -> None:
        """Emit a ``Passed``."""
        passed(self.deal, seat)
        if not self.silent:
            self.events.append(Passed(seat=seat))
