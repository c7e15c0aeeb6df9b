"""A table as it was: the fold of its log up to a version, its clock included."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from games import store
from games.clocks import Allowance, Clock, Outage, after_all, agreed, credited_deadline
from games.clocks.reckoning import Happened
from games.log.codec import BrokenState, StaleState, dump_state, load_state
from games.log.hash_chain import instant
from games.log.read import event_of, read
from games.log.stored_event import StoredEvent
from games.rules.evolve import evolve, fold
from games.rules.game import Game
from games.services.heartbeats import outages_since
from games.services.writing import Table, header_of
from games.store import EVERY, GameRow, Snapshot

_MICROSECOND: Final = timedelta(microseconds=1)


def at_version(row: GameRow, version: int) -> Table:
    """Return the table as it stood at *version*, at most *row*'s. ``now`` is *row*'s. O(version)."""
    stored = read(row.id, limit=version)
    happened = [Happened(event_of(one), one.recorded_at) for one in stored]
    game = fold(Game(), (one.event for one in happened))
    return _stood(row, stored[-1], game, clock_of(happened, game))


def as_it_was(row: GameRow, version: int) -> Table:
    """Return the table as players saw it at *version*, from 1 to *row*'s: the one page of ``tables``."""
    (table,) = tables(row, after=version - 1, limit=1)
    return table


def tables(row: GameRow, *, after: int, limit: int) -> list[Table]:
    """Return the tables at the next *limit* versions after *after*, up to *row*'s, as players saw them then.

    ``now`` of each is when its last event was recorded. Its deadline is the last one that was shown before the next
    event: outages are credited as they were known then. It folds from the last snapshot, so it reads at most
    ``store.EVERY`` events more than the page, and it keeps the snapshots that it makes on the way.
    """
    version, game, clock = 0, Game(), Clock(allowance=None)
    snapshot = store.snapshot_before(row.id, after)
    if snapshot is not None:
        # One that this code cannot read is made again on the way.
        with suppress(StaleState, BrokenState):
            version, game = snapshot.version, load_state(snapshot.state)
            clock = clock_written(snapshot.clock, agreed(game.terms))

    # One event more than the page: a table was seen until the next event was recorded.
    last = min(after + limit, row.version)
    stored = read(row.id, after=version, limit=last + 1 - version)
    if not stored:
        return []
    outages = outages_since(min([clock.began or row.now, *(one.recorded_at for one in stored)]), row.now)
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
            stood = _stood(row, one, game.copy(), clock)
            deadline, began = stood.row.deadline, stood.row.turn_began
            if deadline is not None and began is not None:
                until = stored[number].recorded_at if number < len(stored) else row.now
                deadline = credited_deadline(deadline, began, outages, until)
            found.append(Table(replace(stood.row, now=one.recorded_at, deadline=deadline), stood.game))
    if made:
        store.keep_snapshots(row.id, made)
    return found


def _stood(row: GameRow, last: StoredEvent, game: Game, clock: Clock) -> Table:
    """Return *row* and *game* as they stood after the event *last*."""
    game.ruleset = store.kept(row.ruleset).ruleset(len(game.sitters), game.options)
    header = header_of(game, clock, opened=row.created_at, now=last.recorded_at)
    changed = {name: getattr(header, name) for name in header.__dataclass_fields__}
    return Table(
        replace(row, version=last.version, head_hash=last.hash, state=None, earlier=None, banks=clock.banks, **changed),
        game,
    )


def written(clock: Clock) -> dict[str, Any]:
    """Return *clock* as a snapshot keeps it. ``clock_written`` reads it back; the allowance follows from the game."""
    return {
        "seat": clock.seat,
        "began": clock.began and instant(clock.began),
        "banks": {str(seat): left for seat, left in sorted(clock.banks.items())},
        "given": None if clock.given is None else clock.given // _MICROSECOND,
        "moved": clock.moved // _MICROSECOND,
        "extended": clock.extended,
        "pauses": [*clock.pauses],
    }


def clock_written(data: Mapping[str, Any], allowance: Allowance | None) -> Clock:
    """Return the clock that ``written`` wrote as *data*. Raises StaleState if other code did."""
    try:
        began, given = data["began"], data["given"]
        return Clock(
            allowance=allowance,
            seat=data["seat"],
            began=began and datetime.fromisoformat(began),
            banks={int(seat): left for seat, left in data["banks"].items()},
            given=None if given is None else given * _MICROSECOND,
            moved=data["moved"] * _MICROSECOND,
            extended=data["extended"],
            pauses=tuple(data["pauses"]),
        )
    except KeyError as missing:
        raise StaleState(f"the clock has no {missing}") from missing


def clock_of(happened: list[Happened], game: Game) -> Clock:
    """Return the clock after all that *happened* in a stream. Row and time banks must agree with it."""
    return after_all(Clock(allowance=agreed(game.terms)), happened, outages_among(happened))


def outages_among(happened: Iterable[Happened]) -> list[Outage]:
    """Return the outages that may count in what *happened*. If the clock was set back, it is in no order of time."""
    return outages_since(min(one.at for one in happened), store.now())
