"""Playouts: whole deals and games played by chance, and the facts of each. A seed and a ruleset determine everything.

``play_deal(ruleset, seed)`` plays the first deal of a game and returns its ``DealFacts``; ``play_game(ruleset, seed)``
plays deal after deal until the game is over and returns its ``GameFacts``. Both stop at a bound on decisions, and say
so in ``ended``. How the seats play is a ``PlayStyle``. Most often they lay a card where they can, any as likely as
another: seats that draw wherever they may keep a deal going for thousands of decisions. They seldom lie about it. They
say no wrong word and none needlessly, but may forget one that is due; others may accuse them then. The clock may move
for a seat.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias

from games.rules import commands, events
from games.rules.cards import Card, Cards, without
from games.rules.commands import Command, Move, Play, is_honest, is_turn_move
from games.rules.decide import Rollout, decide
from games.rules.events import Cause, Ending
from games.rules.evolve import fold
from games.rules.fairness import Chance
from games.rules.game import Game, Status
from games.rules.legality.announcements import has_announced, laid_faces, right_words
from games.rules.legality.objections import objection
from games.rules.ruleset import Ruleset

MOST_DECISIONS: Final = 4000
"""In one deal. The deals of our variants end long before; one that comes so far hardly gets anywhere any more."""
MOST_DEALS: Final = 500
"""In one game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStyle:
    """How the seats play, as shares from 0 to 1."""

    lays: float = 0.8
    """How often a seat that can lay cards does; otherwise all its legal moves are equally likely."""
    lies: float = 0.1
    """How often a seat may claim a card laid face down to be another, or doubt a claim."""
    forgets: float = 0.0
    """How often a seat does not say a due word with its play."""
    accuses: float = 0.0
    """How often a seat accuses another of a forgotten word, at each decision while it may."""
    late: float = 0.0
    """Share of the decisions that the clock makes."""


CAREFUL: Final = PlayStyle()
"""Forgets nothing, is never late."""

Watch: TypeAlias = Callable[[Sequence[events.Event], Game], None]
"""Called after every command with the events, and the game after them, which the next command changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFacts:
    """What one deal was like."""

    ended: bool
    """False if the bound on decisions was reached first. The fields below then describe the deal up to there."""
    ending: Ending | None
    """Why it ended; None if it did not."""
    winner: int | None
    """The seat that won; None for nobody."""
    places: tuple[int, ...]
    """One entry a seat, from 1, 0 for a seat that was not dealt to; empty if the deal did not end."""
    first: int | None
    """The seat whose turn was the first; None where nobody had one."""
    decisions: int
    """Commands that were carried out, the dealing not counted; one of the clock counts once."""
    turns: int
    """Turns of the rule book that began."""
    plays: int
    """Moves that laid cards."""
    drawn: Mapping[Cause, int]
    """Cards drawn, by cause; every cause has an entry."""
    draws: Mapping[Cause, int]
    """How often cards were drawn, or none were left to draw, by cause."""
    skipped: int
    """Turns that seats missed."""
    accusations: int
    replenished: int
    """How often the discards became stock again."""
    widest: int
    """The most moves that were open in one decision."""
    largest: int
    """The most cards that one hand held after a decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFacts:
    """What one game was like."""

    ended: bool
    """False if a deal did not end, or there were too many deals."""
    deals: tuple[DealFacts, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]


class Dice:
    """Chance from one seed: each random act has its own order, whatever was asked for before."""

    def __init__(self, seed: object) -> None:
        self._seed = seed

    def _rng(self, act: int) -> Random:
        return Random(f"{self._seed}/{act}")  # noqa: S311 - nothing is at stake

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        """Return *cards* in the order of random act *act*."""
        return tuple(self._rng(act).sample(cards, len(cards)))

    def draw_dealer(self, sides: int, act: int) -> int:
        """Return a number from 0 to *sides* - 1 by random act *act*."""
        return self._rng(act).randrange(sides)


def play_deal(
    ruleset: Ruleset,
    seed: object,
    *,
    style: PlayStyle = CAREFUL,
    most_decisions: int = MOST_DECISIONS,
    watch: Watch | None = None,
) -> DealFacts:
    """Return the facts of the first deal of a game of *ruleset*; *seed* (any value that prints) determines it."""
    return _Playout(ruleset, seed, style, watch).deal(most_decisions)


def play_game(  # noqa: PLR0913 - all but two by name
    ruleset: Ruleset, seed: object, *, style: PlayStyle = CAREFUL, most_decisions: int = MOST_DECISIONS,
    most_deals: int = MOST_DEALS, watch: Watch | None = None,
) -> GameFacts:  # fmt: skip
    """Return the facts of a whole game; *most_decisions* bounds each deal. Its first deal is that of ``play_deal``."""
    playout = _Playout(ruleset, seed, style, watch)
    deals: list[DealFacts] = []
    while playout.game.status == Status.PLAYING and len(deals) < most_deals:
        deals.append(playout.deal(most_decisions))
        if not deals[-1].ended:
            break
    game = playout.game
    return GameFacts(
        ended=game.status == Status.OVER, deals=tuple(deals), winners=game.winners, places=game.places,
        scores=game.scores,
    )  # fmt: skip


def start(ruleset: Ruleset, chance: Chance) -> Game:
    """Return a game of *ruleset* with all its seats taken, which waits for its first deal."""
    seats = range(ruleset.seats)
    opened = events.GameOpened(
        ruleset=ruleset.content, options=dict(ruleset.options), seats=len(seats), commitment="", seed=""
    )
    taken = [events.SeatTaken(seat=seat, bot="random", nonce=f"{seat}") for seat in seats]
    return decide(fold(Game(ruleset), [opened, *taken]), commands.StartGame(), chance=chance).after


class _Playout:
    """A game under way, and who plays it."""

    def __init__(self, ruleset: Ruleset, seed: object, style: PlayStyle, watch: Watch | None) -> None:
        self._rules, self._style, self._watch = ruleset, style, watch
        self._rng, chance = Random(f"{seed}"), Dice(seed)  # noqa: S311 - nothing is at stake
        self._rollout = Rollout(start(ruleset, chance), chance, keeps_events=True)
        self.game = self._rollout.game

    def deal(self, most: int) -> DealFacts:
        """Play the next deal, at most *most* decisions of it."""
        tally = _Tally()
        self._do(commands.DealCards(), tally)
        while self.game.ended is None and tally.decisions < most:
            self._do(self._choose(tally), tally)
            tally.decisions += 1
            tally.largest = max(tally.largest, *map(len, self.game.table.hands))
        return tally.facts(self.game.ended)

    def _do(self, command: Command, tally: "_Tally") -> None:
        happened = self._rollout.move(command)
        tally.count(happened)
        if self._watch is not None:
            self._watch(happened, self.game)

    def _choose(self, tally: "_Tally") -> Command:
        """Return what is done next. Raises ValueError if a seat must act and can do nothing."""
        rules, style, rng, game = self._rules, self._style, self._rng, self.game
        deal, seat = game.table, game.on_turn
        if seat is None:
            raise ValueError("the deal runs, but no seat must act")

        # A seat that owes its word may be accused, by one of the others.
        accused = deal.window
        if style.accuses and accused is not None and len(deal.hands[accused]) == 1:
            others = [other for other in deal.active if other != accused]
            if others and not has_announced(rules, deal, accused):
                charge = commands.Accuse(seat=rng.choice(others), accused=accused)
                if objection(game, charge) is None and rng.random() < style.accuses:
                    return charge
        if style.late and rng.random() < style.late:
            return commands.TimeUp(seat=seat)

        # A move of the turn, most often one that lays cards, and most often an honest one.
        legal = self._rollout.legal_moves()
        tally.widest = max(tally.widest, len(legal))
        choices = [move for move in legal if is_turn_move(move)] or legal
        if not choices:
            raise ValueError(f"seat {seat} must act and can do nothing")
        if rules.sections.blind.on and rng.random() >= style.lies:
            choices = [move for move in choices if is_honest(move)] or choices
        plays: list[Move] = [move for move in choices if isinstance(move, Play)]
        if plays and rng.random() < style.lays:
            choices = plays
        move = rng.choice(choices)
        if not isinstance(move, Play) or not rules.speaks:
            return move

        # A play says the word that is due, unless it is forgotten.
        due = right_words(rules, laid_faces(move), without(deal.hands[seat], move.cards))
        if not due or (style.forgets and rng.random() < style.forgets):
            return move
        spoken = replace(move, word=due[0])
        return spoken if objection(game, spoken) is None else move


class _Tally:
    """Counts what happens in one deal."""

    def __init__(self) -> None:
        self.decisions = self.widest = self.largest = 0
        self._counts: dict[type, int] = {}
        self._first: int | None = None
        self._drawn, self._draws = dict.fromkeys(Cause, 0), dict.fromkeys(Cause, 0)

    def count(self, happened: Sequence[events.Event]) -> None:
        for event in happened:
            kind = type(event)
            self._counts[kind] = self._counts.get(kind, 0) + 1
            if isinstance(event, events.CardsDrawn):
                self._drawn[event.cause] += len(event.cards)
                self._draws[event.cause] += 1
            elif self._first is None and isinstance(event, events.TurnBegan):
                self._first = event.seat

    def facts(self, ended: events.DealEnded | None) -> DealFacts:
        number = self._counts.get
        return DealFacts(
            ended=ended is not None,
            ending=ended.ending if ended else None,
            winner=ended.winner if ended else None,
            places=ended.places if ended else (),
            first=self._first,
            decisions=self.decisions,
            turns=number(events.TurnBegan, 0),
            plays=number(events.CardsPlayed, 0),
            drawn=self._drawn,
            draws=self._draws,
            skipped=number(events.TurnSkipped, 0),
            accusations=number(events.SeatAccused, 0),
            replenished=number(events.StockReplenished, 0),
            widest=self.widest,
            largest=self.largest,
        )
