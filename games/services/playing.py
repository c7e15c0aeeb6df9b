"""A bot's turn: its observation, its choice, and the move, which is made like a player's."""

import random
from collections.abc import Mapping
from hashlib import sha256

import structlog

from games import bots, store
from games.bots import Bot
from games.log.append import CommandContext
from games.rules.decide.default_move import default_move
from games.rules.game import Status
from games.rules.observation import observe
from games.services.errors import IllegalMove
from games.services.moves import handle_locked
from games.store import GameRow

_log = structlog.get_logger(__name__)


def answer(row: GameRow, *, levels: Mapping[str, Bot] = bots.LEVELS) -> bool:
    """Make the move of the bot on turn if it is due, or the clock's if the bot is late; return whether one was made.

    The choice follows from the game and its version alone. If a bot fails, ``clever`` chooses this move; if that
    fails too, it is the clock's default move. Needs the *row* locked.
    """
    if row.bot_due is None or row.bot_due > row.now:
        return False
    game = store.game_of(row)
    seat = game.on_turn
    sitter = game.sitters[seat] if seat is not None else None
    if seat is None or sitter is None or game.status != Status.PLAYING:
        raise ValueError("a bot is due, and no seat of a bot can move")
    observation = observe(game, seat)
    # The dice fall the same way each time at this version. Nobody can guess them before the seed is shown.
    dice = sha256(f"{game.seed}/{row.id}/{row.version}".encode()).digest()
    # The fallback also plays for a player who is absent.
    for level in (sitter.bot or bots.FALLBACK, bots.FALLBACK, None):
        if level is None:
            move = default_move(game)
        else:
            try:
                move = levels[level](observation, random.Random(dice), bots.BUDGET)  # noqa: S311 - a bot's chance
            except Exception:  # noqa: BLE001 - whatever a bot does, its game goes on
                _log.exception("a bot failed", level=level, game=str(row.id), version=row.version)
                continue
        try:
            context = CommandContext(actor=f"bot:{move.seat}", key=f"{game.turn}@{row.version}")
            handle_locked(row, move, game.turn, context)
        except IllegalMove:
            _log.exception("a bot chose an illegal move", game=str(row.id), version=row.version)
        else:
            return True
    raise ValueError("a bot is due, and no move of its seat is legal")
