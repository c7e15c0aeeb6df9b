"""A bot's turn: what its seat sees, what it chooses, and the move as anybody else's."""

import random
from collections.abc import Iterator, Mapping
from hashlib import sha256
from uuid import UUID

import structlog
from django.db import transaction

from games import bots, store
from games.bots import Bot
from games.rules.commands import Move
from games.rules.decide.leaving import default_move
from games.rules.game import Game, Status
from games.rules.sight import look
from games.services.moves import Carried, carry_locked
from games.services.refusals import IllegalMove
from games.services.writing import Table
from games.store import Attempt, GameRow

_log = structlog.get_logger(__name__)


def play_bot(game: UUID, turn: int, *, levels: Mapping[str, Bot] = bots.LEVELS) -> Carried | Table | None:
    """Let the bot that must answer decision *turn* of *game* move; None if there is none, or it is not due yet.

    Harmless when done twice, or at once: whoever comes second finds another turn, or a row that is held.
    """
    with transaction.atomic(durable=True):
        row = store.lock(game, skip_locked=True)
        return None if row is None or row.turn != turn else answer(row, levels=levels)


def answer(row: GameRow, *, levels: Mapping[str, Bot] = bots.LEVELS) -> Carried | Table | None:
    """Return what the bot on turn did, or the table after the clock has spoken for it; None if no bot is due.

    What it chooses follows from the game and its version. A bot that fails is replaced by ``clever`` for this move, and
    that one by the clock's default move. Needs the *row* locked.
    """
    if row.bot_due is None or row.bot_due > row.now:
        return None
    game = store.game_of(row)
    for move in _choices(game, row, levels):
        try:
            attempt = Attempt(actor=f"bot:{move.seat}", key=f"{game.turn}@{row.version}")
            return carry_locked(row, move, game.turn, attempt)
        except IllegalMove:
            _log.exception("a bot chose an illegal move", game=str(row.id), version=row.version)
    raise ValueError("a bot is due, and no seat of a bot can move")


def _choices(game: Game, row: GameRow, levels: Mapping[str, Bot]) -> Iterator[Move]:
    """Yield what the bot on turn chooses, then what is to be done where that failed."""
    seat = game.on_turn
    sitter = game.sitters[seat] if seat is not None else None
    if seat is None or sitter is None or game.status != Status.PLAYING:
        return
    sight = look(game, seat)
    for level in (sitter.bot, bots.FALLBACK):
        try:
            yield levels[level](sight, _dice(game, row), bots.BUDGET)
        except Exception:  # noqa: BLE001 - whatever a bot does, its game goes on
            _log.exception("a bot failed", level=level, game=str(row.id), version=row.version)
    yield default_move(game)


def _dice(game: Game, row: GameRow) -> random.Random:
    """Return dice that fall the same way each time at this version, which nobody can guess before the game is over."""
    return random.Random(sha256(f"{game.seed}/{row.id}/{row.version}".encode()).digest())  # noqa: S311
