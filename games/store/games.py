"""The row of a game: a move locks it, everything else only reads it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from base.sql.routing import reading
from base.sql.statements import Statement
from games.db import rows as query
from games.db import run
from games.log.append import CommandContext
from games.log.read import read
from games.log.shards import shard_of
from games.models import Game
from games.models.sql import column_names, columns
from games.store.heartbeats import Presence, presence_of, presence_within
from players.quiet_hours import QuietHours


class KeyReused(Exception):
    """The key came before, with another request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHeader:
    """The part of a game's row that follows from its state. ``append`` sets it."""

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
    turn_given: timedelta | None = None
    """What the seat may use from ``turn_began`` on before its bank is touched; None for the allowance of a turn."""
    turn_moved: timedelta | None = None
    """How much later the deadline is for quiet hours."""
    turn_extended: bool = False
    pauses: list[str] | None = None
    """Why the clock stands still; None while it runs."""
    lapses_at: datetime | None = None
    """When the first pause or proposal, a game without a clock, or a table that waits for players ends by itself."""
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """What a request did when its key came for the first time."""

    request_hash: bytes
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """What a player has arranged beside the log. It is personal, so the log holds only what follows from it."""

    quiet_hours: QuietHours | None = None
    vacation_until: datetime | None = None
    """When the vacation ends that they are on; None if they are on none."""
    has_plan: bool = False
    """Whether they have a plan for their next turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow(GameHeader):
    """A game's row, as it was when it was locked or read."""

    id: UUID
    shard: int
    ruleset: str
    variant: str
    visibility: str
    version: int
    head_hash: bytes
    created_at: datetime
    owner: UUID | None = None
    """For whom its experts think; None where the service opened it, and when it is over."""
    maker: UUID | None = None
    """The player who opened it; None where the service did."""
    now: datetime
    """The database's clock, read after the lock: deadlines are compared with it, and events are recorded at it."""
    state: bytes | None = None
    """The state at this version (``games.log.codec.load_state``); None if it was dropped or not asked for."""
    earlier: Earlier | None = None
    """What the key that was given to ``lock`` did before; None if it is new."""
    head_at: datetime | None = None
    """When the event of this version was recorded; None if it was not asked for."""
    banks: Mapping[int, int] = field(default_factory=dict)
    """Seconds left in the time bank by seat, if the row was locked; by ``find`` only that of the seat on turn. Seats
    that are missing have all their time."""
    habits: Mapping[int, Habits] = field(default_factory=dict)
    """The habits of players by seat, if the row was locked. Seats that are taken later are missing."""
    presence: Presence | None = None
    """The outages since the turn began, if ``lock`` was asked for them."""

    @property
    def header(self) -> GameHeader:
        """The part of the row that follows from the state."""
        return GameHeader(**{name: getattr(self, name) for name in HEADER})

    def is_on_vacation(self, seat: int) -> bool:
        """Return whether the player of *seat* is on vacation. The row must have been locked."""
        return seat in self.habits and self.habits[seat].vacation_until is not None

    def has_plan(self, seat: int) -> bool:
        """Return whether *seat* has a plan. The row must have been locked."""
        return seat in self.habits and self.habits[seat].has_plan


HEADER: Final = tuple(field.name for field in fields(GameHeader))
COLUMNS: Final = column_names(Game)
_ROW: Final = f"SELECT {columns(Game)} FROM game WHERE shard = %s AND id = %s"  # noqa: S608 - constants
_BESIDE: Final = """
    SELECT clock_timestamp(), s.version, s.state, k.request_hash, k.first, k.last
    FROM (SELECT %s::smallint AS shard, %s::uuid AS game) AS g
    LEFT JOIN game_state AS s USING (shard, game)
    LEFT JOIN move_key AS k ON (k.shard, k.game, k.actor, k.key) = (g.shard, g.game, %s, %s)
"""
_VACATION: Final = """
    LEFT JOIN LATERAL (
        SELECT v.until FROM vacation AS v WHERE v.player = p.id AND v.until > clock_timestamp()
        ORDER BY v.until DESC LIMIT 1) AS v ON true
"""
# The seats come first: on Citus they lie elsewhere than the players.
_SEATS: Final = f"""
    WITH taken AS MATERIALIZED (
        SELECT s.seat, s.player, s.bank, n.seat AS planned
        FROM seat AS s LEFT JOIN plan AS n ON (n.shard, n.game, n.seat) = (s.shard, s.game, s.seat)
        WHERE s.shard = %s AND s.game = %s)
    SELECT s.seat, s.bank, p.quiet_from, p.quiet_until, p.time_zone, v.until, s.planned
    FROM taken AS s LEFT JOIN player AS p ON p.id = s.player {_VACATION}
"""  # noqa: S608 - a constant
_HABITS: Final = (
    f"SELECT p.quiet_from, p.quiet_until, p.time_zone, v.until FROM player AS p {_VACATION} WHERE p.id = %s"  # noqa: S608 - a constant
)


def lock(
    game: UUID,
    context: CommandContext | None = None,
    *,
    skip_locked: bool = False,
    turn_within: timedelta | None = None,
    beside: Sequence[Statement] = (),
) -> GameRow | None:
    """Lock *game*'s row until the transaction ends; return it with its state and what *context*'s key did before.

    One round trip, also for the presence and for the statements *beside*, which run even if there is no row. The
    presence is read if the turn is known to have begun *turn_within* this time.
    Returns None if there is no such game; with *skip_locked* also if another transaction holds it.

    Raises TransactionManagementError outside of a transaction.
    """
    asked = [presence_within(turn_within)] if turn_within else []
    statements = locking(game, context, skip_locked=skip_locked)
    rows, (found,), seats, *more = run([*statements, *asked, *beside])
    presence = presence_of(more[0]) if turn_within else None
    if not rows:
        return None
    banks = {seat: bank for seat, bank, *_ in seats if bank is not None}
    habits = {seat: _habits(*one) for seat, _, *one in seats}
    return replace(_row(rows[0], found), banks=banks, habits=habits, presence=presence)


def locking(game: UUID, context: CommandContext | None = None, *, skip_locked: bool = False) -> list[Statement]:
    """Return the statements with which ``lock`` locks *game*'s row and reads what belongs to it."""
    # The order matters: each statement sees what was committed before it began. Only behind the lock do the clock, the
    # state, the key and the time banks belong to the row.
    where = [shard_of(game), game]
    who = [context.actor, context.key] if context else ["", ""]
    ending = " FOR UPDATE SKIP LOCKED" if skip_locked else " FOR UPDATE"
    return [(_ROW + ending, where), (_BESIDE, [*where, *who]), (_SEATS, where)]


def habits_of(player: UUID) -> Habits:
    """Return the habits of *player*."""
    return next((_habits(*one) for one in query(_HABITS, [player])), Habits())


def _habits(
    since: time | None, until: time | None, zone: str | None, vacation_until: datetime | None, plan: int | None = None
) -> Habits:
    quiet = QuietHours(since, until, zone) if since is not None and until is not None and zone else None
    return Habits(quiet_hours=quiet, vacation_until=vacation_until, has_plan=plan is not None)


def find(game: UUID) -> GameRow | None:
    """Return *game*'s row with its state, not locked; None if there is no such game.

    One statement, so that row and state are of the same version.
    """
    return found(query(*finding(game)))


def finding(game: UUID) -> Statement:
    """Return the SQL of ``find``, for who reads more in the same round trip."""
    return _READ, [shard_of(game), game]


def found(rows: Sequence[tuple[Any, ...]]) -> GameRow | None:
    """Return what ``find`` returns, from the rows of ``finding``."""
    if not rows:
        return None
    *row, head_at, at, version, state, bank = rows[0]
    read = _row(tuple(row), (at, version, state, None, None, None))
    return replace(read, head_at=head_at, banks=_bank(read.on_turn, bank))


_BANK: Final = "(SELECT bank FROM seat AS t WHERE (t.shard, t.game, t.seat) = (g.shard, g.id, g.on_turn))"
_READ: Final = f"""
    SELECT {", ".join(f"g.{name}" for name in COLUMNS)}, coalesce(e.recorded_at, g.ended_at), clock_timestamp(),
           s.version, s.state, {_BANK}
    FROM game AS g LEFT JOIN game_state AS s ON (s.shard, s.game) = (g.shard, g.id)
    LEFT JOIN event AS e ON (e.shard, e.stream, e.version) = (g.shard, g.id, g.version)
    WHERE g.shard = %s AND g.id = %s
"""  # noqa: S608 - constants
"""A game whose last event has left the log is over, and ended with this event."""


def _bank(seat: int | None, bank: int | None) -> Mapping[int, int]:
    return {} if seat is None or bank is None else {seat: bank}


def find_all(games: Sequence[UUID]) -> list[GameRow]:
    """Return the rows of *games* with their states, not locked, in any order. Unknown games are left out.

    One statement for any number, so that each row and its state are of the same version. It leaves out ``head_at``.
    """
    with reading.cursor() as cursor:
        cursor.execute(_READ_ALL, [[*map(shard_of, games)], [*games]])
        found = cursor.fetchall()
    return [_row(tuple(row), (at, version, state, None, None, None)) for *row, at, version, state in found]


_READ_ALL: Final = f"""
    SELECT {", ".join(f"g.{name}" for name in COLUMNS)}, clock_timestamp(), s.version, s.state
    FROM unnest(%s::smallint[], %s::uuid[]) AS asked (shard, id) JOIN game AS g USING (shard, id)
    LEFT JOIN game_state AS s ON (s.shard, s.game) = (g.shard, g.id)
"""  # noqa: S608 - constants


def head(game: UUID) -> GameRow | None:
    """Return *game*'s row without its state, by the narrowest query; None if there is no such game."""
    with reading.cursor() as cursor:
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
    """Return the time by the database's clock, which is the only clock of the service."""
    with reading.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        at: datetime = cursor.fetchone()[0]
    return at


def _row(row: tuple[Any, ...], beside: tuple[Any, ...]) -> GameRow:
    found: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
    at, version, state, request_hash, first, last = beside
    earlier = None if request_hash is None else Earlier(request_hash=bytes(request_hash), first=first, last=last)
    found["head_hash"] = bytes(found["head_hash"])
    current = bytes(state) if version == found["version"] else None
    return GameRow(**found, now=at, state=current, earlier=earlier)


def sits(game: UUID, player: UUID) -> bool:
    """Return whether *player* sits, or sat at the end, at the table of *game*."""
    with reading.cursor() as cursor:
        cursor.execute(_SITS, [shard_of(game), game, player])
        return cursor.fetchone() is not None


def maker_of(game: UUID) -> UUID | None:
    """Return the player who opened *game*; None if the service did."""
    with reading.cursor() as cursor:
        cursor.execute(_MAKER, [shard_of(game), game])
        found = cursor.fetchone()
    maker = found[0] if found else next((one.actor for one in read(game, limit=1)), "")
    try:
        return UUID(maker)
    except ValueError:
        return None


_MAKER: Final = "SELECT actor FROM event WHERE shard = %s AND stream = %s AND version = 1"
_SITS: Final = "SELECT 1 FROM seat WHERE shard = %s AND game = %s AND player = %s"
