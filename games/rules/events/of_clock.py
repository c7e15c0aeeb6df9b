"""What moves or stops the clock of a table, and what the seats agree on about it. Instants are RFC 3339 text."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from games.rules.events.words import Example, Names


class MoveCause(StrEnum):
    """Why a deadline moved."""

    QUIET_HOURS = "quiet-hours"
    """It fell into the quiet hours of the player, so it moved to their end."""
    CLOCK_SET_BACK = "clock-set-back"
    """The server's clock was set back to before the turn began, so the turn begins anew."""


class PauseReason(StrEnum):
    """Why a clock stands still."""

    VACATION = "vacation"
    """A player is on vacation."""
    VOTE = "vote"
    """The players agreed on it."""
    MODERATOR = "moderator"
    """A moderator stopped it."""


class ProposalKind(StrEnum):
    """What seats can agree on."""

    PAUSE = "pause"
    """The clock stops for at most 14 days."""
    RESUME = "resume"
    """The pause that the players agreed on ends at once."""
    EXTEND = "extend"
    """The seat on turn gets the allowance of one more turn."""
    ABANDON = "abandon"
    """The game ends, unrated and without winners."""


class ProposalOutcome(StrEnum):
    """How a proposal ended."""

    ACCEPTED = "accepted"
    """Every player agreed."""
    REJECTED = "rejected"
    """A player disagreed."""
    EXPIRED = "expired"
    """Not every player answered in time."""
    MOOT = "moot"
    """The turn that was to be longer is over."""


class AbandonCause(StrEnum):
    """Why a game ended without winners."""

    VOTE = "vote"
    """The players agreed on it."""
    IDLE = "idle"
    """Nobody moved for 60 days in a game without a clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineMoved:
    """The deadline of the seat on turn moved."""

    seat: int
    deadline: str
    """The new deadline."""
    cause: MoveCause
    """Why it moved."""

    PUBLIC: ClassVar[Names] = ("seat", "deadline", "cause")
    EXAMPLE: ClassVar[Example] = {"seat": 1, "deadline": "2026-11-25T06:00:00.000000Z", "cause": "quiet-hours"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused:
    """The clock has one more reason to stand still, or the pause for this reason got another end."""

    reason: PauseReason
    """Why the clock stands still."""
    seat: int | None = None
    """The seat of the player on vacation. Null for other reasons."""
    until: str
    """When the pause ends by itself."""

    PUBLIC: ClassVar[Names] = ("reason", "seat", "until")
    EXAMPLE: ClassVar[Example] = {"reason": "vacation", "seat": 1, "until": "2026-12-01T08:00:00.000000Z"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed:
    """A reason to stand still is over. The clock runs again if it was the last one."""

    reason: PauseReason
    """The reason that is over."""
    seat: int | None = None
    """The seat of the player who was on vacation. Null for other reasons."""

    PUBLIC: ClassVar[Names] = ("reason", "seat")
    EXAMPLE: ClassVar[Example] = {"reason": "vacation", "seat": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeExtended:
    """The seat on turn got more time for this turn."""

    seat: int
    seconds: int
    """How many seconds it got."""

    PUBLIC: ClassVar[Names] = ("seat", "seconds")
    EXAMPLE: ClassVar[Example] = {"seat": 1, "seconds": 86400}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalMade:
    """A seat proposed something, and agrees to it."""

    seat: int
    proposal: int
    """Number of the proposal in this game, from 1."""
    kind: ProposalKind
    """What it proposes."""
    expires: str
    """When the proposal ends if not every player has answered."""

    PUBLIC: ClassVar[Names] = ("seat", "proposal", "kind", "expires")
    EXAMPLE: ClassVar[Example] = {
        "seat": 0, "proposal": 1, "kind": "extend", "expires": "2026-11-27T08:00:00.000000Z",
    }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteCast:
    """A seat voted on a proposal."""

    seat: int
    proposal: int
    """Number of the proposal."""
    agrees: bool
    """Whether the seat agrees."""

    PUBLIC: ClassVar[Names] = ("seat", "proposal", "agrees")
    EXAMPLE: ClassVar[Example] = {"seat": 1, "proposal": 1, "agrees": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalSettled:
    """A proposal ended. What was agreed on follows as events of its own."""

    proposal: int
    """Number of the proposal."""
    kind: ProposalKind
    """What it proposed."""
    outcome: ProposalOutcome
    """How it ended."""

    PUBLIC: ClassVar[Names] = ("proposal", "kind", "outcome")
    EXAMPLE: ClassVar[Example] = {"proposal": 1, "kind": "extend", "outcome": "accepted"}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAbandoned:
    """The game was given up by all. It ends unrated and without winners."""

    cause: AbandonCause
    """Why it ended."""

    PUBLIC: ClassVar[Names] = ("cause",)
    EXAMPLE: ClassVar[Example] = {"cause": "vote"}
