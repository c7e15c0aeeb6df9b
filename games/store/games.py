"""The narrow row of a game: locked by whoever moves it, looked at by everybody else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from games.db import Statement, run
from games.log.append import CommandContext
from games.log.shards import shard_of
from games.models import Game
from games.models.sql import column_names, columns
from games.store.outages import Presence, presence_in_turn, presence_of


class KeyReused(Exception):
    """The key came before, with another request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHeader:
    """What a game's row tells about its state; ``append`` sets it."""

    status: str
    """``waiting``, ``playing`` or ``over``."""
    turn: int
    """Number of the decision that is due."""
    on_turn: int | None = None
    """The seat that must act."""
    turn_began: datetime | None = None
    deadline: datetime | None = None
    """When the time of the seat on turn is up."""
    bot_due: datetime | None = None
    """When the bot on turn may answer."""
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """What was done the first time a key came."""

    request_hash: bytes
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow(GameHeader):
    """A game's row, as it was when it was locked or looked at."""

    id: UUID
    shard: int
    ruleset: str
    variant: str
    visibility: str
    version: int
    head_hash: bytes
    created_at: datetime
    now: datetime
    """The database's clock, read after the lock: deadlines are judged by it, and events are recorded at it."""
    state: bytes | None = None
    """The state at this version (``games.log.codec.load_state``); None if it was dropped or not asked for."""
    earlier: Earlier | None = None
    """What the key of the attempt given to ``lock`` did before."""
    head_at: datetime | None = None
    """When the event of this version was recorded; None where nobody asked."""
    banks: Mapping[int, int] = field(default_factory=dict)
    """Seconds left in the bank by seat, where the row was locked; a seat that is not there has its full one."""
    presence: Presence | None = None
    """Who was away since the turn began, where ``lock`` was asked for it too."""

    @property
    def header(self) -> GameHeader:
        """What the row tells about its state, alone."""
        return GameHeader(**{name: getattr(self, name) for name in HEADER})


HEADER: Final = tuple(field.name for field in fields(GameHeader))
COLUMNS: Final = column_names(Game)
_ROW: Final = f"SELECT {columns(Game)} FROM game WHERE shard = %s AND id = %s"  # noqa: S608 - constants
_BESIDE: Final = """
    SELECT clock_timestamp(), s.version, s.state, k.request_hash, k.first, k.last
    FROM (SELECT %s::smallint AS shard, %s::uuid AS game) AS g
    LEFT JOIN game_state AS s USING (shard, game)
    LEFT JOIN move_key AS k ON (k.shard, k.game, k.actor, k.key) = (g.shard, g.game, %s, %s)
"""
_BANKS: Final = "SELECT seat, bank FROM seat WHERE shard = %s AND game = %s AND bank IS NOT NULL"


def lock(
    game: UUID,
    context: CommandContext | None = None,
    *,
    skip_locked: bool = False,
    with_presence: bool = False,
    beside: Sequence[Statement] = (),
) -> GameRow | None:
    """Lock *game*'s row until the transaction ends; return it with its state and what *context*'s key did before.

    One round trip, also for the presence and for the statements *beside*, which run whether or not the row was found.
    Clock, state, key, banks and presence are read by statements after the lock. Returns None if there is no such game;
    with *skip_locked* also if another transaction holds it.

    Raises TransactionManagementError outside of a transaction.
    """
    where = [shard_of(game), game]
    who = [context.actor, context.key] if context else ["", ""]
    ending = " FOR UPDATE SKIP LOCKED" if skip_locked else " FOR UPDATE"
    asked = [presence_in_turn(game)] if with_presence else []
    rows, (found,), banks, *told = run(
        [(_ROW + ending, where), (_BESIDE, [*where, *who]), (_BANKS, where), *asked, *beside]
    )
    presence = presence_of(told[0]) if with_presence else None
    return replace(_row(rows[0], found, dict(banks)), presence=presence) if rows else None


def find(game: UUID) -> GameRow | None:
    """Return *game*'s row with its state, unlocked and consistent (one statement); None if there is no such game."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOK, [shard_of(game), game])
        found = cursor.fetchone()
    if not found:
        return None
    *row, head_at, at, version, state = found
    return replace(_row(tuple(row), (at, version, state, None, None, None)), head_at=head_at)


_LOOK: Final = f"""
    SELECT {", ".join(f"g.{name}" for name in COLUMNS)}, e.recorded_at, clock_timestamp(), s.version, s.state
    FROM game AS g LEFT JOIN game_state AS s ON (s.shard, s.game) = (g.shard, g.id)
    LEFT JOIN event AS e ON (e.shard, e.stream, e.version) = (g.shard, g.id, g.version)
    WHERE g.shard = %s AND g.id = %s
"""  # noqa: S608 - constants


def head(game: UUID) -> GameRow | None:
    """Return *game*'s row without its state, by the narrowest query; None if there is no such game."""
    with connection.cursor() as cursor:
        cursor.execute(_ROW.replace(" FROM", ", clock_timestamp() FROM"), [shard_of(game), game])
        found = cursor.fetchone()
    return _row(found[:-1], (found[-1], None, None, None, None, None)) if found else None


def answered(row: GameRow, context: CommandContext) -> tuple[int, int] | None:
    """Return the first and last version that *context* made when it came before; None if it is new.

    *row* comes from ``lock`` with the same context. Raises KeyReused if its key came with another request.
    """
    if row.earlier is None:
        return None
    if row.earlier.request_hash != context.request_hash:
        raise KeyReused("the key was used for another request")
    return row.earlier.first, row.earlier.last


def now() -> datetime:
    """Return the database's clock: the one clock of the service."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        at: datetime = cursor.fetchone()[0]
    return at


def _row(row: tuple[Any, ...], beside: tuple[Any, ...], banks: Mapping[int, int] | None = None) -> GameRow:
    told: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
    at, version, state, request_hash, first, last = beside
    earlier = None if request_hash is None else Earlier(request_hash=bytes(request_hash), first=first, last=last)
    told["head_hash"] = bytes(told["head_hash"])
    current = bytes(state) if version == told["version"] else None
    return GameRow(**told, now=at, state=current, earlier=earlier, banks=banks or {})


def sits(game: UUID, player: UUID) -> bool:
    """Tell whether *player* sits, or sat to its end, at the table of *game*."""
    with connection.cursor() as cursor:
        cursor.execute(_SITS, [shard_of(game), game, player])
        return cursor.fetchone() is not None


_SITS: Final = "SELECT 1 FROM seat WHERE shard = %s AND game = %s AND player = %s"
