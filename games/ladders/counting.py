"""Which of the games that were made to be rated count, and why the others do not."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final

from games.ladders.contests import Contest, Sitter, contests

DAILY_LIMIT: Final = 5
"""Games in which the same two meet that start on one UTC day and count."""


class WhyUnrated(StrEnum):
    """Why a game that was made to be rated does not count."""

    OPTIONS = "options"
    NO_OPPONENTS = "no_opponents"
    DAILY_LIMIT = "daily_limit"
    NOT_PLAYED = "not_played"


DETAIL: Final[Mapping[WhyUnrated, str]] = {
    WhyUnrated.OPTIONS: "Rated games use the default options of their variant; this one does not.",
    WhyUnrated.NO_OPPONENTS: (
        "People are rated among themselves, and so are bots and programs: no two different ones of a kind sit here."
    ),
    WhyUnrated.DAILY_LIMIT: (
        f"Two of the players have started {DAILY_LIMIT} rated games together today (UTC) already; more do not count."
    ),
    WhyUnrated.NOT_PLAYED: (
        "The game was not played: somebody who would have been rated left before their first decision, "
        "or never made one."
    ),
}
"""The reasons in words."""


def rated_contests(sitters: Sequence[Sitter | None], places: Sequence[int] = ()) -> tuple[Contest, ...]:
    """Return what a game is rated as; without *places* as if all of them had tied."""
    return tuple(contests(sitters, places or [1] * len(sitters)))


def limited_pairs(contest: Contest, sitters: Sequence[Sitter | None]) -> list[tuple[str, str]]:
    """Return the pairs of entrants for whom the daily limit holds: all but pairs of house bots."""
    players = {sitter.player for sitter in sitters if sitter and sitter.player}
    entrants = sorted(one.entrant for one in contest.contestants)
    return [pair for pair in combinations(entrants, 2) if players & {*pair}]


def rated_actors(sitters: Sequence[Sitter | None]) -> frozenset[str]:
    """Return by which names those who are rated act: a player's id, or ``bot:<seat>``."""
    rated = {one.entrant for contest in rated_contests(sitters) for one in contest.contestants}
    seated = ((seat, sitter) for seat, sitter in enumerate(sitters) if sitter)
    return frozenset(one.player or f"bot:{seat}" for seat, one in seated if (one.player or one.bot) in rated)


def was_played(sitters: Sequence[Sitter | None], deciders: Collection[str]) -> bool:
    """Tell whether everybody who is rated is among the *deciders*, who made a decision of their own."""
    return rated_actors(sitters) <= set(deciders)
