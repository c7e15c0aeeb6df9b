"""What ends by itself at a table apart from a turn: pauses, proposals, and games that nobody plays any more."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from games.clocks.terms import agreed
from games.rules.events import ClockResumed, Event, ProposalOutcome, ProposalSettled
from games.rules.game import Game, Status

LONGEST_PAUSE: Final = timedelta(days=14)
"""After which a pause that was voted, or that a moderator made, ends by itself."""
LONGEST_IDLE: Final = timedelta(days=60)
"""After which a game without a clock is closed if nobody has moved."""


def lapse_of(game: Game, last: datetime) -> datetime | None:
    """Return when the first thing in *game* ends by itself, if its *last* event was then; None if nothing does."""
    ends = [datetime.fromisoformat(one.until) for one in game.pauses]
    if game.proposal:
        ends.append(datetime.fromisoformat(game.proposal.expires))
    if game.status == Status.PLAYING and agreed(game.terms) is None:
        ends.append(last + LONGEST_IDLE)
    return min(ends, default=None)


def lapsed(game: Game, now: datetime) -> Iterator[Event]:
    """Yield what has ended by itself in *game* by *now*, apart from the game itself."""
    for pause in game.pauses:
        if datetime.fromisoformat(pause.until) <= now:
            yield ClockResumed(reason=pause.reason, seat=pause.seat)
    proposal = game.proposal
    if proposal and datetime.fromisoformat(proposal.expires) <= now:
        yield ProposalSettled(proposal=proposal.number, kind=proposal.kind, outcome=ProposalOutcome.EXPIRED)
