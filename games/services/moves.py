"""A move, from the request to the log. Every player waits for this call, so it costs the fewest round trips."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction

from games import store
from games.clocks import agreed
from games.log.append import CommandContext
from games.log.hash_chain import instant
from games.log.read import read
from games.log.stored_event import StoredEvent
from games.rules.commands import ComeBack, Cover, LapseNonces, Move, OfAbsence, Resign, TimeUp
from games.rules.events import AbsencePolicy, DeadlineMoved, MoveCause
from games.rules.game import Game, Status
from games.rules.legality.absence import is_open
from games.services.drafts import Draft
from games.services.errors import (
    GameOver,
    IllegalMove,
    MoveRefused,
    NobodyAbsent,
    NoSuchGame,
    NotAbsent,
    NotSeated,
    TimeIsUp,
    TurnMovedOn,
)  # fmt: skip
from games.services.history import at_version
from games.services.writing import Table, clock_at, header_of, is_late, write
from games.store import GameRow, plans

CLOCK: Final = "clock"
"""The actor of what happens when a time is up."""


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What a move did; the same again if the request is repeated."""

    first: int
    """Version of its first event."""
    last: int
    """Version of its last event; the one before ``first`` if nothing happened."""
    after: Game
    """The game after the last of them."""
    row: GameRow
    """The game's row as it was then; ``now`` is today's."""
    events: tuple[StoredEvent, ...]
    replayed: bool
    """Whether the move was made before, under the same key."""


def make_move(  # noqa: PLR0913 - each says another thing about one request
    game: UUID, command: Move | OfAbsence, *, turn: int | None, actor: str, key: str, request_hash: bytes
) -> MoveResult:
    """Make the move *command* in *game*, once for each *key* of *actor*: all of it, or nothing.

    *actor* is a player's id or ``bot:<seat>``; *turn* is the number of the decision that the move answers, None for a
    resignation and for what players do because one is absent, which answer none.

    Raises, in this order, NoSuchGame, KeyReused, GameOver, NotSeated, TurnMovedOn, TimeIsUp, NotAbsent, NobodyAbsent,
    MoveRefused.
    """
    context = CommandContext(actor=actor, key=key, request_hash=request_hash)
    with transaction.atomic(durable=True):
        try:
            return move(game, command, turn, context)
        except (MoveRefused, TimeIsUp) as error:
            refused = error  # raised after the commit: the clock may have moved first, and that must stay
    raise refused


def move(game: UUID, command: Move | OfAbsence, turn: int | None, context: CommandContext) -> MoveResult:
    """Do what ``make_move`` does, in the caller's transaction. Commit it also if this raises a refusal."""
    return once(game, context, lambda row: handle_locked(row, command, turn, context))


def once(game: UUID, context: CommandContext, act: Callable[[GameRow], MoveResult | Table]) -> MoveResult:
    """Lock *game* and do *act* with its row, once for the key of *context*, in the caller's transaction.

    *act* returns the table after the clock's move if the time was up. Then this raises TimeIsUp; commit all the same.
    Raises NoSuchGame, KeyReused and what *act* raises.
    """
    # The row is locked first; what the key did before is read behind the lock, in the same round trip. So of two
    # requests with one key the second waits here, and then finds what the first did.
    row = store.lock(game, context)
    if row is None:
        raise NoSuchGame(str(game))
    if done := result_before(row, context):
        return done
    outcome = act(row)
    if isinstance(outcome, Table):
        raise TimeIsUp(outcome.game, outcome.row)
    return outcome


def result_before(row: GameRow, context: CommandContext) -> MoveResult | None:
    """Return what the request of *context* did when it came before; None if it is new. Raises KeyReused."""
    done = store.answered(row, context)
    if done is None:
        return None
    # Nothing is kept for this answer: it is made again from the log. A retry usually finds the newest version.
    first, last = done
    then = Table(row, store.game_of(row)) if last == row.version else at_version(row, last)
    events = read(row.id, after=first - 1, limit=last - first + 1)
    return MoveResult(first, last, then.game, then.row, tuple(events), replayed=True)


def handle_locked(
    row: GameRow, command: Move | OfAbsence, turn: int | None, context: CommandContext
) -> MoveResult | Table:
    """Return what *command* did; or the table after the clock's move, if the command came too late.

    Needs the *row* locked. Raises what ``make_move`` raises; then nothing is written but the clock's move.
    """
    before = store.game_of(row)
    if before.status == Status.OVER:
        raise GameOver
    seat, sitters = command.seat, before.sitters
    sitter = sitters[seat] if 0 <= seat < len(sitters) else None
    bot = f"bot:{seat}"
    plays_bot = before.policy is AbsencePolicy.BOT and before.on_turn == seat
    if sitter is None or context.actor not in (sitter.player or bot, bot if plays_bot else ""):
        raise NotSeated
    if turn is not None and turn != before.turn:
        raise TurnMovedOn(before, row)
    # The deadline is that of the turn that is due, so it is compared only with a command for that turn, or for none.
    if is_late(row):
        table = make_clock_move(Table(row, before))
        if turn is not None or table.game.status == Status.OVER:
            return table
        row, before = table.row, table.game  # a resignation is never too late while the game runs
    if isinstance(command, OfAbsence) and not is_open(before, command):
        raise NotAbsent if isinstance(command, ComeBack) else NobodyAbsent
    draft = Draft(row.id, before)
    try:
        # A player who moves is there again. Who only resigns has not come back, and ranks last.
        if seat in before.absent and not isinstance(command, Resign | OfAbsence) and context.actor == sitter.player:
            draft.handle(ComeBack(seat=seat))
        draft.handle(command)
    except IllegalMove as why:
        raise MoveRefused(why, before, row) from why
    # A plan is for one turn: whoever acts in it needs no plan for it any more, and neither does who leaves the game.
    has_acted = before.on_turn == seat and draft.game.turn != before.turn
    if row.has_plan(seat) and (has_acted or seat in draft.game.resigned):
        plans.drop(row.id, seat)
    if not draft.events:  # a word at a table where the server says them all: there is nothing to bind the key to
        row = store.find(row.id) or row  # with the time of its head, for the receipt
        return MoveResult(row.version + 1, row.version, before, row, (), replayed=False)
    table, events = write(row, draft, context)
    return MoveResult(row.version + 1, table.row.version, table.game, table.row, events, replayed=False)


def make_clock_move(table: Table) -> Table:
    """Let the clock move for the seat on turn, and return the table after it. Needs the row locked.

    At a sealed table that has not started, free the seats that owe their nonces.
    """
    row, seat = table.row, table.game.on_turn
    draft = Draft(row.id, table.game)
    if table.game.status == Status.WAITING:
        draft.handle(LapseNonces())
        key = f"nonces@{row.version}"
    elif seat is None:
        raise ValueError("no seat must act")
    else:
        # A vacation may have begun in the middle of the turn. Then the turn is no miss.
        cover = Cover(seat=seat)
        if row.is_on_vacation(seat) and is_open(table.game, cover):
            draft.handle(cover)
        draft.handle(TimeUp(seat=seat))
        key = f"time-up@{row.turn}"
        if row.has_plan(seat):
            plans.drop(row.id, seat)
    after, _ = write(row, draft, CommandContext(actor=CLOCK, key=key))
    return after


def begin_turn_anew_if_ahead(row: GameRow) -> bool:
    """Begin the turn anew if the clock was set back to before its beginning; return whether it was.

    Otherwise its deadline would be further ahead than the terms of the table allow. Needs the *row* locked.
    """
    game = store.game_of(row)
    clock = clock_at(row, agreed(game.terms))
    if game.on_turn is None or not clock.is_ahead(row.now):
        return False
    deadline = header_of(game, clock.begun_anew(row.now), opened=row.created_at, now=row.now).deadline
    if deadline is None:
        return False
    draft = Draft(row.id, game)
    draft.emit(DeadlineMoved(seat=game.on_turn, deadline=instant(deadline), cause=MoveCause.CLOCK_SET_BACK))
    write(row, draft, CommandContext(actor=CLOCK, key=f"clock-set-back@{row.version}"))
    return True


def make_clock_move_if_late(row: GameRow) -> bool:
    """Make the clock's move, for the seat on turn or for nonces that are due, if the time is up; return whether it did.

    Needs the *row* locked, so the move is made once for each turn, however many workers try.
    """
    if not is_late(row):
        return False
    make_clock_move(Table(row, store.game_of(row)))
    return True
