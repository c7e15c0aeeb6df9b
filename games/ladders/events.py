"""What happens on a ladder."""

from dataclasses import dataclass
from typing import ClassVar

from games.ladders.names import Kind, Pace
from games.ladders.ratings import Rating


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a game made of one rating."""

    entrant: str
    """A player's id, or a bot's level."""
    place: int
    """Among those who were rated: from 1, ties shared."""
    games: int
    """Rated games of the entrant on all ladders of this variant, pace and kind, this one included."""
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A game was rated: its result, and what came of it. Whoever reads it copies the ratings, and computes none."""

    variant: str
    season: str
    pace: Pace
    kind: Kind
    game: str
    private: bool
    """Whether only who sat there may know of the game."""
    ended_at: str
    """When the game ended, by RFC 3339."""
    entries: tuple[Entry, ...]

    PUBLIC: ClassVar[tuple[str, ...]] = ("variant", "season", "pace", "kind", "game", "private", "ended_at", "entries")
