"""The words of events: what a seat is asked, why cards are drawn, how a deal ends."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeAlias

Names: TypeAlias = tuple[str, ...]
"""Names of fields: events declare with them who may see what."""

Example: TypeAlias = Mapping[str, Any]
"""The fields of an event in JSON, secret ones too."""


class Ask(StrEnum):
    """What the seat that must act is asked for."""

    PLAY = "play"
    """An ordinary turn in which nothing was drawn yet."""
    DRAWN = "drawn"
    """The turn goes on after a draw."""
    ANSWER = "answer"
    """A live effect is aimed at the seat: answer it, cancel it, or accept it."""
    MUST_FOLLOW = "must-follow"
    """The seat must play one more card, or draw where that is allowed."""
    MAY_FOLLOW = "may-follow"
    """The seat may play one more card, or pass."""
    CUT = "cut"
    """Cut the stock and look at cards."""
    KEEP = "keep"
    """Keep some of the cards that the cut has shown, or none."""
    NAME = "name"
    """Name the suit that a wild up-card asks for."""
    BELIEVE = "believe"
    """Believe a claim, or challenge it."""
    RESCUE = "rescue"
    """A card that was drawn for a penalty would end the penalty: play it, or decline."""
    NOTHING = "nothing"
    """No deal is running."""


class Cause(StrEnum):
    """Why cards were drawn."""

    OWN_ACCORD = "own-accord"
    """The seat chose to draw."""
    PENALTY = "penalty"
    """It accepted a penalty, or had to."""
    STRIKE = "strike"
    """A card struck it: it drew at once."""
    FINE = "fine"
    """It broke a rule, or accused wrongly."""


class Ending(StrEnum):
    """Why a deal ended."""

    WENT_OUT = "went-out"
    """A seat went out and ended the deal."""
    BLOCKED = "blocked"
    """Nobody could play, and nothing was left to draw."""
    PLAYS_SPENT = "plays-spent"
    """The most plays that a deal may have were made."""
    LAST_LEFT = "last-left"
    """Only one seat still held cards."""
    RESIGNED = "resigned"
    """Resignations ended it."""
    ABANDONED = "abandoned"
    """The game was abandoned in the middle of it."""


class AbsencePolicy(StrEnum):
    """What happens in the turns of a seat whose player is absent."""

    DRAW_PASS = "draw-pass"  # noqa: S105 - a pass in a game
    """The clock makes its default move (K-120)."""
    BOT = "bot"
    """A bot moves."""
    REMOVE = "remove"
    """The seat leaves the game at its next turn."""


class Leaving(StrEnum):
    """Why a seat left a game that runs."""

    RESIGNED = "resigned"
    """Its player gave up."""
    WITHOUT_LOSS = "without-loss"
    """Its player left because another one was absent. That costs no rating."""
    REMOVED = "removed"
    """Its player was absent."""
