"""Effects, and the words that are said: what a play sets off."""

from dataclasses import dataclass
from typing import ClassVar

from games.rules.cards import Card
from games.rules.events.words import Names


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRaised:
    """A live penalty of this many cards is aimed at the next seat that must act, or at ``aim`` (K-56, K-60)."""

    cards: int
    chain: str
    cause: Card | None = None
    """The card that made it; None in records older than this field."""
    aim: int | None = None
    """The seat that must decide at once, out of turn."""

    PUBLIC: ClassVar[Names] = ("cards", "chain", "cause", "aim")


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipRaised:
    """A live skip of this many turns is aimed at the next seat that must act (K-69, K-70)."""

    turns: int

    PUBLIC: ClassVar[Names] = ("turns",)


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectEnded:
    """The live effect was served, cancelled or dropped; its card is dead."""


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
