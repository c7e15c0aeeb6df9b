"""A move, from the wish to the log: the one critical call."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction

from games import store
from games.log.append import CommandContext
from games.log.read import read
from games.log.stored_event import StoredEvent
from games.rules.commands import LapseNonces, Move, TimeUp
from games.rules.game import Game, Status
from games.services.drafts import Draft
from games.services.history import at_version
from games.services.refusals import GameOver, IllegalMove, MoveRefused, NoSuchGame, NotSeated, TimeIsUp, TurnMovedOn
from games.services.writing import Table, is_late, write
from games.store import GameRow

CLOCK: Final = "clock"
"""The actor that speaks when a time is up."""


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What a move did, also when it is told again."""

    first: int
    """Version of its first event."""
    last: int
    """Version of its last event; the one before ``first`` where nothing happened."""
    after: Game
    """The game as it stood after the last of them."""
    row: GameRow
    """What the game's row told then; ``now`` is today's."""
    events: tuple[StoredEvent, ...]
    replayed: bool
    """Whether it was carried out before, under the same key."""


def make_move(  # noqa: PLR0913 - each says another thing about one attempt
    game: UUID, command: Move, *, turn: int | None, actor: str, key: str, request_hash: bytes
) -> MoveResult:
    """Carry out *command* on *game*, once for each *key* of *actor*: the whole of it, or nothing.

    *actor* is a player's id or ``bot:<seat>``; *turn* the number of the decision that it answers, None where it answers
    none (a resignation).

    Raises, in this order, NoSuchGame, KeyReused, GameOver, NotSeated, TurnMovedOn, TimeIsUp, MoveRefused.
    """
    context = CommandContext(actor=actor, key=key, request_hash=request_hash)
    outcome: MoveResult | Table | MoveRefused
    with transaction.atomic(durable=True):
        row = store.lock(game, context)
        if row is None:
            raise NoSuchGame(str(game))
        done = store.answered(row, context)
        try:
            outcome = _again(row, *done) if done else handle_locked(row, command, turn, context)
        except MoveRefused as refused:
            outcome = refused  # raised behind the commit: the state that refused may be one that the clock made
    if isinstance(outcome, Table):
        raise TimeIsUp(outcome.game, outcome.row)
    if isinstance(outcome, MoveRefused):
        raise outcome
    return outcome


def handle_locked(row: GameRow, command: Move, turn: int | None, context: CommandContext) -> MoveResult | Table:
    """Return what *command* did; or the table after the clock has spoken, because it came too late.

    Needs the *row* locked. Raises what ``make_move`` raises, and has written nothing then but what the clock did.
    """
    before = store.game_of(row)
    if before.status == Status.OVER:
        raise GameOver
    _check_seated(before, command.seat, context.actor)
    if turn is not None and turn != before.turn:
        raise TurnMovedOn(before, row)
    if is_late(row):
        table = speak(Table(row, before))
        if turn is not None or table.game.status == Status.OVER:
            return table
        row, before = table.row, table.game
    draft = Draft(row.id, before)
    try:
        draft.handle(command)
    except IllegalMove as why:
        raise MoveRefused(why, before, row) from why
    if not draft.events:  # a word where the server says them all: nothing to record, and nothing to bind the key to
        row = store.find(row.id) or row  # with the time of its head, for the receipt
        return MoveResult(row.version + 1, row.version, before, row, (), replayed=False)
    table, events = write(row, draft, context)
    return MoveResult(row.version + 1, table.row.version, table.game, table.row, events, replayed=False)


def _check_seated(game: Game, seat: int, actor: str) -> None:
    sitter = game.sitters[seat] if 0 <= seat < len(game.sitters) else None
    if sitter is None or actor != (sitter.player or f"bot:{seat}"):
        raise NotSeated


def speak(table: Table) -> Table:
    """Let the clock speak for the seat on turn, and return the table after it. Needs the row locked.

    At a sealed table that waits it takes out the seats that owe their nonces.
    """
    row, seat = table.row, table.game.on_turn
    draft = Draft(row.id, table.game)
    if table.game.status == Status.WAITING:
        draft.handle(LapseNonces())
        key = f"nonces@{row.version}"
    elif seat is None:
        raise ValueError("no seat must act")
    else:
        draft.handle(TimeUp(seat=seat))
        key = f"time-up@{row.turn}"
    after, _ = write(row, draft, CommandContext(actor=CLOCK, key=key))
    return after


def _again(row: GameRow, first: int, last: int) -> MoveResult:
    """Return what was done before, made again from the log."""
    then = Table(row, store.game_of(row)) if last == row.version else at_version(row, last)
    events = read(row.id, after=first - 1, limit=last - first + 1)
    return MoveResult(first, last, then.game, then.row, tuple(events), replayed=True)
