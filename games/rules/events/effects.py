"""Effects, and the words that are said: what a play sets off."""

from dataclasses import dataclass
from typing import ClassVar

from games.rules.cards import Card
from games.rules.events.words import Example, Names


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRaised:
    """A penalty is live. It is aimed at the next seat that must act, or at one seat (K-56, K-60)."""

    cards: int
    """How many cards must be drawn in all."""
    chain: str
    """The chain of the ruleset that says what answers it."""
    cause: Card | None = None
    """The card that made it."""
    aim: int | None = None
    """The seat that must decide at once, out of turn. Null for the next seat."""

    PUBLIC: ClassVar[Names] = ("cards", "chain", "cause", "aim")
    EXAMPLE: ClassVar[Example] = {"cards": 4, "chain": "sevens", "cause": "7S", "aim": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipRaised:
    """A skip is live. It is aimed at the next seat that must act (K-69, K-70)."""

    turns: int
    """How many turns must be missed in all."""

    PUBLIC: ClassVar[Names] = ("turns",)
    EXAMPLE: ClassVar[Example] = {"turns": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectEnded:
    """The live effect was served, cancelled or dropped. Its card is dead."""

    EXAMPLE: ClassVar[Example] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped:
    """A seat missed its turn."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectionReversed:
    """The direction of play turned round (K-73)."""

    direction: int
    """The direction from now on: 1 clockwise, -1 against it."""

    PUBLIC: ClassVar[Names] = ("direction",)
    EXAMPLE: ClassVar[Example] = {"direction": -1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """A seat said a word (K-91)."""

    seat: int
    word: str
    """The word, for example `mau`."""
    early: bool
    """Whether it was said before the play that it belongs to."""

    PUBLIC: ClassVar[Names] = ("seat", "word", "early")
    EXAMPLE: ClassVar[Example] = {"seat": 0, "word": "mau", "early": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOpened:
    """The others may wait for the word that is due, or accuse the seat that has not said it (K-97, K-99)."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowClosed:
    """It is too late for the word, and for an accusation."""

    seat: int

    PUBLIC: ClassVar[Names] = ("seat",)
    EXAMPLE: ClassVar[Example] = {"seat": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAccused:
    """A seat accused another one of a missing word."""

    seat: int
    accused: int
    """The seat that was accused."""
    guilty: bool
    """Whether the word was missing. If not, the accuser pays."""

    PUBLIC: ClassVar[Names] = ("seat", "accused", "guilty")
    EXAMPLE: ClassVar[Example] = {"seat": 1, "accused": 0, "guilty": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class FineSet:
    """A fine waits for a seat, or has been paid. It takes the seat's next turn (K-28)."""

    seat: int
    cards: int
    """How many cards wait; 0 when the fine is paid."""

    PUBLIC: ClassVar[Names] = ("seat", "cards")
    EXAMPLE: ClassVar[Example] = {"seat": 1, "cards": 2}
