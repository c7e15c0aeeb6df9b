"""A bot's turn: it thinks about what its seat sees, and then its move is made like a player's.

It thinks outside of any transaction, so that players and the clock need not wait for it. If the game has moved on
meanwhile, the thought is dropped.
"""

import random
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

import structlog

from games import bots, store, thinking
from games.bots import Bot
from games.bots.memory import Memory
from games.log.append import CommandContext
from games.log.codec import UnknownEvent
from games.rules.commands import Move
from games.rules.decide.default_move import default_move
from games.rules.game import Game, Status
from games.rules.observation import observe
from games.services.errors import IllegalMove
from games.services.memories import memory_at
from games.services.moves import handle_locked
from games.store import GameRow

_log = structlog.get_logger(__name__)


class Thought(NamedTuple):
    """The move that a bot chose, and the version of the game at which it did."""

    version: int
    move: Move


def think(game: UUID, *, levels: Mapping[str, Bot] = thinking.LEVELS) -> Thought | None:
    """Return what the bot on turn in *game* chooses; None if no bot is due there. Needs no lock.

    The choice of ``novice`` and ``clever`` follows from the game and its version alone. If a bot fails, ``clever``
    chooses this move; if that fails too, it is the clock's default move.
    """
    row = store.find(game)
    if row is None or row.bot_due is None or row.bot_due > row.now:
        return None
    found = store.game_of(row)
    seat = found.on_turn
    sitter = found.sitters[seat] if seat is not None else None
    if seat is None or sitter is None or found.status != Status.PLAYING:
        raise ValueError("a bot is due, and no seat of a bot can move")
    level = sitter.bot or bots.FALLBACK  # which also plays for a player who is absent
    return Thought(row.version, _choice(row, found, seat, level, levels))


def answer(row: GameRow, thought: Thought) -> bool:
    """Make the move of *thought* if the game is still where it was, and return whether it was made.

    Needs the *row* locked. If the move is illegal, the clock's default move is made in its place.
    """
    if row.version != thought.version or row.bot_due is None:
        return False
    game, move = store.game_of(row), thought.move
    context = CommandContext(actor=f"bot:{move.seat}", key=f"{game.turn}@{row.version}")
    try:
        handle_locked(row, move, game.turn, context)
    except IllegalMove:
        _log.exception("a bot chose an illegal move", game=str(row.id), version=row.version)
        handle_locked(row, default_move(game), game.turn, context)
    return True


def _choice(row: GameRow, game: Game, seat: int, level: str, levels: Mapping[str, Bot]) -> Move:
    """Return what a bot of *level* chooses at *seat*, or what is chosen in its place."""
    observation = observe(game, seat)
    # The dice fall the same way each time at this version. Nobody can guess them before the seed is shown.
    dice = sha256(f"{game.seed}/{row.id}/{row.version}".encode()).digest()
    for tried in (level, bots.FALLBACK):
        memory = _memory(row, seat, game) if tried in bots.REMEMBERING else None
        try:
            move = levels[tried](observation, memory, random.Random(dice), bots.BUDGET)  # noqa: S311 - a bot's chance
        except Exception:  # noqa: BLE001 - whatever a bot does, its game goes on
            _log.exception("a bot failed", level=tried, game=str(row.id), version=row.version)
            continue
        if move in observation.moves:
            return move
        _log.error("a bot chose no legal move", level=tried, game=str(row.id), version=row.version)
    return default_move(game)


def _memory(row: GameRow, seat: int, game: Game) -> Memory | None:
    """Return what the *seat* remembers; None if the log cannot be read, for then it plays by what it sees."""
    try:
        return memory_at(row, seat, game.rules)
    except (LookupError, ValueError, UnknownEvent):
        _log.exception("a bot has lost its memory", game=str(row.id), version=row.version)
        return None
