"""The one way into the log: events at the end of a stream, and of its shard.

The shard is locked first, and the next position is read by a statement of its own after the lock: one statement for
both would see the log as it was before the lock. So the order of positions is the order of commits, without a hole.

The same statement goes on with the chain of the shard, which begins with 32 zero bytes::

    shard hash = SHA-256(shard hash before || 16 bytes of the stream's id || hash of the event)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from base.sql.statements import Statement, run_with_commit
from games.log.codec import canonical
from games.log.shards import SHARDS, shard_of
from games.log.stored_event import Source, StoredEvent

LOG: Final = 0x6C6F67
"""The class of the shards' advisory locks: ``log`` in ASCII."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandContext:
    """Who sends a command, and under which idempotency key. The same key gets the same answer."""

    actor: str
    """A player's id, ``bot:<seat>``, ``clock`` or ``ladder``."""
    key: str = ""
    """Empty: no key is bound. Requests that make a game bind theirs elsewhere."""
    request_hash: bytes = b""


_LOCK: Final = """
    SELECT pg_advisory_xact_lock(%s, %s), CASE WHEN current_setting('transaction_isolation') <> 'read committed'
        THEN ('the transaction is ' || current_setting('transaction_isolation'))::integer END
"""
"""Under another isolation a transaction sees the log as it was before the lock, and positions would collide. Then the
cast fails, and the error has its text."""
_EVENTS: Final = """
    INSERT INTO {partition} (shard, position, stream, version, turn, type, schema, command, public, secret,
                       secret_digest, actor, key, request_hash, recorded_at, hash, shard_hash, edition)
    WITH RECURSIVE last AS (
        SELECT position, shard_hash FROM {partition} WHERE shard = {shard} ORDER BY position DESC LIMIT 1
    ), made AS MATERIALIZED (
        SELECT e.*, uuid_send(%s) AS stream_bytes
        FROM ROWS FROM (json_to_recordset(%s) AS (turn integer, type text, schema smallint, command text, public json,
                                                  secret json, secret_digest text, hash text))
             WITH ORDINALITY AS e (turn, type, schema, command, public, secret, secret_digest, hash, n)
    ), linked (n, position, shard_hash) AS (
        SELECT 0::bigint, coalesce(position, 0), coalesce(shard_hash, decode(repeat('00', 32), 'hex'))
        FROM (VALUES (0)) AS one LEFT JOIN last ON true
        UNION ALL
        SELECT m.n, l.position + 1, sha256(l.shard_hash || m.stream_bytes || decode(m.hash, 'hex'))
        FROM linked AS l JOIN made AS m ON m.n = l.n + 1
    )
    SELECT %s, position, %s, %s + n, turn, type, schema, command, public, secret,
           decode(secret_digest, 'hex'), %s, %s, %s, %s, decode(hash, 'hex'), shard_hash, %s::smallint
    FROM made JOIN linked USING (n)
"""
_EVENTS_OF: Final = [_EVENTS.format(partition=f"event_{shard}", shard=shard) for shard in SHARDS]
"""One text for each shard. The plan of a text for all shards would lock all partitions, so one lock stops all moves.
The index begins with the shard: PostgreSQL reads a whole partition for its end if the text does not name the shard."""
_KEY: Final = """
    INSERT INTO move_key (shard, game, actor, key, request_hash, first, last) VALUES (%s, %s, %s, %s, %s, %s, %s)
"""


def source_of(stream: UUID, context: CommandContext, *, at: datetime) -> Source:
    """Return what the events that *context* adds to *stream* have in common."""
    key, request_hash = (context.key, context.request_hash) if context.key else (None, b"")
    return Source(stream=stream, actor=context.actor, key=key, request_hash=request_hash, at=at)


def add(made: Sequence[StoredEvent], *, beside: Iterable[Statement]) -> None:
    """Run the statements *beside*, and put *made*, the next events of one stream, at the end of its shard's log.

    Nothing else writes events. All is sent with the COMMIT, or with the next statement before it: that is where what
    ``append`` raises comes from.
    """
    first = made[0]
    shard = shard_of(first.stream)
    # Columns of type ``json`` keep the text of each part as it is written here: canonical.
    events = canonical(
        [
            {
                "turn": one.turn,
                "type": one.type,
                "schema": one.schema,
                "command": one.command,
                "public": one.public,
                "secret": one.secret,
                "secret_digest": one.secret_digest.hex(),
                "hash": one.hash.hex(),
            }
            for one in made
        ]
    ).decode()
    origin = [first.actor, first.key, first.request_hash, first.recorded_at, first.edition]
    values = [first.stream, events, shard, first.stream, first.version - 1, *origin]
    # The lock of the shard comes last but one: other games of the shard wait until this transaction commits.
    run_with_commit([*beside, (_LOCK, [LOG, shard]), (_EVENTS_OF[shard], values)])


def bind(stream: UUID, context: CommandContext, *, first: int, last: int) -> Statement:
    """Return the statement that binds the key of *context* to versions *first* to *last* of *stream*, for ever."""
    return _KEY, [shard_of(stream), stream, context.actor, context.key, context.request_hash, first, last]
