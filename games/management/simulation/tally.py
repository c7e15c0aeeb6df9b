"""Statistics of random games: lengths, wins and the frequency of effects."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.rules.events import (
    Announced,
    Ask,
    CardLaidBlind,
    CardOffered,
    CardsDrawn,
    CardsPlayed,
    Cause,
    Challenged,
    DirectionReversed,
    Event,
    PenaltyRaised,
    SeatAccused,
    SeatAsked,
    SkipRaised,
    StockReplenished,
    TurnBegan,
    TurnSkipped,
)
from games.rules.game import Game
from games.rules.playouts import GameFacts, play_game
from games.rules.ruleset import OptionValue
from games.rules.variants import from_bytes


@dataclass(slots=True)
class Tally:
    """Sums over games. Tallies of different games can be added."""

    games: int = 0
    unended: int = 0
    """Games that were broken off, because a deal or the game did not end."""
    turns: list[int] = field(default_factory=list)
    """Turns of each deal."""
    decisions: list[int] = field(default_factory=list)
    """Decisions of each deal."""
    deals: list[int] = field(default_factory=list)
    """Deals of each game."""
    endings: Counter[str] = field(default_factory=Counter)
    """Deals by the reason why they ended."""
    games_won: Counter[int] = field(default_factory=Counter)
    """Games by the seat that won. A game with several winners counts for none of them."""
    deals_won: Counter[int] = field(default_factory=Counter)
    deals_won_in_turn: Counter[int] = field(default_factory=Counter)
    """Deals by the winner's place in the order of play: 0 for the seat that began."""
    effects: Counter[str] = field(default_factory=Counter)
    """How often each effect struck."""
    struck: Counter[str] = field(default_factory=Counter)
    """The number of deals in which each effect struck."""

    def add(self, other: "Tally") -> None:
        """Add what *other* counted."""
        self.games += other.games
        self.unended += other.unended
        for name in ("turns", "decisions", "deals"):
            getattr(self, name).extend(getattr(other, name))
        for name in ("endings", "games_won", "deals_won", "deals_won_in_turn", "effects", "struck"):
            getattr(self, name).update(getattr(other, name))

    def count(self, facts: GameFacts, watched: "Watcher") -> None:
        """Count one game."""
        self.games += 1
        self.unended += not facts.ended
        self.deals.append(len(facts.deals))
        if len(facts.winners) == 1:
            self.games_won[facts.winners[0]] += 1
        for deal, (first, direction, effects) in zip(facts.deals, watched.deals, strict=True):
            self.turns.append(deal.turns)
            self.decisions.append(deal.decisions)
            self.endings[str(deal.ending) if deal.ending else "broken off"] += 1
            if deal.winner is not None:
                self.deals_won[deal.winner] += 1
                self.deals_won_in_turn[(deal.winner - first) * direction % len(facts.scores)] += 1
            self.effects.update(effects)
            self.struck.update(set(effects))


class Watcher:
    """Watches a game. Keeps for each deal the seat that began, the direction at that time, and the effects."""

    def __init__(self) -> None:
        self.deals: list[tuple[int, int, Counter[str]]] = []

    def __call__(self, happened: Sequence[Event], game: Game) -> None:
        """Count what *happened*."""
        if len(self.deals) < game.deals:
            first = next((event.seat for event in happened if isinstance(event, TurnBegan)), game.table.on_turn)
            self.deals.append((first, game.rules.sections.start.direction, Counter()))
        self.deals[-1][2].update(effects_of(happened))


def effects_of(happened: Iterable[Event]) -> Iterator[str]:
    """Yield the name of each effect among what *happened*."""
    for event in happened:
        match event:
            case CardsPlayed(cards=cards, nominated=nominated):
                yield from ["nomination"] * bool(nominated) + ["group"] * (len(cards) > 1)
            case CardsDrawn(cause=cause) if cause is not Cause.OWN_ACCORD:
                yield f"{cause} drawn"
            case SeatAsked(ask=Ask.MUST_FOLLOW | Ask.MAY_FOLLOW):
                yield "follow"
            case _ if type(event) in _NAMES:
                yield _NAMES[type(event)]
            case _:
                pass


_NAMES: Final[dict[type, str]] = {
    PenaltyRaised: "penalty raised",
    SkipRaised: "skip raised",
    TurnSkipped: "turn missed",
    DirectionReversed: "direction reversed",
    Announced: "word said",
    SeatAccused: "accusation",
    StockReplenished: "stock replenished",
    CardLaidBlind: "blind card",
    Challenged: "blind card doubted",
    CardOffered: "rescue offered",
}


def play(content: bytes, seats: int, options: dict[str, OptionValue], seeds: Sequence[str]) -> Tally:
    """Return the tally of one random game for each of *seeds*."""
    ruleset = from_bytes(content).ruleset(seats, options)
    tally = Tally()
    for seed in seeds:
        watcher = Watcher()
        tally.count(play_game(ruleset, seed, watch=watcher), watcher)
    return tally
