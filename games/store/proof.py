"""Proof that the log is whole: what the laws say, looked for again in what is stored."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from games.codec import StaleState, UnknownEvent, dump_state, load_state
from games.rules.game import Game, Status, fold
from games.store.asking import rows
from games.store.reading import event_of, read
from games.store.recording import Recorded
from games.store.shards import shard_of
from games.store.stream_proof import stream_faults


class Fault(NamedTuple):
    """Something that is not as the laws want it."""

    where: str
    what: str


_POSITIONS: Final = """
    SELECT shard, min(position), max(position), count(*) FROM event GROUP BY shard ORDER BY shard
"""
_HOLES: Final = """
    SELECT before + 1, position - 1
    FROM (SELECT position, lag(position, 1, 0::bigint) OVER (ORDER BY position) AS before
          FROM event WHERE shard = %s) AS e
    WHERE position <> before + 1 ORDER BY 1 LIMIT 5
"""
_AHEAD: Final = """
    SELECT projection, generation, shard, position FROM checkpoint AS c
    WHERE position > (SELECT coalesce(max(position), 0) FROM event AS e WHERE e.shard = c.shard)
"""
_ORPHANS: Final = """
    SELECT DISTINCT stream FROM event AS e
    WHERE NOT EXISTS (SELECT FROM game AS g WHERE (g.shard, g.id) = (e.shard, e.stream))
      AND NOT EXISTS (SELECT FROM ladder AS l WHERE (l.shard, l.id) = (e.shard, e.stream)) ORDER BY 1 LIMIT 5
"""
_FORGED: Final = """
    SELECT hash FROM ruleset WHERE hash <> 'sha256:' || encode(sha256(canonical), 'hex') ORDER BY 1
"""
_GAME: Final = """
    SELECT g.version, g.head_hash, g.turn, g.status, g.on_turn, g.ruleset, g.visibility, g.created_at, g.ended_at,
           s.version, s.state,
           (SELECT max(version) FROM event AS e WHERE (e.shard, e.stream) = (g.shard, g.id)),
           (SELECT json_agg(json_build_array(seat, coalesce(player::text, ''), coalesce(bot, '')) ORDER BY seat)
            FROM seat AS t WHERE (t.shard, t.game) = (g.shard, g.id))
    FROM game AS g LEFT JOIN game_state AS s ON (s.shard, s.game) = (g.shard, g.id) WHERE g.shard = %s AND g.id = %s
"""


_UNGUARDED: Final = """
    SELECT c.relname FROM pg_class AS c
    WHERE (c.oid IN ('event'::regclass, 'ruleset'::regclass)
           OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'event'::regclass))
      AND NOT EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgrelid = c.oid AND t.tgfoid = 'deny_change'::regproc
                      AND t.tgenabled = 'A' AND t.tgtype = %s)
    ORDER BY 1
"""
_BEFORE_ALL: Final = 2 | 8 | 16 | 32
"""``pg_trigger.tgtype``: BEFORE, DELETE, UPDATE, TRUNCATE, for each statement."""


def shard_faults() -> Iterator[Fault]:
    """Yield what is wrong with the log at large.

    Tables that do not refuse changes, positions that are not 1, 2, 3 …, checkpoints ahead, streams of no game, rulesets
    that are not what was pinned.
    """
    for (table,) in rows(_UNGUARDED, [_BEFORE_ALL]):
        yield Fault(f"table {table}", "trigger: it does not refuse UPDATE, DELETE and TRUNCATE always")
    for shard, first, last, count in rows(_POSITIONS):
        if (first, last) != (1, count):
            for begin, end in rows(_HOLES, [shard]):
                yield Fault(f"shard {shard}", f"hole: positions {begin} to {end} are missing")
    for projection, generation, shard, position in rows(_AHEAD):
        where = f"projection {projection}, generation {generation}, shard {shard}"
        yield Fault(where, f"checkpoint: it stands at position {position}, which the log does not have")
    for (pinned,) in rows(_FORGED):
        yield Fault(f"ruleset {pinned}", "byte: it does not have this hash")
    for (stream,) in rows(_ORPHANS):
        yield Fault(f"stream {stream}", "row: its game has no row")


def game_faults(game: UUID) -> Iterator[Fault]:
    """Yield what is wrong with one game: its versions, chain, secrets, row, state and seats, against its log."""
    found = rows(_GAME, [shard_of(game), game])
    if not found:
        yield Fault(f"game {game}", "row: there is no such game")
        return
    try:
        yield from (Fault(f"game {game}", what) for what in _examined(game, _Kept(*found[0])))
    except Exception as error:  # noqa: BLE001 - whatever the bytes have become, it is to be reported
        yield Fault(f"game {game}", f"byte: it cannot be examined: {error!r}")


class _Kept(NamedTuple):
    """What is kept beside the events of a game."""

    version: int
    head: bytes
    turn: int
    status: str
    on_turn: int | None
    ruleset: str
    visibility: str
    created_at: datetime
    ended_at: datetime | None
    stored: int | None
    state: bytes | None
    last: int | None
    seats: list[list[Any]] | None


def _examined(game: UUID, kept: _Kept) -> Iterator[str]:
    events = read(game, limit=kept.version)
    yield from stream_faults(events, version=kept.version, last=kept.last or 0, head=bytes(kept.head))
    try:
        folded = fold(Game(), map(event_of, events))
    except (UnknownEvent, ValueError, LookupError, TypeError) as error:
        yield f"fold: the events cannot be folded: {error!r}"
        return
    yield from _row(folded, events, kept)
    yield from _state(folded, kept)


def _row(folded: Game, events: Sequence[Recorded], kept: _Kept) -> Iterator[str]:
    truth = {
        "turn": folded.turn, "status": str(folded.status), "on_turn": folded.on_turn, "ruleset": folded.content,
        "visibility": folded.terms["visibility"], "created_at": events[0].recorded_at,
        "ended_at": events[-1].recorded_at if folded.status == Status.OVER else None,
    }  # fmt: skip
    told = {name: getattr(kept, name) for name in truth}
    if told != truth:
        yield f"row: it says {told}, the log {truth}"
    sitters = [[seat, who.player, who.bot] for seat, who in enumerate(folded.sitters) if who]
    if (kept.seats or []) != sitters:
        yield f"read model: the seats are {kept.seats}, the log says {sitters}"


def _state(folded: Game, kept: _Kept) -> Iterator[str]:
    if kept.state is None:
        return  # It may be dropped at any time.
    if kept.stored != kept.version:
        yield f"state: the stored state is of version {kept.stored}, the row of {kept.version}"
        return
    try:
        load_state(bytes(kept.state))
    except StaleState:
        return  # Other code wrote it, and this code never reads it: it folds.
    except Exception as error:  # noqa: BLE001 - whatever the bytes have become, it is to be reported
        yield f"state: the stored state cannot be read: {error!r}"
        return
    if bytes(kept.state) != dump_state(folded):
        yield "state: the stored state is not the fold of the log"
