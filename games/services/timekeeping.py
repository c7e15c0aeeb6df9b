"""What moves or stops a clock by itself when a command is written: quiet hours, vacations, and turns that are over."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from games import store
from games.clocks import Clock, Outage, after_all, has_quiet_hours
from games.clocks.reckoning import Happened
from games.log.hash_chain import instant
from games.rules.commands import Cover
from games.rules.events import (
    ClockPaused,
    DeadlineMoved,
    DealEnded,
    Event,
    GameStarted,
    MoveCause,
    PauseReason,
    ProposalKind,
    ProposalOutcome,
    ProposalSettled,
    TurnBegan,
)
from games.rules.game import Game, Status
from games.rules.legality.absence import is_open
from games.services.drafts import Draft
from games.store import GameRow, Habits

FROZEN_SEATS: Final = 2
"""A vacation stops the clock of tables with so many seats. At larger ones it covers the turns of the player."""


def keep_time(row: GameRow, draft: Draft, before: Clock, outages: Sequence[Outage]) -> Clock:
    """Return the clock after *draft*, to which this adds what moves or stops the clock by itself.

    *before* is the clock of the *row*. Costs no query but for players who have just sat down.
    """
    clock = after_all(before, (Happened(one.event, row.now) for one in draft.events), outages)

    def emit(event: Event) -> None:
        nonlocal clock
        draft.emit(event)
        clock = clock.after(Happened(event, row.now), outages)

    if draft.game.status != Status.PLAYING:
        return clock
    happened = [one.event for one in draft.events]
    proposal = draft.game.proposal
    if proposal and proposal.kind is ProposalKind.EXTEND:
        is_over = clock.seat != before.seat or any(isinstance(event, TurnBegan | DealEnded) for event in happened)
        if is_over:
            emit(ProposalSettled(proposal=proposal.number, kind=proposal.kind, outcome=ProposalOutcome.MOOT))
    if clock.allowance and any(isinstance(event, GameStarted) for event in happened):
        for seat, until in _on_vacation(row, draft.game):
            emit(ClockPaused(reason=PauseReason.VACATION, seat=seat, until=instant(until)))
    if clock.seat is not None and clock.began == row.now and len(draft.game.sitters) > FROZEN_SEATS:
        cover = Cover(seat=clock.seat)
        if is_open(draft.game, cover) and habits_at(row, draft.game, clock.seat).vacation_until is not None:
            draft.handle(cover)
    if moved := _quiet_deadline(row, draft.game, clock, before):
        emit(moved)
    return clock


def habits_at(row: GameRow, game: Game, seat: int) -> Habits:
    """Return the habits of whoever sits at *seat*; a bot has none."""
    sitter = game.sitters[seat]
    if sitter is None or not sitter.player:
        return Habits()
    return row.habits[seat] if seat in row.habits else store.habits_of(UUID(sitter.player))


def _on_vacation(row: GameRow, game: Game) -> list[tuple[int, datetime]]:
    if len(game.sitters) != FROZEN_SEATS:
        return []
    ends = [(seat, habits_at(row, game, seat).vacation_until) for seat in range(FROZEN_SEATS)]
    return [(seat, until) for seat, until in ends if until is not None]


def _quiet_deadline(row: GameRow, game: Game, clock: Clock, before: Clock) -> DeadlineMoved | None:
    """Return the event that moves a new deadline out of the quiet hours of the seat on turn; None if none does."""
    deadline, seat = clock.deadline, clock.seat
    if deadline is None or seat is None or deadline == before.deadline or not has_quiet_hours(clock.allowance):
        return None
    if game.policy is not None:
        return None  # nobody waits for an absent player
    quiet = habits_at(row, game, seat).quiet_hours
    if quiet is None or not quiet.is_short:
        return None
    end = quiet.end_after(deadline)
    return DeadlineMoved(seat=seat, deadline=instant(end), cause=MoveCause.QUIET_HOURS) if end > deadline else None
