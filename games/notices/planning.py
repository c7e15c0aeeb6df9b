"""When a turn is told to its player: at once, after four fifths of the time, and an hour before the deadline."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from games.notices.kinds import NoticeKind

NEAR: Final = 0.8
"""The part of a turn's time after which its deadline is near."""
LAST: Final = timedelta(hours=1)
"""How long before a deadline the last notice comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A notice that is told when it is due, if it is still true then. There is one for all fields but the last four."""

    player: UUID
    """Who is told."""
    kind: NoticeKind
    game: UUID
    seat: int | None = None
    """The seat of which it speaks."""
    began: datetime | None = None
    """When the turn of which it speaks began, or the proposal was made; None if it speaks of neither."""
    about: UUID | None = None
    """The invitation, or the other player, of whom it speaks."""
    turn: int | None = None
    """The decision that is due."""
    deadline: datetime | None = None
    at: datetime | None = None
    """When it is due; None means at once."""
    until: datetime | None = None
    """When it is of no use any more; None if that does not depend on the time."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a player, as the row of the game has it."""

    player: UUID
    game: UUID
    seat: int
    turn: int
    began: datetime
    deadline: datetime | None
    now: datetime
    has_plan: bool = False
    """Whether the player has a plan that plays in this turn."""


def your_turn(turn: Turn) -> Planned:
    """Return what the player of *turn* is told when it begins."""
    return _planned(turn, NoticeKind.YOUR_TURN, at=None, until=turn.deadline)


def notices_of(turn: Turn) -> Iterator[Planned]:
    """Yield what the player of *turn* is told, in the order of time.

    A turn whose four fifths are over less than an hour before its deadline has no notice of its last hour. Nobody is
    told of a turn that their plan plays. If the plan does not fit, whoever drops it plans this notice.
    """
    if not turn.has_plan:
        yield your_turn(turn)
    if turn.deadline is None:
        return
    near = turn.began + NEAR * (turn.deadline - turn.began)
    last = turn.deadline - LAST
    if near >= last:
        yield _planned(turn, NoticeKind.DEADLINE_NEAR, at=near, until=turn.deadline)
        return
    if turn.now < last:
        yield _planned(turn, NoticeKind.DEADLINE_NEAR, at=near, until=last)
    yield _planned(turn, NoticeKind.LAST_HOUR, at=last, until=turn.deadline)


def _planned(turn: Turn, kind: NoticeKind, *, at: datetime | None, until: datetime | None) -> Planned:
    return Planned(
        player=turn.player, kind=kind, game=turn.game, seat=turn.seat, began=turn.began, turn=turn.turn,
        deadline=turn.deadline, at=at, until=until,
    )  # fmt: skip


def is_last(kind: str, deadline: datetime | None, until: datetime | None) -> bool:
    """Return whether a notice is the last one before a *deadline*, which comes in quiet hours too."""
    return kind in (NoticeKind.DEADLINE_NEAR, NoticeKind.LAST_HOUR) and until == deadline
