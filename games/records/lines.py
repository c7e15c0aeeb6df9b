"""A record: its tags, then its lines in the order in which things happened.

Cards are written in the notation; ``?`` is a card that the viewer may not see.
"""

from dataclasses import dataclass
from typing import TypeAlias

from games.records.tags import Tags

Faces: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """This edition of the rules decided what follows. Before such a line it is the first one."""

    edition: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDealer:
    """Random act number *act* made the seat *dealer* the first dealer."""

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

    ``how``: ``shuffled``, the stock; ``replenished``, the discards that became the stock; ``returned``, the hand of a
    seat that resigned.
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
    """``up``: a card was turned up; ``back``: it went under the stock; ``named``: the bottom card named its suit."""

    how: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """What one seat drew because of a move; no cards if none was left."""

    seat: int
    cards: Faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What a seat drew right after the deal, because of the card that was turned up."""

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
    """Cards that the cutter saw, the card that a challenge turned up, or the card that a rescue played."""
    draws: tuple[Draw, ...] = ()
    spent: int
    """Milliseconds since the decision was due."""
    by_clock: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOver:
    """A deal ended, with what was left in the hands; ``places`` from 1, 0 for a seat that was not in the deal."""

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


Line: TypeAlias = Rules | FirstDealer | Deal | Order | Hands | UpCard | Drawn | Move | DealOver | Scored | Fallen


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game, or what one viewer may see of it."""

    tags: Tags
    lines: tuple[Line, ...]
