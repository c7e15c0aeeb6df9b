"""Pauses of one game: moderators and vacations make them, and what has an end ends by itself."""

from typing import Final
from uuid import UUID

from games import store
from games.clocks import LONGEST_PAUSE, agreed, lapsed
from games.log.append import CommandContext
from games.log.hash_chain import instant
from games.rules.commands import Abandon, CloseTable
from games.rules.events import ClockPaused, ClockResumed, Event, PauseReason
from games.rules.game import Game, Status
from games.services.drafts import Draft
from games.services.errors import GameOver, PauseRefused
from games.services.moves import CLOCK, make_clock_move
from games.services.writing import Table, is_late, locked, write
from games.store import GameRow

MODERATOR: Final = "moderator"
"""The actor of what a moderator does."""


def settle_lapses(row: GameRow) -> bool:
    """End what has ended by itself in the game of *row*, and return whether something had. Needs the *row* locked."""
    if row.lapses_at is None or row.lapses_at > row.now:
        return False
    draft = Draft(row.id, store.game_of(row))
    if draft.game.status == Status.WAITING:
        draft.handle(CloseTable())
    for event in lapsed(draft.game, row.now):
        # A vacation may be longer by now, and the games be told of it a moment later.
        longer = _vacation(row, event.seat) if isinstance(event, ClockResumed) else None
        draft.emit(longer or event)
    if not draft.events:
        if agreed(draft.game.terms) is not None:
            return False  # only a game without a clock is idle
        draft.handle(Abandon(idle=True))
    write(row, draft, CommandContext(actor=CLOCK, key=f"lapse@{row.version}"))
    return True


def pause_as_moderator(game: UUID) -> None:
    """Stop the clock of *game* for at most 14 days from now. Raises NoSuchGame, GameOver, PauseRefused."""
    with locked(game) as row:
        table = _running(row)
        pause = ClockPaused(reason=PauseReason.MODERATOR, until=instant(row.now + LONGEST_PAUSE))
        _write(table, pause, MODERATOR)


def resume_as_moderator(game: UUID) -> None:
    """End the pause that a moderator made in *game*. Raises NoSuchGame, GameOver, PauseRefused."""
    with locked(game) as row:
        table = _running(row)
        if not any(pause.reason is PauseReason.MODERATOR for pause in table.game.pauses):
            raise PauseRefused("no moderator has stopped this clock")
        _write(table, ClockResumed(reason=PauseReason.MODERATOR), MODERATOR)


def note_vacation(row: GameRow, player: UUID) -> None:
    """Stop the clock of a game for two while *player* is on vacation, or let it run again. Needs the *row* locked."""
    game = store.game_of(row)
    if game.status != Status.PLAYING or agreed(game.terms) is None:
        return
    seat = next((seat for seat, one in enumerate(game.sitters) if one and one.player == str(player)), None)
    if seat is None:
        return
    paused = next((one for one in game.pauses if (one.reason, one.seat) == (PauseReason.VACATION, seat)), None)
    wanted = _vacation(row, seat)
    if (paused and paused.until) == (wanted and wanted.until):
        return
    # What was late before the vacation is late: the clock moves first.
    table = make_clock_move(Table(row, game)) if is_late(row) else Table(row, game)
    if table.game.status == Status.PLAYING:
        _write(table, wanted or ClockResumed(reason=PauseReason.VACATION, seat=seat), str(player))


def _vacation(row: GameRow, seat: int | None) -> ClockPaused | None:
    """Return the pause for the vacation on which the player of *seat* is; None if they are on none."""
    until = None if seat is None or seat not in row.habits else row.habits[seat].vacation_until
    return None if until is None else ClockPaused(reason=PauseReason.VACATION, seat=seat, until=instant(until))


def _running(row: GameRow) -> Table:
    game: Game = store.game_of(row)
    if game.status == Status.OVER:
        raise GameOver
    if game.status != Status.PLAYING:
        raise PauseRefused("the game has not started")
    if agreed(game.terms) is None:
        raise PauseRefused("the game has no clock")
    table = Table(row, game)
    table = make_clock_move(table) if is_late(row) else table
    if table.game.status == Status.OVER:
        raise GameOver
    return table


def _write(table: Table, event: Event, actor: str) -> None:
    draft = Draft(table.row.id, table.game)
    draft.emit(event)
    write(table.row, draft, CommandContext(actor=actor))
