"""A table as it was: the fold of its log up to a version, its clock included."""

from dataclasses import replace
from datetime import datetime

from games import store
from games.clocks import Clock, after_all, agreed, credit
from games.clocks.reckoning import Happened
from games.rules.game import Game, fold
from games.services.heartbeats import outages_since
from games.services.writing import Table, situation_of
from games.store import GameRow, Recorded


def at_version(row: GameRow, version: int) -> Table:
    """Return the table as it stood at *version*, at most *row*'s: game and row as they were, ``now`` is *row*'s."""
    return _after(row, store.read(row.id, limit=version))


def as_it_was(row: GameRow, version: int) -> Table:
    """Return the table as it was told at *version*: ``now`` is when it came to stand so.

    Its deadline is the last one that was told then: outages are credited as they were known before the next event.
    """
    recorded = store.read(row.id, limit=version + 1)
    then = _after(row, recorded[:version])
    until = recorded[version].recorded_at if len(recorded) > version else row.now
    deadline = _credited(then.row, until)
    return Table(replace(then.row, now=recorded[version - 1].recorded_at, deadline=deadline), then.game)


def _credited(row: GameRow, until: datetime) -> datetime | None:
    if row.deadline is None or row.turn_began is None:
        return row.deadline
    return row.deadline + credit(outages_since(row.turn_began, row.now), row.turn_began, until)


def _after(row: GameRow, recorded: list[Recorded]) -> Table:
    """Return *row* and game as they stood after all that is *recorded*."""
    happened = [Happened(store.event_of(one), one.recorded_at) for one in recorded]
    game = fold(Game(), (one.event for one in happened))
    game.ruleset = store.kept(row.ruleset).ruleset(len(game.sitters), game.options)
    last = recorded[-1]
    clock = clock_of(happened, game)
    told = situation_of(game, clock, last.recorded_at)
    situation = {name: getattr(told, name) for name in told.__dataclass_fields__}
    then = replace(row, version=last.version, head_hash=last.hash, state=None, earlier=None, **situation)
    return Table(then, game)


def clock_of(happened: list[Happened], game: Game) -> Clock:
    """Return the clock as all that *happened* in a stream left it: what row and banks must tell."""
    outages = outages_since(happened[0].at, happened[-1].at)
    return after_all(Clock(allowance=agreed(game.terms)), happened, outages)
