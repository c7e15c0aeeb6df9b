"""A bot's turn: what its seat sees, what it chooses, and the move as anybody else's."""

import random
from collections.abc import Iterator, Mapping
from hashlib import sha256
from uuid import UUID

import structlog

from games import bots, store
from games.bots import Bot
from games.rules.commands import Move
from games.rules.decide.leaving import default_move
from games.rules.game import Game, Status
from games.rules.sight import look
from games.services.moves import Carried, carry_out
from games.services.refusals import GameOver, IllegalMove, TimeIsUp, TurnMovedOn
from games.store import GameRow

_log = structlog.get_logger(__name__)


def play_bot(game: UUID, turn: int, *, levels: Mapping[str, Bot] = bots.LEVELS) -> Carried | None:
    """Let the bot that must answer decision *turn* of *game* move; None if there is none, or it is not due yet.

    Harmless when done twice, or at once: what is chosen follows from the game and its version, and so does the key.
    A bot that fails is replaced by ``clever`` for this move, and that one by the clock's default move.
    """
    row = store.look(game)
    if row is None or row.turn != turn or row.bot_due is None or row.bot_due > row.now:
        return None
    before = store.game_of(row)
    for move in _choices(before, row, levels):
        try:
            return _carry_out(row, before, move)
        except IllegalMove:
            _log.exception("a bot chose an illegal move", game=str(game), version=row.version)
        except (TurnMovedOn, TimeIsUp, GameOver):
            return None
    return None


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


def _carry_out(row: GameRow, game: Game, move: Move) -> Carried:
    key = f"{game.turn}@{row.version}"
    return carry_out(row.id, move, turn=game.turn, actor=f"bot:{move.seat}", key=key, request_hash=b"")
