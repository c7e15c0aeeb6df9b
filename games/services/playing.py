"""A bot's turn: what its seat sees, what it chooses, and the move as anybody else's."""

import random
from collections.abc import Iterator, Mapping
from hashlib import sha256

import structlog

from games import bots, store
from games.bots import Bot
from games.log.append import CommandContext
from games.rules.commands import Move
from games.rules.decide.leaving import default_move
from games.rules.game import Game, Status
from games.rules.observation import observe
from games.services.moves import handle_locked
from games.services.refusals import IllegalMove
from games.store import GameRow

_log = structlog.get_logger(__name__)


def answer(row: GameRow, *, levels: Mapping[str, Bot] = bots.LEVELS) -> bool:
    """Let the bot on turn move if it is due, or the clock if the bot is late; return whether one did.

    What it chooses follows from the game and its version. A bot that fails is replaced by ``clever`` for this move, and
    that one by the clock's default move. Needs the *row* locked.
    """
    if row.bot_due is None or row.bot_due > row.now:
        return False
    game = store.game_of(row)
    for move in _choices(game, row, levels):
        try:
            context = CommandContext(actor=f"bot:{move.seat}", key=f"{game.turn}@{row.version}")
            handle_locked(row, move, game.turn, context)
        except IllegalMove:
            _log.exception("a bot chose an illegal move", game=str(row.id), version=row.version)
        else:
            return True
    raise ValueError("a bot is due, and no seat of a bot can move")


def _choices(game: Game, row: GameRow, levels: Mapping[str, Bot]) -> Iterator[Move]:
    """Yield what the bot on turn chooses, then what is to be done where that failed."""
    seat = game.on_turn
    sitter = game.sitters[seat] if seat is not None else None
    if seat is None or sitter is None or game.status != Status.PLAYING:
        return
    observation = observe(game, seat)
    for level in (sitter.bot, bots.FALLBACK):
        try:
            yield levels[level](observation, _dice(game, row), bots.BUDGET)
        except Exception:  # noqa: BLE001 - whatever a bot does, its game goes on
            _log.exception("a bot failed", level=level, game=str(row.id), version=row.version)
    yield default_move(game)


def _dice(game: Game, row: GameRow) -> random.Random:
    """Return dice that fall the same way each time at this version, which nobody can guess before the game is over."""
    return random.Random(sha256(f"{game.seed}/{row.id}/{row.version}".encode()).digest())  # noqa: S311
