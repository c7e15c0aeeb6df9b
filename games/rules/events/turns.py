"""What happens from the first turn of a deal to its end."""

from dataclasses import dataclass
from typing import ClassVar

from games.rules.cards import Card, Cards, Nomination
from games.rules.events.words import AbsencePolicy, Ask, Cause, Ending, Example, Leaving, Names


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A turn of the rule book began: this seat must act now (K-28)."""

    seat: int
    ask: Ask = Ask.PLAY
    """What the seat must decide."""
    resume: int | None = None
    """Where the seat decides out of turn: the seat that is next after it. Otherwise null."""

    PUBLIC: ClassVar[Names] = ("seat", "ask", "resume")
    EXAMPLE: ClassVar[Example] = {"seat": 1, "ask": "play", "resume": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAsked:
    """A seat must decide again in the same turn, or decide something before the first turn."""

    seat: int
    ask: Ask
    """What the seat must decide."""

    PUBLIC: ClassVar[Names] = ("seat", "ask")
    EXAMPLE: ClassVar[Example] = {"seat": 1, "ask": "drawn"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPlayed:
    """Cards went from a hand to the discard pile and set the demand."""

    seat: int
    cards: Cards
    """The cards, the last one on top."""
    nominated: Nomination = ""
    """Suit or rank that was named. Empty for none."""
    target: int | None = None
    """The seat that a strike was aimed at. Null for none."""
    keeps_demand: bool = False
    """Whether the demand from before still holds."""

    PUBLIC: ClassVar[Names] = ("seat", "cards", "nominated", "target", "keeps_demand")
    EXAMPLE: ClassVar[Example] = {"seat": 0, "cards": ["JC"], "nominated": "H", "target": None, "keeps_demand": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLaidBlind:
    """A card was played face down with a claim. Nothing happens before another seat has answered it."""

    seat: int
    card: Card
    """The card that lies face down."""
    claim: Card
    """What it is said to be."""
    nominated: Nomination = ""
    """Suit or rank that was named. Empty for none."""
    target: int | None = None
    """The seat that a strike was aimed at. Null for none."""
    word: str = ""
    """The word that was said with it. Empty for none."""

    PUBLIC: ClassVar[Names] = ("seat", "claim", "nominated", "target", "word")
    OWN: ClassVar[Names] = ("card",)
    EXAMPLE: ClassVar[Example] = {
        "seat": 0,
        "claim": "QC",
        "nominated": "H",
        "target": None,
        "word": "prsi",
        "card": "KD",
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Believed:
    """A seat let the claim stand."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """A seat doubted the claim, and the card was turned up. A false one went back into its hand."""

    seat: int
    card: Card
    """The card that was turned up."""
    truthful: bool
    """Whether the claim was true."""
    misses: bool
    """Whether the seat that doubted misses its next turn."""

    PUBLIC: ClassVar[Names] = ("seat", "card", "truthful", "misses")
    EXAMPLE: ClassVar[Example] = {"seat": 1, "card": "KD", "truthful": False, "misses": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimStood:
    """The claim counts as played: it lies on top and sets the demand."""

    seat: int
    keeps_demand: bool = False
    """Whether the demand from before still holds."""
    hidden: bool
    """Whether the card below the claim stays face down, because it was believed."""

    PUBLIC: ClassVar[Names] = ("seat", "keeps_demand", "hidden")
    EXAMPLE: ClassVar[Example] = {"seat": 0, "keeps_demand": False, "hidden": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOffered:
    """A seat drew a card for a penalty and may play it at once."""

    seat: int
    card: Card
    """The card."""

    PUBLIC: ClassVar[Names] = ("seat",)
    OWN: ClassVar[Names] = ("card",)
    EXAMPLE: ClassVar[Example] = {"seat": 1, "card": "JS"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """A seat did not play the card that it was offered."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDrawn:
    """A seat drew cards from the stock, or none because none were left."""

    seat: int
    cards: Cards
    """The cards, in the order in which they were drawn."""
    cause: Cause
    """Why it drew."""

    PUBLIC: ClassVar[Names] = ("seat", "cause")
    OWN: ClassVar[Names] = ("cards",)
    EXAMPLE: ClassVar[Example] = {"seat": 1, "cause": "own-accord", "cards": ["QC", "KD"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class StockReplenished:
    """The discard pile below the up-card was shuffled into a new stock (K-82)."""

    cards: Cards
    """The cards that came under the stock, top card first."""
    act: int
    """Number of the random act, from 1."""

    PUBLIC: ClassVar[Names] = ("act",)
    EXAMPLE: ClassVar[Example] = {"act": 3, "cards": ["2S", "3H"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A seat ended its turn without playing."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A seat took what was due: the cards of a penalty, or a skip (K-62, K-69)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStalled:
    """A turn ended with nothing played and nothing left to draw (K-85)."""

    turns: int
    """How many turns in a row have ended so."""

    PUBLIC: ClassVar[Names] = ("turns",)
    EXAMPLE: ClassVar[Example] = {"turns": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRanOut:
    """A seat's time ran out. What the clock does for it follows (K-120)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResigned:
    """A seat left the game. Its hand was shuffled under the stock (K-123)."""

    seat: int
    cards: Cards = ()
    """Its hand in the new order. Empty where no deal ran."""
    act: int | None = None
    """Number of the random act, from 1. Null where there was nothing to shuffle."""
    leaving: Leaving = Leaving.RESIGNED
    """Why it left."""

    PUBLIC: ClassVar[Names] = ("seat", "act", "leaving")
    EXAMPLE: ClassVar[Example] = {"seat": 2, "act": 4, "cards": ["4S", "5S"], "leaving": "resigned"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAbsent:
    """A player has missed too many turns, so the table's policy plays the seat from its next turn on.

    The event comes again if the policy changes.
    """

    seat: int
    policy: AbsencePolicy
    """What happens in its turns."""

    PUBLIC: ClassVar[Names] = ("seat", "policy")
    EXAMPLE: ClassVar[Example] = {"seat": 1, "policy": "draw-pass"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCovered:
    """A player is on vacation, so this turn is played for them as if they were absent. It is no miss."""

    seat: int
    policy: AbsencePolicy
    """What plays this turn. Nobody is removed for a vacation."""

    PUBLIC: ClassVar[Names] = ("seat", "policy")
    EXAMPLE: ClassVar[Example] = {"seat": 1, "policy": "draw-pass"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReturned:
    """The player of an absent seat came back. They play again from their next turn on."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWentOut:
    """A seat got rid of its last card for good (K-106)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWaits:
    """A seat played its last card, but is out only when its turn comes again."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEnded:
    """A deal is over, and all hands are shown (K-127)."""

    ending: Ending
    """Why it ended."""
    winner: int | None
    """The seat that won. Null for none."""
    loser: int | None = None
    """The seat that holds most. Null if several do and nothing parts them."""
    places: tuple[int, ...]
    """One place for each seat, from 1; 0 for a seat that was not dealt to."""
    hands: tuple[Cards, ...]
    """One hand for each seat."""

    PUBLIC: ClassVar[Names] = ("ending", "winner", "loser", "places", "hands")
    EXAMPLE: ClassVar[Example] = {
        "ending": "went-out",
        "winner": 0,
        "loser": 1,
        "places": [1, 2],
        "hands": [[], ["7S", "TD"]],
    }
