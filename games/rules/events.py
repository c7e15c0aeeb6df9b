"""What happened: facts in the past tense, each complete enough to be recorded without knowing the rules.

Every event type declares who may see its fields. ``PUBLIC`` names those that everybody sees; ``OWN`` those that only
the seat of the event sees; ``DEALT`` those with one part for each seat, which only that seat sees. What is named
nowhere is the server's secret (K-9). For everybody else a hidden list of cards is its length.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, TypeAlias

from games.rules.cards import Card, Cards, Nomination

Names: TypeAlias = tuple[str, ...]


class Ask(StrEnum):
    """What the seat that must act is asked for."""

    PLAY = "play"
    """An ordinary turn in which nothing was drawn yet."""
    DRAWN = "drawn"
    """The turn goes on after a draw."""
    ANSWER = "answer"
    """A live effect is aimed at the seat: answer, cancel or accept."""
    MUST_FOLLOW = "must-follow"
    MAY_FOLLOW = "may-follow"
    CUT = "cut"
    KEEP = "keep"
    NAME = "name"
    BELIEVE = "believe"
    RESCUE = "rescue"
    NOTHING = "nothing"
    """No deal is running."""


class Cause(StrEnum):
    """Why cards were drawn."""

    OWN_ACCORD = "own-accord"
    PENALTY = "penalty"
    STRIKE = "strike"
    FINE = "fine"


class Ending(StrEnum):
    """Why a deal ended."""

    WENT_OUT = "went-out"
    BLOCKED = "blocked"
    PLAYS_SPENT = "plays-spent"
    LAST_LEFT = "last-left"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """A table was made. Pins the ruleset by its content hash, and commits the seed of all shuffles."""

    ruleset: str
    options: dict[str, bool | int | str]
    seats: int
    terms: dict[str, Any] = field(default_factory=dict)
    """What was agreed apart from the rules: clock, absence, visibility, rated."""
    commitment: str
    """SHA-256 of the seed, in hexadecimal digits."""
    seed: str
    """256 random bits in hexadecimal digits; told when the game is over."""

    PUBLIC: ClassVar[Names] = ("ruleset", "options", "seats", "terms", "commitment")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A player or a bot sat down."""

    seat: int
    player: str = ""
    bot: str = ""
    nonce: str = ""

    PUBLIC: ClassVar[Names] = ("seat", "player", "bot", "nonce")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """A player stood up before the start."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """The seats are closed, and so are their nonces; the lot made *dealer* the first dealer (K-12)."""

    dealer: int
    act: int

    PUBLIC: ClassVar[Names] = ("dealer", "act")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealBegan:
    """A deal began for *seats*, on an empty table."""

    deal: int
    dealer: int
    direction: int
    seats: tuple[int, ...]

    PUBLIC: ClassVar[Names] = ("deal", "dealer", "direction", "seats")


@dataclass(frozen=True, slots=True, kw_only=True)
class StockShuffled:
    """The stock lies in a new order, top first (K-14)."""

    cards: Cards
    act: int

    PUBLIC: ClassVar[Names] = ("act",)


@dataclass(frozen=True, slots=True, kw_only=True)
class StockCut:
    """The cutter looked at the cards at *positions* (K-15, K-16)."""

    seat: int
    positions: tuple[int, ...]
    cards: Cards

    PUBLIC: ClassVar[Names] = ("seat", "positions")
    OWN: ClassVar[Names] = ("cards",)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsKept:
    """The cutter kept some of the cards looked at (K-18)."""

    seat: int
    cards: Cards

    PUBLIC: ClassVar[Names] = ("seat",)
    OWN: ClassVar[Names] = ("cards",)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDealt:
    """The top of the stock was dealt; ``hands`` has one part for each seat of the game (K-21)."""

    hands: tuple[Cards, ...]

    DEALT: ClassVar[Names] = ("hands",)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCardTurned:
    """The top card of the stock was turned up onto the discards (K-22, K-23)."""

    card: Card

    PUBLIC: ClassVar[Names] = ("card",)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCardPutBack:
    """The up-card went back under the stock, which is shuffled next."""

    card: Card

    PUBLIC: ClassVar[Names] = ("card",)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCardNamed:
    """Somebody named what a wild up-card asks for (K-26)."""

    seat: int
    nominated: Nomination

    PUBLIC: ClassVar[Names] = ("seat", "nominated")


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
class PenaltyRaised:
    """A live penalty of this many cards is aimed at the next seat that must act (K-56, K-60)."""

    cards: int
    chain: str

    PUBLIC: ClassVar[Names] = ("cards", "chain")


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipRaised:
    """A live skip of this many turns is aimed at the next seat that must act (K-69, K-70)."""

    turns: int

    PUBLIC: ClassVar[Names] = ("turns",)


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectEnded:
    """The live effect was served, cancelled or dropped; its card is dead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A seat took what was due (K-62, K-69)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped:
    """A seat missed its turn."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectionReversed:
    """Play turned round (K-73)."""

    direction: int

    PUBLIC: ClassVar[Names] = ("direction",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A seat ended its turn without playing."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStalled:
    """So many turns in a row have now ended with nothing played and nothing left to draw (K-85)."""

    turns: int

    PUBLIC: ClassVar[Names] = ("turns",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """A seat said a word; ``early`` if it was said before the play that it speaks of (K-91)."""

    seat: int
    word: str
    early: bool

    PUBLIC: ClassVar[Names] = ("seat", "word", "early")


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOpened:
    """The others may wait for, or charge the seat with, the word that is due (K-97, K-99)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowClosed:
    """It is too late for the word, and for the charge."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAccused:
    """A seat charged another with a missing word; ``guilty`` tells who pays."""

    seat: int
    accused: int
    guilty: bool

    PUBLIC: ClassVar[Names] = ("seat", "accused", "guilty")


@dataclass(frozen=True, slots=True, kw_only=True)
class FineSet:
    """A fine of this many cards waits for the seat's next turn, and takes that turn; 0 when it is paid (K-28)."""

    seat: int
    cards: int

    PUBLIC: ClassVar[Names] = ("seat", "cards")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWentOut:
    """A seat got rid of its last card with lasting effect (K-106)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A turn of the rule book began: this seat must act now (K-28)."""

    seat: int
    ask: Ask = Ask.PLAY

    PUBLIC: ClassVar[Names] = ("seat", "ask")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAsked:
    """The next decision, inside the same turn, or before the first one."""

    seat: int
    ask: Ask

    PUBLIC: ClassVar[Names] = ("seat", "ask")


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
class DealEnded:
    """A deal is over and all hands are shown (K-127).

    ``places`` has one entry a seat, from 1; 0 for who was not dealt to.
    """

    ending: Ending
    winner: int | None
    places: tuple[int, ...]
    hands: tuple[Cards, ...]

    PUBLIC: ClassVar[Names] = ("ending", "winner", "places", "hands")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealScored:
    """What the deal added, and the scores after it (K-115); one entry a seat."""

    points: tuple[int, ...]
    scores: tuple[int, ...]

    PUBLIC: ClassVar[Names] = ("points", "scores")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEliminated:
    """A seat is out of the game for good (K-118)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over. ``places`` has one entry a seat, from 1, ties shared."""

    winners: tuple[int, ...]
    places: tuple[int, ...]

    PUBLIC: ClassVar[Names] = ("winners", "places")


Dealing: TypeAlias = StockShuffled | StockCut | CardsKept | CardsDealt | UpCardTurned | UpCardPutBack | UpCardNamed
"""What happens before the first turn of a deal."""

OfGame: TypeAlias = (
    DealBegan | DealScored | SeatEliminated | GameOpened | SeatTaken | SeatLeft | GameStarted | GameEnded
)
"""What changes the game and not the deal that runs."""

Event: TypeAlias = (
    CardsPlayed
    | TurnBegan
    | CardsDrawn
    | SeatAsked
    | Passed
    | PenaltyRaised
    | SkipRaised
    | EffectEnded
    | Accepted
    | TurnSkipped
    | DirectionReversed
    | Announced
    | WindowOpened
    | WindowClosed
    | SeatAccused
    | FineSet
    | SeatWentOut
    | StockReplenished
    | DealStalled
    | TimeRanOut
    | SeatResigned
    | DealEnded
    | Dealing
    | OfGame
)
