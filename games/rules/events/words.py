"""The words that events are told in."""

from enum import StrEnum
from typing import TypeAlias

Names: TypeAlias = tuple[str, ...]
"""Names of fields, as the declarations of who may see them list them."""


class Ask(StrEnum):
    """What the seat that must act is asked for."""

    PLAY = "play"
    """An ordinary turn in which nothing was drawn yet."""
    DRAWN = "drawn"
    """The turn goes on after a draw."""
    ANSWER = "answer"
    """A live effect is aimed at the seat: answer, cancel or accept."""
    MUST_FOLLOW = "must-follow"
    MAY_FOLLOW = "may-follow"
    CUT = "cut"
    KEEP = "keep"
    NAME = "name"
    BELIEVE = "believe"
    RESCUE = "rescue"
    NOTHING = "nothing"
    """No deal is running."""


class Cause(StrEnum):
    """Why cards were drawn."""

    OWN_ACCORD = "own-accord"
    PENALTY = "penalty"
    STRIKE = "strike"
    FINE = "fine"


class Ending(StrEnum):
    """Why a deal ended."""

    WENT_OUT = "went-out"
    BLOCKED = "blocked"
    PLAYS_SPENT = "plays-spent"
    LAST_LEFT = "last-left"
    RESIGNED = "resigned"
