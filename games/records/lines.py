"""What stands in a record: its tags, then lines in the order in which things happened.

Cards are written as the notation writes them; ``?`` is one that the viewer may not see.
"""

from dataclasses import dataclass
from typing import TypeAlias

from games.records.tags import Tags

Faces: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """The lot made *dealer* the first dealer, by random act number *act*."""

    act: int
    dealer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A deal began."""

    deal: int
    dealer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Random act number *act* put *cards* into this order, top first.

    ``how``: ``shuffled``, the stock; ``replenished``, the discards under it; ``returned``, the hand of who gave up.
    """

    how: str
    act: int
    cards: Faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """What each seat was dealt."""

    hands: tuple[Faces, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCard:
    """``up``: a card was turned up; ``back``: it went back under the stock; ``named``: its suit, by the bottom card."""

    how: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """What one seat drew with a move; nothing where nothing was left."""

    seat: int
    cards: Faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What a seat drew without a move of its own: because of the card that was turned up after the deal."""

    seat: int
    cards: Faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One move, and what came of it."""

    turn: int
    """Number of the decision that was due."""
    seat: int
    move: str
    shows: Faces = ()
    """Cards looked at in the cut, the one turned up by a challenge, or the one laid by a rescue."""
    draws: tuple[Draw, ...] = ()
    spent: int
    """Milliseconds since the decision was due."""
    by_clock: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOver:
    """A deal ended, with what was left in the hands; ``places`` from 1, 0 for who was not dealt to."""

    ending: str
    winner: int | None
    loser: int | None
    places: tuple[int, ...]
    left: tuple[Faces, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """What the deal added, and the scores after it."""

    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallen:
    """``lost``: a seat lost one more deal; ``eliminated``: it is out of the game."""

    how: str
    seat: int


Line: TypeAlias = Lot | Deal | Order | Hands | UpCard | Drawn | Move | DealOver | Scored | Fallen


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game, or what one viewer may see of it."""

    tags: Tags
    lines: tuple[Line, ...]
