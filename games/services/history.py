"""A table as it was: the fold of its log up to a version, its clock included."""

from dataclasses import replace

from games import store
from games.clocks import Clock, Outage, after_all, agreed
from games.clocks.reckoning import Happened
from games.rules.game import Game, fold
from games.services.writing import Table, situation_of
from games.store import GameRow


def at_version(row: GameRow, version: int) -> Table:
    """Return the table as it stood at *version*, at most *row*'s: game and row as they were, ``now`` is *row*'s."""
    recorded = store.read(row.id, limit=version)
    happened = [Happened(store.event_of(one), one.recorded_at) for one in recorded]
    game = fold(Game(), (one.event for one in happened))
    game.ruleset = store.kept(row.ruleset).ruleset(len(game.sitters), game.options)
    last = recorded[-1]
    clock = clock_of(happened, game)
    told = situation_of(game, clock, last.recorded_at)
    situation = {name: getattr(told, name) for name in told.__dataclass_fields__}
    return Table(replace(row, version=version, head_hash=last.hash, state=None, earlier=None, **situation), game)


def clock_of(happened: list[Happened], game: Game) -> Clock:
    """Return the clock as all that *happened* in a stream left it: what row and banks must tell."""
    outages = [Outage(*one) for one in store.outages_since(happened[0].at)]
    return after_all(Clock(allowance=agreed(game.terms)), happened, outages)
