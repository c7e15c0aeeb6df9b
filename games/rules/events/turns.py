"""What happens from the first turn of a deal to its end."""

from dataclasses import dataclass
from typing import ClassVar

from games.rules.cards import Card, Cards, Nomination
from games.rules.events.words import Ask, Cause, Ending, Names


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A turn of the rule book began: this seat must act now (K-28).

    Where it decides out of turn, ``resume`` is the seat that is next after that; otherwise None.
    """

    seat: int
    ask: Ask = Ask.PLAY
    resume: int | None = None

    PUBLIC: ClassVar[Names] = ("seat", "ask", "resume")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAsked:
    """The next decision, inside the same turn, or before the first one."""

    seat: int
    ask: Ask

    PUBLIC: ClassVar[Names] = ("seat", "ask")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPlayed:
    """Cards went from a hand to the discards, the last one on top, and set the demand."""

    seat: int
    cards: Cards
    nominated: Nomination = ""
    target: int | None = None
    keeps_demand: bool = False
    """Whether the demand that held before holds on."""

    PUBLIC: ClassVar[Names] = ("seat", "cards", "nominated", "target", "keeps_demand")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLaidBlind:
    """A card was laid face down with a claim; nothing is resolved before somebody has answered it."""

    seat: int
    card: Card
    claim: Card
    nominated: Nomination = ""
    target: int | None = None
    word: str = ""

    PUBLIC: ClassVar[Names] = ("seat", "claim", "nominated", "target", "word")
    OWN: ClassVar[Names] = ("card",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Believed:
    """A seat let the claim stand."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """A seat doubted the claim, and the card was turned up; if it was not ``true`` it is back in its owner's hand."""

    seat: int
    card: Card
    true: bool
    misses: bool
    """Whether the doubter misses its next turn."""

    PUBLIC: ClassVar[Names] = ("seat", "card", "true", "misses")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimStood:
    """The claim counts as played: it lies on top and sets the demand; the card under it stays hidden if believed."""

    seat: int
    keeps_demand: bool = False
    """Whether the demand that held before holds on."""
    hidden: bool

    PUBLIC: ClassVar[Names] = ("seat", "keeps_demand", "hidden")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOffered:
    """A card just drawn for a penalty may be laid at once."""

    seat: int
    card: Card

    PUBLIC: ClassVar[Names] = ("seat",)
    OWN: ClassVar[Names] = ("card",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """A seat did not lay the card that it was offered."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDrawn:
    """Cards left the top of the stock for a hand; also none, where none were left."""

    seat: int
    cards: Cards
    cause: Cause

    PUBLIC: ClassVar[Names] = ("seat", "cause")
    OWN: ClassVar[Names] = ("cards",)


@dataclass(frozen=True, slots=True, kw_only=True)
class StockReplenished:
    """The discards under the up-card were shuffled and lie under the stock now (K-82)."""

    cards: Cards
    act: int

    PUBLIC: ClassVar[Names] = ("act",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A seat ended its turn without playing."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A seat took what was due (K-62, K-69)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStalled:
    """So many turns in a row have now ended with nothing played and nothing left to draw (K-85)."""

    turns: int

    PUBLIC: ClassVar[Names] = ("turns",)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRanOut:
    """The clock speaks for this seat; what it does follows (K-120)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResigned:
    """A seat gave the game up; its hand lies shuffled under the stock (K-123)."""

    seat: int
    cards: Cards = ()
    act: int | None = None

    PUBLIC: ClassVar[Names] = ("seat", "act")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWentOut:
    """A seat got rid of its last card with lasting effect (K-106)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWaits:
    """A seat laid its last card, and is out only when its turn comes again."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEnded:
    """A deal is over and all hands are shown (K-127).

    ``places`` has one entry a seat, from 1; 0 for who was not dealt to.
    """

    ending: Ending
    winner: int | None
    loser: int | None = None
    """Who holds most; None if several do and nothing parts them."""
    places: tuple[int, ...]
    hands: tuple[Cards, ...]

    PUBLIC: ClassVar[Names] = ("ending", "winner", "loser", "places", "hands")
