"""Proposals and votes: each is one transaction, like a move."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from django.db import transaction

from games import store
from games.clocks import Clock, agreed
from games.clocks import propose as proposed
from games.clocks import vote as voted
from games.ladders import WhyUnrated
from games.log.append import CommandContext
from games.rules.commands import Abandon
from games.rules.events import Event, ProposalKind, ProposalMade, ProposalOutcome, ProposalSettled
from games.rules.game import Game, Status
from games.services import notices
from games.services.drafts import Draft
from games.services.errors import GameOver, TimeIsUp
from games.services.moves import MoveResult, make_clock_move, once
from games.services.seating import own_seat
from games.services.writing import Table, clock_at, is_late, write
from games.store import GameRow

_Act: TypeAlias = Callable[[Game, Clock, int, datetime], Iterable[Event]]


def propose(game: UUID, kind: ProposalKind, *, player: UUID, key: str, request_hash: bytes) -> MoveResult:
    """Propose something in *game*, once for each *key* of *player*.

    Raises, in this order, NoSuchGame, KeyReused, GameOver, NotSeated, TimeIsUp, ProposalRefused.
    """
    context = CommandContext(actor=str(player), key=key, request_hash=request_hash)
    return _handle(game, player, context, lambda now, clock, seat, at: proposed(now, clock, seat, kind, at))


def vote(  # noqa: PLR0913 - each says another thing about one request
    game: UUID, number: int, *, agrees: bool, player: UUID, key: str, request_hash: bytes
) -> MoveResult:
    """Vote on a proposal in *game*. The same vote again changes nothing. Raises as ``propose`` does."""
    context = CommandContext(actor=str(player), key=key, request_hash=request_hash)

    def act(now: Game, clock: Clock, seat: int, at: datetime) -> Iterable[Event]:
        return voted(now, clock, seat, number, agrees=agrees, now=at)

    return _handle(game, player, context, act)


def _handle(game: UUID, player: UUID, context: CommandContext, act: _Act) -> MoveResult:
    with transaction.atomic(durable=True):
        try:
            return once(game, context, lambda row: _handle_locked(row, player, context, act))
        except TimeIsUp as error:
            late = error  # raised after the commit: the clock has moved, and that must stay
    raise late


def _handle_locked(row: GameRow, player: UUID, context: CommandContext, act: _Act) -> MoveResult | Table:
    """Return what the *act* of *player* did; or the table after the clock's move, if the time was up before."""
    before = store.game_of(row)
    if before.status == Status.OVER:
        raise GameOver
    seat = own_seat(before, player)
    if before.status == Status.PLAYING and is_late(row):
        return make_clock_move(Table(row, before))
    draft = Draft(row.id, before)
    for event in act(before, clock_at(row, agreed(before.terms)), seat, row.now):
        draft.emit(event)
    if not draft.events:  # the same vote again
        row = store.find(row.id) or row  # with the time of its head, for the receipt
        return MoveResult(row.version + 1, row.version, before, row, (), replayed=False)
    if any(_abandons(one.event) for one in draft.events):
        draft.handle(Abandon(unrated=WhyUnrated.ABANDONED if before.terms.get("rated") else ""))
    table, events = write(row, draft, context)
    if any(isinstance(one.event, ProposalMade) for one in draft.events):
        notices.plan_proposal(table.game, row)
    return MoveResult(row.version + 1, table.row.version, table.game, table.row, events, replayed=False)


def _abandons(event: Event) -> bool:
    return (
        isinstance(event, ProposalSettled)
        and event.kind is ProposalKind.ABANDON
        and event.outcome is ProposalOutcome.ACCEPTED
    )
