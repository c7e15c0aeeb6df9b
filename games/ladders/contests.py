"""Who is rated with whom: people among themselves, bots and programs among themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol
from uuid import UUID

from games.ladders.names import KINDS, Kind

_FEWEST: Final = 2


def is_player(entrant: str) -> bool:
    """Return whether an entrant is a player, who has an id. A bot has its level, which is a word."""
    try:
        return bool(UUID(entrant))
    except ValueError:
        return False


class Sitter(Protocol):
    """A seat's player or bot."""

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
    """Yield the contests of a game that ended with these *places*, one place for each seat.

    A kind has none if fewer than two of it sat there, or if one of them sat on two seats: nobody is rated against
    themselves.
    """
    for kind in KINDS:
        sat = [
            (who.player or who.bot, place)
            for who, place in zip(sitters, places, strict=True)
            if who and (Kind.BOTS if who.bot or who.program else Kind.HUMANS) is kind
        ]
        if _FEWEST <= len(sat) == len({entrant for entrant, _ in sat}):
            # Places are counted anew among those of one kind.
            ranked = [(entrant, 1 + sum(other < place for _, other in sat)) for entrant, place in sorted(sat)]
            yield Contest(kind, tuple(Contestant(entrant, place) for entrant, place in ranked))
