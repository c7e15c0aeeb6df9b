"""Verify that a game is whole: its events among themselves, and all that is stored beside them against them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from games.db import rows
from games.integrity.archives import file_findings
from games.integrity.findings import Finding
from games.integrity.keys import key_findings
from games.integrity.shards import shard_findings
from games.integrity.streams import stream_findings, text_findings
from games.log import archive
from games.log.archive import ArchiveUnavailable
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
           g.ended_at, g.turn_began, g.deadline, g.bot_due, g.turn_given,
           g.turn_moved, g.turn_extended, g.pauses, g.lapses_at, s.version, s.state,
           coalesce((SELECT max(version) FROM event AS e WHERE (e.shard, e.stream) = (g.shard, g.id)),
                    (SELECT version FROM archive AS a WHERE (a.shard, a.game) = (g.shard, g.id))),
           (SELECT json_agg(json_build_array(seat, coalesce(player::text, ''), coalesce(bot, ''), absent) ORDER BY seat)
            FROM seat AS t WHERE (t.shard, t.game) = (g.shard, g.id)),
           (SELECT json_object_agg(seat, bank) FROM seat AS t
            WHERE (t.shard, t.game) = (g.shard, g.id) AND bank IS NOT NULL)
    FROM game AS g LEFT JOIN game_state AS s ON (s.shard, s.game) = (g.shard, g.id) WHERE g.shard = %s AND g.id = %s
"""


class Kept(NamedTuple):
    """What is kept beside the events of a game, read by one statement."""

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
    turn_given: timedelta | None
    turn_moved: timedelta | None
    turn_extended: bool
    pauses: list[str] | None
    lapses_at: datetime | None
    stored: int | None
    state: bytes | None
    last: int | None
    seats: list[list[Any]] | None
    banks: dict[str, int] | None
    """Seconds by seat, of those that are not full."""


@dataclass(frozen=True, slots=True)
class VerifiedGame:
    """What is wrong with a game, and its events for further comparisons."""

    findings: list[Finding]
    kept: Kept | None = None
    """None if it has no row."""
    events: tuple[tuple[Event, datetime], ...] = ()
    """Each with the time at which it was recorded; empty if they cannot be read."""
    folded: Game | None = None


def game_findings(game: UUID) -> list[Finding]:
    """Return what is wrong with one game: its versions, chain, secrets, row, state, seats and keys, against its log."""
    return verify_game(game).findings


def verify_game(game: UUID) -> VerifiedGame:
    """Compare what is kept of *game* with its log, or with its file if it is archived. O(its events)."""
    where, findings = f"game {game}", list[Finding]()
    found = rows(_GAME, [shard_of(game), game])
    if not found:
        return VerifiedGame([Finding(where, "row: there is no such game")])
    kept_row = Kept(*found[0])
    archived, is_in_log = archive.find(game)
    try:
        if archived is not None and not is_in_log:
            findings += [Finding(where, what) for what in file_findings(archived)]
        written = read_written(game, limit=kept_row.version)
        events = [one.event for one in written]
        chain = stream_findings(events, version=kept_row.version, last=kept_row.last or 0, head=bytes(kept_row.head))
        keys = key_findings(game, None if archived is None or is_in_log else events)
        findings += [Finding(where, what) for what in (*chain, *text_findings(written), *keys)]
        try:
            happened = tuple((event_of(one), one.recorded_at) for one in events)
            folded = fold(Game(), (event for event, _ in happened))
        except (UnknownEvent, ValueError, LookupError, TypeError) as error:
            findings.append(Finding(where, f"fold: the events cannot be folded: {error!r}"))
            return VerifiedGame(findings, kept_row)
        findings += [Finding(where, what) for what in _beside(folded, events, kept_row)]
    except ArchiveUnavailable:  # `file_findings` yields why
        return VerifiedGame(findings, kept_row)
    except Exception as error:  # noqa: BLE001 - bytes that were changed can raise anything
        findings.append(Finding(where, f"byte: it cannot be verified: {error!r}"))
        return VerifiedGame(findings, kept_row)
    return VerifiedGame(findings, kept_row, happened, folded)


def _beside(folded: Game, events: Sequence[StoredEvent], row: Kept) -> Iterator[str]:
    """Yield how the row, the seats and the snapshot differ from the game that the log makes."""
    try:
        variant = kept(folded.content).key
    except UnknownRuleset:
        variant = row.variant  # `shard_findings` yields that the ruleset is missing
    truth = {
        "turn": folded.turn, "status": str(folded.status), "on_turn": folded.on_turn, "ruleset": folded.content,
        "variant": variant, "visibility": folded.terms["visibility"], "created_at": events[0].recorded_at,
        "ended_at": events[-1].recorded_at if folded.status == Status.OVER else None,
    }  # fmt: skip
    for name, true in truth.items():
        if getattr(row, name) != true:
            yield f"row: {name} is {_said(getattr(row, name))}, but the log says {_said(true)}"
    away = [one.is_absent for one in folded.attendance]
    sitters = [[seat, who.player, who.bot, away[seat]] for seat, who in enumerate(folded.sitters) if who]
    if (row.seats or []) != sitters:
        yield f"read model: the seats are {row.seats}, the log says {sitters}"

    if row.state is None:
        return  # A snapshot may be dropped at any time.
    if row.stored != row.version:
        yield f"state: the stored state is of version {row.stored}, the row of {row.version}"
        return
    try:
        load_state(bytes(row.state))
    except StaleState:
        return  # Other code wrote it. This code never reads it, it folds the log.
    except Exception as error:  # noqa: BLE001 - bytes that were changed can raise anything
        yield f"state: the stored state cannot be read: {error!r}"
        return
    if bytes(row.state) != dump_state(folded):
        yield "state: the stored state is not the fold of the log"


def _said(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else repr(value)
