"""What ends by itself at a table apart from a turn: pauses, proposals, and games that nobody plays any more."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from games.clocks.terms import agreed
from games.rules.events import ClockResumed, Event, ProposalOutcome, ProposalSettled
from games.rules.game import Game, Status

LONGEST_PAUSE: Final = timedelta(days=14)
"""After which a pause that was voted, or that a moderator made, ends by itself."""
LONGEST_IDLE: Final = timedelta(days=60)
"""After which a game without a clock is closed if nobody has moved."""


LONGEST_WAIT: Final[Mapping[str, timedelta]] = {"public": timedelta(days=14), "private": timedelta(days=30)}
"""After which a table that waits for players expires, by its visibility, if its terms do not say how long it waits."""


def expiry_of(terms: Mapping[str, Any], opened: datetime) -> datetime:
    """Return when a table that was *opened* then expires, if it still waits for players, by its *terms*."""
    waits = terms.get("waits")
    return opened + (LONGEST_WAIT[terms["visibility"]] if waits is None else timedelta(seconds=waits))


def lapse_of(game: Game, *, opened: datetime, last: datetime) -> datetime | None:
    """Return when the first thing in *game* ends by itself, if its first and *last* event were then; None if none does.

    A table does not expire while its seats are asked for nonces. If one of them is late, it loses its seat, and then
    the table expires.
    """
    if game.status == Status.WAITING:
        return None if game.nonces_asked else expiry_of(game.terms, opened)
    ends = [datetime.fromisoformat(one.until) for one in game.pauses]
    if game.proposal:
        ends.append(datetime.fromisoformat(game.proposal.expires))
    if game.status == Status.PLAYING and agreed(game.terms) is None:
        ends.append(last + LONGEST_IDLE)
    return min(ends, default=None)


def lapsed(game: Game, now: datetime) -> Iterator[Event]:
    """Yield what has ended by itself in *game* by *now*, apart from the game or the table itself."""
    for pause in game.pauses:
        if datetime.fromisoformat(pause.until) <= now:
            yield ClockResumed(reason=pause.reason, seat=pause.seat)
    proposal = game.proposal
    if proposal and datetime.fromisoformat(proposal.expires) <= now:
        yield ProposalSettled(proposal=proposal.number, kind=proposal.kind, outcome=ProposalOutcome.EXPIRED)
