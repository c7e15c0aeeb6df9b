"""Many games played by chance, and what they have in common: lengths, wins, how often each effect strikes."""

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
from games.rules.playouts import DealFacts, GameFacts, play_game
from games.rules.ruleset import OptionValue
from games.rules.variants import from_bytes


@dataclass(slots=True)
class Tally:
    """Sums over games; tallies of different games add up."""

    games: int = 0
    unended: int = 0
    """Games that were broken off, since a deal or the game did not come to an end."""
    turns: list[int] = field(default_factory=list)
    """Turns of each deal."""
    decisions: list[int] = field(default_factory=list)
    """Decisions of each deal."""
    deals: list[int] = field(default_factory=list)
    """Deals of each game."""
    endings: Counter[str] = field(default_factory=Counter)
    """Deals by why they ended."""
    games_won: Counter[int] = field(default_factory=Counter)
    """Games by the seat that won; one with several winners counts for none of them."""
    deals_won: Counter[int] = field(default_factory=Counter)
    deals_won_in_turn: Counter[int] = field(default_factory=Counter)
    """Deals by the winner's place in the order of play: 0 for the seat whose turn came first."""
    effects: Counter[str] = field(default_factory=Counter)
    """How often each effect struck."""
    struck: Counter[str] = field(default_factory=Counter)
    """In how many deals each effect struck at all."""

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
            self._count_deal(deal, first, direction, len(facts.scores))
            self.effects.update(effects)
            self.struck.update(set(effects))

    def _count_deal(self, deal: DealFacts, first: int, direction: int, seats: int) -> None:
        self.turns.append(deal.turns)
        self.decisions.append(deal.decisions)
        self.endings[str(deal.ending) if deal.ending else "broken off"] += 1
        if deal.winner is not None:
            self.deals_won[deal.winner] += 1
            self.deals_won_in_turn[(deal.winner - first) * direction % seats] += 1


class Watcher:
    """Watches a game, and keeps of each deal who was first to act, the direction then, and its effects."""

    def __init__(self) -> None:
        self.deals: list[tuple[int, int, Counter[str]]] = []

    def __call__(self, happened: Sequence[Event], game: Game) -> None:
        """Count what *happened*."""
        if len(self.deals) < game.deals:
            first = next((event.seat for event in happened if isinstance(event, TurnBegan)), game.table.turn)
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
    """Play one game for each of *seeds*, by chance, and return what they were like."""
    ruleset = from_bytes(content).ruleset(seats, options)
    tally = Tally()
    for seed in seeds:
        watcher = Watcher()
        tally.count(play_game(ruleset, seed, watch=watcher), watcher)
    return tally
