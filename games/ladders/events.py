"""What happens on a ladder."""

from dataclasses import dataclass
from typing import Any, ClassVar

from games.ladders.names import Kind, Pace
from games.ladders.ratings import Basis, Rating


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a game made of one rating."""

    entrant: str
    """A player's id, or a bot's level."""
    place: int
    """Place among those who were rated, from 1. Ties share a place."""
    games: int
    """Rated games on all ladders of this variant, pace and kind, with this one."""
    basis: Basis
    """What the rating after the game rests on."""
    counted: bool
    """Whether an opponent of this game counted."""
    anew: bool
    """Whether the rating began anew with this game, whatever it was before."""
    before: Rating
    """The rating before the game."""
    after: Rating
    """The rating after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """What an annulment made of one rating."""

    entrant: str
    """A player's id, or a bot's level."""
    games: int
    """Rated games on all ladders of this variant, pace and kind, without the one that was annulled."""
    won: bool
    """Whether the entrant had the first place."""
    basis: Basis
    """What the rating rests on without the game."""
    before: Rating
    """The rating before the annulment."""
    after: Rating
    """The rating after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Annulled:
    """A moderator annulled a rated game. Its changes are given back; later games are not computed again."""

    game: str
    """The game's id."""
    entries: tuple[Returned, ...]
    """What the annulment made of each rating."""

    PUBLIC: ClassVar[tuple[str, ...]] = ("game", "entries")
    EXAMPLE: ClassVar[dict[str, Any]] = {
        "game": "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47",
        "entries": [
            {
                "entrant": "01975e0c-0000-7000-8000-000000000001",
                "games": 0,
                "won": True,
                "basis": {"met": 0, "opponents": 0, "counted": 0, "anchored": False, "confirmed": True},
                "before": {"mu": "27.635389493140497", "sigma": "8.06590141354368"},
                "after": {"mu": "25.0", "sigma": "8.333333333333334"},
            },
        ],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantErased:
    """The account of an entrant was erased, so no leaderboard lists them. Their games stay rated for the others."""

    entrant: str
    """A player's id."""

    PUBLIC: ClassVar[tuple[str, ...]] = ("entrant",)
    EXAMPLE: ClassVar[dict[str, Any]] = {"entrant": "01975e0c-0000-7000-8000-000000000001"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A game was rated. The event has the ratings before and after, so that nobody computes them again."""

    variant: str
    """Key of the variant."""
    season: str
    """Name of the season, for example `2026-10`."""
    pace: Pace
    """Whether turns are short or long."""
    kind: Kind
    """Whether people or bots were rated."""
    game: str
    """The game's id."""
    private: bool
    """Whether only those who sat there may know of the game."""
    ended_at: str
    """When the game ended (RFC 3339)."""
    entries: tuple[Entry, ...]
    """What the game made of each rating."""

    PUBLIC: ClassVar[tuple[str, ...]] = ("variant", "season", "pace", "kind", "game", "private", "ended_at", "entries")
    EXAMPLE: ClassVar[dict[str, Any]] = {
        "variant": "mau_mau",
        "season": "2026-10",
        "pace": "daily",
        "kind": "humans",
        "game": "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47",
        "private": False,
        "ended_at": "2026-11-21T09:21:08.120533Z",
        "entries": [
            {
                "entrant": "01975e0c-0000-7000-8000-000000000001",
                "place": 1,
                "games": 1,
                "basis": {"met": 1, "opponents": 1, "counted": 1, "anchored": False, "confirmed": True},
                "counted": True,
                "anew": False,
                "before": {"mu": "25.0", "sigma": "8.333333333333334"},
                "after": {"mu": "27.635389493140497", "sigma": "8.06590141354368"},
            },
            {
                "entrant": "01975e0c-0000-7000-8000-000000000002",
                "place": 2,
                "games": 12,
                "basis": {"met": 7, "opponents": 6, "counted": 11, "anchored": False, "confirmed": True},
                "counted": True,
                "anew": False,
                "before": {"mu": "25.0", "sigma": "8.333333333333334"},
                "after": {"mu": "22.364610506859503", "sigma": "8.06590141354368"},
            },
        ],
    }
