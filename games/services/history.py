"""A table as it was: the fold of its log up to a version, its clock included."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from games import store
from games.clocks import Clock, Outage, after_all, agreed, credit
from games.clocks.reckoning import Happened
from games.log.codec import BrokenState, StaleState, dump_state, load_state
from games.log.envelope import instant
from games.log.read import event_of, read
from games.log.stored_event import StoredEvent
from games.rules.evolve import evolve, fold
from games.rules.game import Game
from games.services.heartbeats import outages_since
from games.services.writing import Table, header_of
from games.store import EVERY, GameRow, Snapshot


def at_version(row: GameRow, version: int) -> Table:
    """Return the table as it stood at *version*, at most *row*'s: game and row as they were, ``now`` is *row*'s."""
    return _after(row, read(row.id, limit=version))


def as_it_was(row: GameRow, version: int) -> Table:
    """Return the table as it was told at *version*, from 1 to *row*'s: the one page of ``tables``."""
    (table,) = tables(row, after=version - 1, limit=1)
    return table


def tables(row: GameRow, *, after: int, limit: int) -> list[Table]:
    """Return the tables at the *limit* versions after that one, up to *row*'s, each as it was told then.

    ``now`` of each is when it came to stand so. Its deadline is the last one that was told then: outages are credited
    as they were known before the next event. One fold: from the last snapshot, so it costs at most ``store.EVERY``
    events more than the page; who is the first to look that far makes the snapshots.
    """
    version, game, clock = _begin(row, after)
    last = min(after + limit, row.version)
    stored = read(row.id, after=version, limit=last + 1 - version)
    if not stored:
        return []
    outages = outages_since(clock.began or stored[0].recorded_at, row.now)
    found, made = list[Table](), list[Snapshot]()
    for number, one in enumerate(stored[: last - version], 1):
        event = event_of(one)
        evolve(game, event)
        if one.version == 1:
            clock = Clock(allowance=agreed(game.terms))
        clock = clock.after(Happened(event, one.recorded_at), outages)
        if one.version % EVERY == 0:
            made.append(Snapshot(one.version, dump_state(game), written(clock)))
        if one.version > after:
            until = stored[number].recorded_at if number < len(stored) else row.now
            stood = _stood(row, one, game.copy(), clock)
            found.append(_as_told(stood, at=one.recorded_at, outages=outages, until=until))
    if made:
        store.keep_snapshots(row.id, made)
    return found


def _begin(row: GameRow, version: int) -> tuple[int, Game, Clock]:
    """Return the last snapshot up to *version* that this code can read, or the beginning of the game."""
    snapshot = store.snapshot_before(row.id, version)
    try:
        if snapshot is not None:
            game = load_state(snapshot.state)
            return snapshot.version, game, _read(snapshot.clock, game)
    except (StaleState, BrokenState):
        pass  # It is made again on the way.
    return 0, Game(), Clock(allowance=None)


def _as_told(table: Table, *, at: datetime, outages: list[Outage], until: datetime) -> Table:
    """Return *table*, to which it came *at* that time, as it was told last before *until*."""
    deadline, began = table.row.deadline, table.row.turn_began
    if deadline is not None and began is not None:
        deadline += credit(outages, began, until)
    return Table(replace(table.row, now=at, deadline=deadline), table.game)


def _stood(row: GameRow, last: StoredEvent, game: Game, clock: Clock) -> Table:
    """Return *row* and *game* as they stood after the event that was recorded *last*."""
    game.ruleset = store.kept(row.ruleset).ruleset(len(game.sitters), game.options)
    told = header_of(game, clock, last.recorded_at)
    header = {name: getattr(told, name) for name in told.__dataclass_fields__}
    return Table(replace(row, version=last.version, head_hash=last.hash, state=None, earlier=None, **header), game)


def written(clock: Clock) -> dict[str, Any]:
    """Return *clock* as a snapshot keeps it; its allowance follows from the game."""
    banks = {str(seat): left for seat, left in sorted(clock.banks.items())}
    return {"seat": clock.seat, "began": clock.began and instant(clock.began), "banks": banks}


def _read(told: dict[str, Any], game: Game) -> Clock:
    began = None if told["began"] is None else datetime.fromisoformat(told["began"])
    banks = {int(seat): left for seat, left in told["banks"].items()}
    return Clock(allowance=agreed(game.terms), seat=told["seat"], began=began, banks=banks)


def _after(row: GameRow, stored: list[StoredEvent]) -> Table:
    """Return *row* and game as they stood after all that is *stored*."""
    happened = [Happened(event_of(one), one.recorded_at) for one in stored]
    game = fold(Game(), (one.event for one in happened))
    return _stood(row, stored[-1], game, clock_of(happened, game))


def clock_of(happened: list[Happened], game: Game) -> Clock:
    """Return the clock as all that *happened* in a stream left it: what row and banks must tell."""
    outages = outages_since(happened[0].at, happened[-1].at)
    return after_all(Clock(allowance=agreed(game.terms)), happened, outages)
