"""Proposals: who may make which, who votes, and what follows. Bots have no vote.

All functions return events. Whoever calls them has locked the row of the game and knows its clock.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from games.clocks.lapses import LONGEST_PAUSE
from games.clocks.reckoning import Clock
from games.log.hash_chain import instant
from games.rules.events import (
    ClockPaused,
    ClockResumed,
    Event,
    PauseReason,
    ProposalKind,
    ProposalMade,
    ProposalOutcome,
    ProposalSettled,
    TimeExtended,
    VoteCast,
)
from games.rules.game import Game, Status

MOST_EXTENSIONS: Final = 3
"""How often the turns of one seat may be extended in a game."""
LONGEST_VOTE: Final = timedelta(days=3)
"""How long a proposal waits for votes."""


class ProposalRefused(Exception):
    """Nobody may propose this, or vote on this, at the table as it is now. Each reason is a class of its own."""


class NotPlaying(ProposalRefused):
    """The game has not started."""


class NoVote(ProposalRefused):
    """The seat has left the game, or its player is absent, so it has no vote."""


class ProposalOpen(ProposalRefused):
    """Another proposal is open."""


class NoProposal(ProposalRefused):
    """The proposal with this number is not open."""


class NoClock(ProposalRefused):
    """The game has no clock."""


class ClockStands(ProposalRefused):
    """The clock stands still, so there is nothing to pause or to extend."""


class ClockRuns(ProposalRefused):
    """No pause that the players agreed on could end."""


class ExtensionsSpent(ProposalRefused):
    """The turn was extended already, or the seat had its extensions."""


def voters(game: Game) -> tuple[int, ...]:
    """Return the seats that vote: those of players who are there, and have not left the game."""
    silent = {*game.resigned, *game.gone, *game.absent}
    return tuple(seat for seat, sitter in enumerate(game.sitters) if sitter and sitter.player and seat not in silent)


def propose(game: Game, clock: Clock, seat: int, kind: ProposalKind, now: datetime) -> Iterator[Event]:
    """Yield what happens when *seat* proposes *kind*. A proposal that needs no other vote is accepted at once.

    Raises ProposalRefused.
    """
    if game.status != Status.PLAYING:
        raise NotPlaying
    if seat not in voters(game):
        raise NoVote
    if game.proposal:
        raise ProposalOpen
    if kind is not ProposalKind.ABANDON and clock.allowance is None:
        raise NoClock
    is_voted = any(pause.reason is PauseReason.VOTE for pause in game.pauses)
    if (kind is ProposalKind.PAUSE and is_voted) or (kind is ProposalKind.EXTEND and clock.deadline is None):
        raise ClockStands
    if kind is ProposalKind.RESUME and not is_voted:
        raise ClockRuns
    if kind is ProposalKind.EXTEND and (clock.extended or game.extended.count(clock.seat) >= MOST_EXTENSIONS):
        raise ExtensionsSpent
    number = game.proposals + 1
    yield ProposalMade(seat=seat, proposal=number, kind=kind, expires=instant(now + LONGEST_VOTE))
    if set(voters(game)) == {seat}:
        yield from _accepted(number, kind, clock, now)


def vote(  # noqa: PLR0913 - all that a vote depends on
    game: Game, clock: Clock, seat: int, number: int, *, agrees: bool, now: datetime
) -> Iterator[Event]:
    """Yield what happens when *seat* votes on a proposal; nothing if it has voted so before. Raises ProposalRefused."""
    proposal = game.proposal
    if game.status != Status.PLAYING:
        raise NotPlaying
    if proposal is None or proposal.number != number:
        raise NoProposal
    if seat not in voters(game):
        raise NoVote
    if agrees and seat in proposal.agreed:
        return
    yield VoteCast(seat=seat, proposal=number, agrees=agrees)
    if not agrees:
        yield ProposalSettled(proposal=number, kind=proposal.kind, outcome=ProposalOutcome.REJECTED)
    elif set(voters(game)) <= {*proposal.agreed, seat}:
        yield from _accepted(number, proposal.kind, clock, now)


def _accepted(number: int, kind: ProposalKind, clock: Clock, now: datetime) -> Iterator[Event]:
    """Yield what an accepted proposal does to the clock. To abandon the game is a command of the rules."""
    yield ProposalSettled(proposal=number, kind=kind, outcome=ProposalOutcome.ACCEPTED)
    match kind:
        case ProposalKind.PAUSE:
            yield ClockPaused(reason=PauseReason.VOTE, until=instant(now + LONGEST_PAUSE))
        case ProposalKind.RESUME:
            yield ClockResumed(reason=PauseReason.VOTE)
        case ProposalKind.EXTEND if clock.seat is not None and clock.allowance is not None:
            yield TimeExtended(seat=clock.seat, seconds=clock.allowance.turn)
        case _:
            pass
