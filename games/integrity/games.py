"""Verify that a game is whole: what the laws say, looked for again in what is stored of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from games.db import rows
from games.integrity.findings import Finding
from games.integrity.keys import key_findings
from games.integrity.shards import shard_findings
from games.integrity.streams import stream_findings, text_findings
from games.log.codec import StaleState, UnknownEvent, dump_state, load_state
from games.log.read import event_of, read_written
from games.log.shards import shard_of
from games.log.stored_event import StoredEvent
from games.rules.events import Event
from games.rules.evolve import fold
from games.rules.game import Game, Status
from games.store.rulesets import UnknownRuleset, kept

__all__ = ["Finding", "Kept", "VerifiedGame", "game_findings", "shard_findings", "verify_game"]

_GAME: Final = """
    SELECT g.version, g.head_hash, g.turn, g.status, g.on_turn, g.ruleset, g.variant, g.visibility, g.created_at,
           g.ended_at, g.turn_began, g.deadline, g.bot_due, s.version, s.state,
           (SELECT max(version) FROM event AS e WHERE (e.shard, e.stream) = (g.shard, g.id)),
           (SELECT json_agg(json_build_array(seat, coalesce(player::text, ''), coalesce(bot, '')) ORDER BY seat)
            FROM seat AS t WHERE (t.shard, t.game) = (g.shard, g.id)),
           (SELECT json_object_agg(seat, bank) FROM seat AS t
            WHERE (t.shard, t.game) = (g.shard, g.id) AND bank IS NOT NULL)
    FROM game AS g LEFT JOIN game_state AS s ON (s.shard, s.game) = (g.shard, g.id) WHERE g.shard = %s AND g.id = %s
"""


class Kept(NamedTuple):
    """What is kept beside the events of a game."""

    version: int
    head: bytes
    turn: int
    status: str
    on_turn: int | None
    ruleset: str
    variant: str
    visibility: str
    created_at: datetime
    ended_at: datetime | None
    turn_began: datetime | None
    deadline: datetime | None
    bot_due: datetime | None
    stored: int | None
    state: bytes | None
    last: int | None
    seats: list[list[Any]] | None
    banks: dict[str, int] | None
    """Seconds by seat, of those that are not full."""


@dataclass(frozen=True, slots=True)
class VerifiedGame:
    """What is wrong with a game, and what else can be compared with its log."""

    findings: list[Finding]
    kept: Kept | None = None
    """None where it has no row."""
    events: tuple[tuple[Event, datetime], ...] = ()
    """Each with the time at which it was recorded; none where they cannot be read."""
    folded: Game | None = None


def game_findings(game: UUID) -> list[Finding]:
    """Return what is wrong with one game: its versions, chain, secrets, row, state, seats and keys, against its log."""
    return verify_game(game).findings


def verify_game(game: UUID) -> VerifiedGame:
    """Hold what is kept of *game* against its log. O(its events)."""
    where, findings = f"game {game}", list[Finding]()
    found = rows(_GAME, [shard_of(game), game])
    if not found:
        return VerifiedGame([Finding(where, "row: there is no such game")])
    kept_row = Kept(*found[0])
    try:
        written = read_written(game, limit=kept_row.version)
        events = [one.event for one in written]
        told = stream_findings(events, version=kept_row.version, last=kept_row.last or 0, head=bytes(kept_row.head))
        findings += [Finding(where, what) for what in (*told, *text_findings(written), *key_findings(game))]
        try:
            happened = tuple((event_of(one), one.recorded_at) for one in events)
            folded = fold(Game(), (event for event, _ in happened))
        except (UnknownEvent, ValueError, LookupError, TypeError) as error:
            findings.append(Finding(where, f"fold: the events cannot be folded: {error!r}"))
            return VerifiedGame(findings, kept_row)
        findings += [Finding(where, what) for what in (*_row(folded, events, kept_row), *_state(folded, kept_row))]
    except Exception as error:  # noqa: BLE001 - whatever the bytes have become, it is to be reported
        findings.append(Finding(where, f"byte: it cannot be verified: {error!r}"))
        return VerifiedGame(findings, kept_row)
    return VerifiedGame(findings, kept_row, happened, folded)


def _row(folded: Game, events: Sequence[StoredEvent], row: Kept) -> Iterator[str]:
    truth = {
        "turn": folded.turn, "status": str(folded.status), "on_turn": folded.on_turn, "ruleset": folded.content,
        "variant": _variant(folded, row), "visibility": folded.terms["visibility"],
        "created_at": events[0].recorded_at,
        "ended_at": events[-1].recorded_at if folded.status == Status.OVER else None,
    }  # fmt: skip
    for name, told in truth.items():
        if getattr(row, name) != told:
            yield f"row: {name} is {_said(getattr(row, name))}, but the log says {_said(told)}"
    sitters = [[seat, who.player, who.bot] for seat, who in enumerate(folded.sitters) if who]
    if (row.seats or []) != sitters:
        yield f"read model: the seats are {row.seats}, the log says {sitters}"


def _variant(folded: Game, row: Kept) -> str:
    """Return the key of the ruleset that the log pins; the row's where it is not kept, which is found elsewhere."""
    try:
        return kept(folded.content).key
    except UnknownRuleset:
        return row.variant


def _said(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else repr(value)


def _state(folded: Game, row: Kept) -> Iterator[str]:
    if row.state is None:
        return  # It may be dropped at any time.
    if row.stored != row.version:
        yield f"state: the stored state is of version {row.stored}, the row of {row.version}"
        return
    try:
        load_state(bytes(row.state))
    except StaleState:
        return  # Other code wrote it, and this code never reads it: it folds.
    except Exception as error:  # noqa: BLE001 - whatever the bytes have become, it is to be reported
        yield f"state: the stored state cannot be read: {error!r}"
        return
    if bytes(row.state) != dump_state(folded):
        yield "state: the stored state is not the fold of the log"
