"""The end of a transaction that plays: events, row, key and state, all in one round trip.

In front of them goes the lock of the shard, and the next position is taken by a statement of its own after it: in one
statement the picture would be older than the lock. So the order of positions is the order of commits, without a hole.

The same statement goes on with the chain of the shard, which begins with 32 zero bytes::

    shard hash = SHA-256(shard hash before || 16 bytes of the stream's id || hash of the event)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from games.codec import GENESIS, canonical
from games.rules.events import Event
from games.store.batch import Statement, run
from games.store.recording import Recorded, Source, chain
from games.store.rows import SITUATION, Attempt, GameRow, Situation, now
from games.store.shards import shard_of

LOG: Final = 0x6C6F67
"""The class of the shards' advisory locks: ``log`` in ASCII."""


class NotReadCommitted(Exception):
    """Under any other isolation the picture is older than the lock, and positions would collide."""


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append made."""

    row: GameRow
    """The row as it is now; another append may follow in the same transaction."""
    events: tuple[Recorded, ...]


_LOCK: Final = "SELECT pg_advisory_xact_lock(%s, %s), current_setting('transaction_isolation')"
_EVENTS: Final = """
    WITH RECURSIVE last AS (
        SELECT position, shard_hash FROM event WHERE shard = %s ORDER BY position DESC LIMIT 1
    ), made AS MATERIALIZED (
        SELECT e.*, uuid_send(%s) AS stream_bytes
        FROM ROWS FROM (json_to_recordset(%s) AS (turn integer, type text, schema smallint, public json, secret json,
                                                  secret_digest text, hash text))
             WITH ORDINALITY AS e (turn, type, schema, public, secret, secret_digest, hash, n)
    ), linked (n, position, shard_hash) AS (
        SELECT 0::bigint, coalesce(position, 0), coalesce(shard_hash, decode(repeat('00', 32), 'hex'))
        FROM (VALUES (0)) AS one LEFT JOIN last ON true
        UNION ALL
        SELECT m.n, l.position + 1, sha256(l.shard_hash || m.stream_bytes || decode(m.hash, 'hex'))
        FROM linked AS l JOIN made AS m ON m.n = l.n + 1
    )
    INSERT INTO event (shard, position, stream, version, turn, type, schema, public, secret, secret_digest,
                       actor, key, request_hash, recorded_at, hash, shard_hash)
    SELECT %s, position, %s, %s + n, turn, type, schema, public, secret,
           decode(secret_digest, 'hex'), %s, %s, %s, %s, decode(hash, 'hex'), shard_hash
    FROM made JOIN linked USING (n)
    RETURNING position
"""
_OPENED: Final = ("id", "shard", "ruleset", "variant", "visibility", "created_at")
_CHANGED: Final = ("version", "head_hash", *SITUATION)
_ROW: Final = f"UPDATE game SET {' = %s, '.join(_CHANGED)} = %s WHERE shard = %s AND id = %s"  # noqa: S608 - constants
_OPEN: Final = (
    f"INSERT INTO game ({', '.join(_OPENED + _CHANGED)}) "  # noqa: S608 - constants
    f"VALUES ({', '.join(['%s'] * len(_OPENED + _CHANGED))})"
)
_STATE: Final = """
    INSERT INTO game_state (shard, game, version, state) VALUES (%s, %s, %s, %s)
    ON CONFLICT (shard, game) DO UPDATE SET version = excluded.version, state = excluded.state
"""
_KEY: Final = """
    INSERT INTO move_key (shard, game, actor, key, request_hash, first, last) VALUES (%s, %s, %s, %s, %s, %s, %s)
"""
_TAKEN: Final = "INSERT INTO seat (shard, game, seat, player, bot) VALUES (%s, %s, %s, %s, %s)"
_LEFT: Final = "DELETE FROM seat WHERE shard = %s AND game = %s AND seat = %s"


def open_stream(game: UUID, *, ruleset: str, variant: str, visibility: str) -> GameRow:
    """Return the row of a new *game*, not stored yet, at version 0: the first ``append`` stores it with its events."""
    at = now()
    return GameRow(
        id=game,
        shard=shard_of(game),
        ruleset=ruleset,
        variant=variant,
        visibility=visibility,
        version=0,
        head_hash=GENESIS,
        created_at=at,
        now=at,
        status="waiting",
        turn=0,
    )


def append(  # noqa: PLR0913 - all that one transaction writes
    row: GameRow,
    events: Iterable[tuple[int, Event]],
    *,
    attempt: Attempt,
    state: bytes,
    situation: Situation,
    beside: Iterable[Statement] = (),
) -> Appended:
    """Add *events*, each with the number of the decision that was due when it happened, to the end of *row*'s stream.

    Call it last, with *row* from ``lock`` in the same transaction, or from ``open_stream``: commit releases the shard.
    *state* is the game after the events (``games.codec.dump_state``), *situation* what the row tells of it. The key of
    the *attempt* is bound to its request and these events for ever. One round trip, with the statements *beside*.

    Raises NotReadCommitted, TransactionManagementError outside of a transaction, ValueError without events, and
    django.db.IntegrityError if the row was not locked and the stream went on, or if the key came before.
    """
    source = source_of(row.id, attempt, at=row.now)
    made = chain(events, source=source, version=row.version, before=row.head_hash)
    if not made:
        raise ValueError("nothing happened: there is nothing to append")
    told = {name: getattr(situation, name) for name in SITUATION}
    after = replace(
        row, version=made[-1].version, head_hash=made[-1].hash, head_at=row.now, state=state, earlier=None, **told
    )
    return Appended(after, add(made, beside=[*beside, *_statements(row, after, made, attempt)]))


def source_of(stream: UUID, attempt: Attempt, *, at: datetime) -> Source:
    """Return where the events come from that *attempt* adds to *stream*."""
    key, request_hash = (attempt.key, attempt.request_hash) if attempt.key else (None, b"")
    return Source(stream=stream, actor=attempt.actor, key=key, request_hash=request_hash, at=at)


def add(made: Sequence[Recorded], *, beside: Iterable[Statement]) -> tuple[Recorded, ...]:
    """Run the statements *beside*, and put *made*, the next events of one stream, at the end of its shard's log.

    This is the one way into the log. Returns the events with their positions. Raises what ``append`` raises.
    """
    shard = shard_of(made[0].stream)
    *_, ((_, isolation),), positions = run([*beside, (_LOCK, [LOG, shard]), (_EVENTS, _events(shard, made))])
    if isolation != "read committed":
        raise NotReadCommitted(f"the transaction is {isolation}")
    places = sorted(position for (position,) in positions)
    return tuple(replace(one, position=place) for one, place in zip(made, places, strict=True))


def bind(stream: UUID, attempt: Attempt, *, first: int, last: int) -> Statement:
    """Return the statement that binds the key of *attempt* for ever to what it did to *stream*."""
    return _KEY, [shard_of(stream), stream, attempt.actor, attempt.key, attempt.request_hash, first, last]


def _statements(before: GameRow, after: GameRow, made: Sequence[Recorded], attempt: Attempt) -> list[Statement]:
    shard, game = after.shard, after.id
    statements: list[Statement] = [
        (_OPEN, _told(after, _OPENED + _CHANGED))
        if not before.version
        else (_ROW, [*_told(after, _CHANGED), shard, game])
    ]
    if attempt.key:
        statements.append(bind(game, attempt, first=before.version + 1, last=after.version))
    statements.append((_STATE, [shard, game, after.version, after.state]))
    return [*statements, *_sitters(after, made)]


def _told(row: GameRow, columns: tuple[str, ...]) -> list[Any]:
    return [getattr(row, name) for name in columns]


def _events(shard: int, made: Sequence[Recorded]) -> list[Any]:
    """Type ``json`` keeps the text of each part as it is written here: canonical."""
    first = made[0]
    events = [
        {
            "turn": one.turn,
            "type": one.type,
            "schema": one.schema,
            "public": one.public,
            "secret": one.secret,
            "secret_digest": one.secret_digest.hex(),
            "hash": one.hash.hex(),
        }
        for one in made
    ]
    told = canonical(events).decode()
    who = [first.actor, first.key, first.request_hash]
    return [shard, first.stream, told, shard, first.stream, first.version - 1, *who, first.recorded_at]


def _sitters(row: GameRow, made: Sequence[Recorded]) -> list[Statement]:
    """Who sits where follows from the log, in the same transaction: players must find their game at once."""
    where, seats = [row.shard, row.id], list[Statement]()
    for one in made:
        if one.type == "seat-taken":
            public = one.public
            seats.append((_TAKEN, [*where, public["seat"], public["player"] or None, public["bot"] or None]))
        elif one.type in ("seat-left", "seat-forfeited"):
            seats.append((_LEFT, [*where, one.public["seat"]]))
    return seats
