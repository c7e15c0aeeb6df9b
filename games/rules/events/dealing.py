"""What happens before the first turn of a deal."""

from dataclasses import dataclass
from typing import ClassVar

from games.rules.cards import Card, Cards, Nomination
from games.rules.events.words import Example, Names


@dataclass(frozen=True, slots=True, kw_only=True)
class StockShuffled:
    """The stock was shuffled (K-14)."""

    cards: Cards
    """The new stock, top card first."""
    act: int
    """Number of the random act, from 1."""

    PUBLIC: ClassVar[Names] = ("act",)
    EXAMPLE: ClassVar[Example] = {"cards": ["7S", "TH", "X", "AC"], "act": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class StockCut:
    """A seat cut the stock and looked at the cards at some positions (K-15, K-16)."""

    seat: int
    positions: tuple[int, ...]
    """Where it looked: positions from the top, from 1."""
    cards: Cards
    """The cards at these positions."""

    PUBLIC: ClassVar[Names] = ("seat", "positions")
    OWN: ClassVar[Names] = ("cards",)
    EXAMPLE: ClassVar[Example] = {"seat": 1, "positions": [1, 4], "cards": ["7S", "AC"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsKept:
    """The seat that cut kept some of the cards that it had looked at (K-18)."""

    seat: int
    cards: Cards
    """The cards that it kept."""

    PUBLIC: ClassVar[Names] = ("seat",)
    OWN: ClassVar[Names] = ("cards",)
    EXAMPLE: ClassVar[Example] = {"seat": 1, "cards": ["AC"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDealt:
    """The cards were dealt from the top of the stock (K-21)."""

    hands: tuple[Cards, ...]
    """One hand for each seat of the game."""

    DEALT: ClassVar[Names] = ("hands",)
    EXAMPLE: ClassVar[Example] = {"hands": [["7S", "8S"], ["9S", "TS"]]}


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCardTurned:
    """The top card of the stock was turned up onto the discard pile (K-22, K-23)."""

    card: Card
    """The new up-card."""

    PUBLIC: ClassVar[Names] = ("card",)
    EXAMPLE: ClassVar[Example] = {"card": "JD"}


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCardPutBack:
    """The up-card went back under the stock. The stock is shuffled next."""

    card: Card
    """The card that went back."""

    PUBLIC: ClassVar[Names] = ("card",)
    EXAMPLE: ClassVar[Example] = {"card": "X"}


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCardNamed:
    """A seat named the suit that a wild up-card asks for (K-26)."""

    seat: int
    nominated: Nomination
    """The suit: `S`, `H`, `D` or `C`."""

    PUBLIC: ClassVar[Names] = ("seat", "nominated")
    EXAMPLE: ClassVar[Example] = {"seat": 2, "nominated": "H"}
