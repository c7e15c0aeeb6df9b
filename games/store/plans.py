"""Plans: what a seat does when its turn comes. A plan is a row beside the log, the version and the ETag of its game.

The follower of notices makes a plan due when it reads that the turn has begun (`arm`). So the transaction of the move
before it does the same with and without a plan. Whoever ends the turn drops the plan in the same transaction.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from base.sql.statements import run_with_commit
from games.db import names_of, rows
from games.log.codec import canonical
from games.log.shards import shard_of
from games.rules.events import Ask


class Step(NamedTuple):
    """A move of a plan. It is left out unless it is legal, and the seat is asked for *ask*, if that is not None."""

    move: str
    """In the notation."""
    ask: Ask | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A plan."""

    seat: int
    player: UUID
    key: UUID
    """Nobody can guess it. It is a part of the key under which moves are stored."""
    deal: int
    steps: tuple[Step, ...]
    turn: int | None = None
    """The decision that it answers; None until the turn comes."""


_OF: Final = f"SELECT {names_of(Plan)} FROM plan WHERE (shard, game, seat, player) = (%s, %s, %s, %s)"  # noqa: S608 - names of fields
_DUE: Final = f"""
    SELECT {names_of(Plan)} FROM plan
    WHERE (shard, game) = (%s, %s) AND due_at <= clock_timestamp() ORDER BY due_at LIMIT 1 FOR UPDATE
"""  # noqa: S608 - names of fields
_SET: Final = """
    INSERT INTO plan (shard, game, seat, player, key, deal, steps, delay)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (shard, game, seat) DO UPDATE
       SET player = excluded.player, key = excluded.key, deal = excluded.deal, steps = excluded.steps,
           delay = excluded.delay, turn = NULL, due_at = NULL
"""
_GO_ON: Final = """
    INSERT INTO plan (shard, game, seat, player, key, deal, steps, delay, turn, due_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, clock_timestamp() + %s)
"""
_DROP: Final = "DELETE FROM plan WHERE (shard, game, seat) = (%s, %s, %s)"
_DISARM: Final = "UPDATE plan SET turn = NULL, due_at = NULL WHERE (shard, game, seat) = (%s, %s, %s)"
# A turn that has little time left has a shorter delay. While the clock stands still, no plan plays. Seconds are added,
# because Citus lets no statement add an interval to a time in a row that it changes: that depends on the time zone.
_ARM: Final = """
    UPDATE plan AS p
       SET turn = g.turn, due_at = to_timestamp((extract(epoch FROM statement_timestamp())
               + extract(epoch FROM least(p.delay, (g.deadline - statement_timestamp()) / 4)))::float8)
      FROM game AS g
     WHERE g.shard = %(shard)s AND g.id = ANY(%(games)s) AND (p.shard, p.game, p.seat) = (g.shard, g.id, g.on_turn)
       AND g.status = 'playing' AND g.turn_began IS NOT NULL AND p.turn IS DISTINCT FROM g.turn
"""
_END: Final = """
    DELETE FROM plan AS p USING game AS g
    WHERE g.shard = %(shard)s AND g.id = ANY(%(games)s) AND (p.shard, p.game) = (g.shard, g.id) AND g.status = 'over'
"""


def of(game: UUID, seat: int, player: UUID) -> Plan | None:
    """Return the plan of *player* at *seat* of *game*; None if there is none."""
    return next(iter(map(_plan, rows(_OF, [shard_of(game), game, seat, player]))), None)


def due(game: UUID) -> Plan | None:
    """Lock and return the plan in *game* that is due; None if none is."""
    return next(iter(map(_plan, rows(_DUE, [shard_of(game), game]))), None)


def put(game: UUID, plan: Plan, *, delay: timedelta) -> None:
    """Store *plan* in place of the one that its seat has. It plays *delay* after the turn of the seat begins."""
    rows(_SET, _values(game, plan, delay))


def go_on(game: UUID, plan: Plan, *, delay: timedelta) -> None:
    """Store *plan*, which has just been dropped, for its turn, which runs already. It plays after this *delay*."""
    rows(_GO_ON, [*_values(game, plan, delay), plan.turn, delay])


def drop(game: UUID, seat: int) -> None:
    """Delete the plan of *seat* in *game*, if it has one."""
    rows(_DROP, [shard_of(game), game, seat])


def disarm(game: UUID, seat: int) -> None:
    """Let the plan of *seat* wait until it is armed again."""
    rows(_DISARM, [shard_of(game), game, seat])


def arm(shard: int, games: Collection[UUID]) -> None:
    """Make the plans due whose turn has come in *games* of *shard*. Delete those of games that are over."""
    values = {"shard": shard, "games": [*games]}
    run_with_commit([(_ARM, values), (_END, values)])


def _values(game: UUID, plan: Plan, delay: timedelta) -> list[Any]:
    steps = canonical([[*step] for step in plan.steps]).decode()
    return [shard_of(game), game, plan.seat, plan.player, plan.key, plan.deal, steps, delay]


def _plan(row: Sequence[Any]) -> Plan:
    seat, player, key, deal, steps, turn = row
    made = tuple(Step(move, None if ask is None else Ask(ask)) for move, ask in steps)
    return Plan(seat=seat, player=player, key=key, deal=deal, steps=made, turn=turn)
