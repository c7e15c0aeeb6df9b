"""Which games count for ratings, and why the others do not."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from games.ladders.contests import Contest, Sitter, contests
from games.ladders.daily_limit import DAILY_LIMIT


class WhyUnrated(StrEnum):
    """Why a game does not count although its table was made for a rated game."""

    OPTIONS = "options"
    NO_OPPONENTS = "no_opponents"
    DAILY_LIMIT = "daily_limit"
    ABANDONED = "abandoned"
    NOT_PLAYED = "not_played"
    """Only of games that ended before 0.3.0."""


DETAIL: Final[Mapping[WhyUnrated, str]] = {
    WhyUnrated.OPTIONS: "A rated game has the default options of its variant. This game has others.",
    WhyUnrated.NO_OPPONENTS: (
        "A rated game needs two different people, or two different bots or programs. "
        "People are not rated against bots or programs."
    ),
    WhyUnrated.DAILY_LIMIT: (
        f"Two of the players have already started {DAILY_LIMIT} rated games together today (UTC). More do not count."
    ),
    WhyUnrated.ABANDONED: "The players agreed to abandon the game, so it has no winner.",
    WhyUnrated.NOT_PLAYED: (
        "Somebody who would have been rated never made a decision, or left before their first one."
    ),
}
"""The reasons in words."""


def rated_contests(sitters: Sequence[Sitter | None], places: Sequence[int] = ()) -> tuple[Contest, ...]:
    """Return the contests as which a game is rated; without *places*, as if all of them had tied."""
    return tuple(contests(sitters, places or [1] * len(sitters)))
