"""What a person wants to hear of the clock, and of what the players agree on."""

from collections.abc import Mapping
from typing import Any

from games.digest.speech import Speech
from games.rules.events import AbandonCause, ClosingCause, MoveCause, PauseReason, ProposalKind, ProposalOutcome

_Event = Mapping[str, Any]


def deadline_moved(event: _Event, s: Speech) -> str:
    """Return the sentence of a deadline that moved."""
    if event["data"]["cause"] == MoveCause.CLOCK_SET_BACK:
        return s.gettext("The server's clock was set back: {seat} begins the turn anew.").format(
            seat=s.seat(event["seat"])
        )
    return s.gettext("{seat} has quiet hours then: the deadline moves to their end.").format(seat=s.seat(event["seat"]))


def clock_paused(event: _Event, s: Speech) -> str:
    """Return the sentence of a pause."""
    match event["data"]["reason"]:
        case PauseReason.VACATION:
            return s.gettext("{seat} is on vacation: the clock stands still.").format(seat=s.seat(event["seat"]))
        case PauseReason.MODERATOR:
            return s.gettext("A moderator stops the clock.")
        case _:
            return s.gettext("The clock stands still.")


def clock_resumed(event: _Event, s: Speech) -> str:
    """Return the sentence of the end of a pause."""
    if event["data"]["reason"] == PauseReason.VACATION:
        return s.gettext("{seat} is back from vacation.").format(seat=s.seat(event["seat"]))
    return s.gettext("The pause is over.")


def time_extended(event: _Event, s: Speech) -> str:
    """Return the sentence of an extension."""
    return s.gettext("{seat} gets more time for this turn.").format(seat=s.seat(event["seat"]))


def proposal_made(event: _Event, s: Speech) -> str:
    """Return the sentence of a proposal."""
    match event["data"]["kind"]:
        case ProposalKind.PAUSE:
            text = s.gettext("{seat} proposes a pause.")
        case ProposalKind.RESUME:
            text = s.gettext("{seat} proposes to end the pause.")
        case ProposalKind.EXTEND:
            text = s.gettext("{seat} proposes more time for this turn.")
        case _:
            text = s.gettext("{seat} proposes to abandon the game.")
    return text.format(seat=s.seat(event["seat"]))


def vote_cast(event: _Event, s: Speech) -> str:
    """Return the sentence of a vote."""
    text = s.gettext("{seat} agrees.") if event["data"]["agrees"] else s.gettext("{seat} disagrees.")
    return text.format(seat=s.seat(event["seat"]))


def proposal_settled(event: _Event, s: Speech) -> str:
    """Return the sentence of the end of a proposal."""
    match event["data"]["outcome"]:
        case ProposalOutcome.ACCEPTED:
            return s.gettext("The proposal is accepted.")
        case ProposalOutcome.REJECTED:
            return s.gettext("The proposal is rejected.")
        case ProposalOutcome.EXPIRED:
            return s.gettext("The proposal has expired.")
        case _:
            return s.gettext("The proposal has no effect any more.")


def table_closed(event: _Event, s: Speech) -> str:
    """Return the sentence of a table that is closed before the game has begun."""
    if event["data"]["cause"] == ClosingCause.EXPIRED:
        return s.gettext("Not every seat was taken in time: the table is closed.")
    return s.gettext("Everybody has left: the table is closed.")


def game_abandoned(event: _Event, s: Speech) -> str:
    """Return the sentence of a game that all give up."""
    if event["data"]["cause"] == AbandonCause.IDLE:
        return s.gettext("Nobody has moved for 60 days: the game is closed.")
    return s.gettext("The players abandon the game.")
