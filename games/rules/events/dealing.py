"""What happens before the first turn of a deal."""

from dataclasses import dataclass
from typing import ClassVar

from games.rules.cards import Card, Cards, Nomination
from games.rules.events.words import Names


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
