"""Who is rated with whom: persons among themselves, bots and programs among themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from games.ladders.names import KINDS, Kind

_FEWEST: Final = 2


class Sitter(Protocol):
    """Who sat on a seat."""

    @property
    def player(self) -> str:
        """A player's id; empty for a bot."""

    @property
    def bot(self) -> str:
        """A bot's level; empty for a player."""

    @property
    def program(self) -> bool:
        """Whether a program played for the player."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """One of those who are rated by a game."""

    entrant: str
    """A player's id, or a bot's level."""
    place: int
    """Among the contestants: from 1, ties shared."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What a game says about those of one kind."""

    kind: Kind
    contestants: tuple[Contestant, ...]


def contests(sitters: Sequence[Sitter | None], places: Sequence[int]) -> Iterator[Contest]:
    """Yield what a game that ended with these *places*, one a seat, is rated as.

    Nothing for a kind of which fewer than two sat there, or one sat twice: nobody is measured against himself.
    """
    for kind in KINDS:
        sat = [(_entrant(who), place) for who, place in zip(sitters, places, strict=True) if who and _kind(who) is kind]
        if _FEWEST <= len(sat) == len({entrant for entrant, _ in sat}):
            yield Contest(kind, tuple(Contestant(entrant, _place(place, sat)) for entrant, place in sorted(sat)))


def _kind(sitter: Sitter) -> Kind:
    return Kind.BOTS if sitter.bot or sitter.program else Kind.HUMANS


def _entrant(sitter: Sitter) -> str:
    return sitter.player or sitter.bot


def _place(place: int, sat: Sequence[tuple[str, int]]) -> int:
    return 1 + sum(other < place for _, other in sat)
