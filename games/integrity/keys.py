"""Verify that the rows of idempotency keys agree with the log: a repeated request must find what it did before."""

from collections.abc import Iterable, Iterator
from typing import Any, Final
from uuid import UUID

from games.db import rows
from games.log.codec import canonical
from games.log.shards import shard_of
from games.log.stored_event import StoredEvent

_KEYS: Final = """
    WITH log AS (
        SELECT actor, key, array_agg(DISTINCT request_hash) AS requests, min(version) AS first, max(version) AS last
        FROM {events} WHERE key IS NOT NULL GROUP BY actor, key
    ), kept AS (
        SELECT actor, key, request_hash, first, last FROM move_key WHERE shard = %(shard)s AND game = %(stream)s
    )
    SELECT actor, key, log.first, log.last, kept.first, kept.last, log.requests = ARRAY[kept.request_hash]
    FROM log FULL JOIN kept USING (actor, key)
    WHERE log.first IS NULL OR kept.first IS NULL OR (log.first, log.last) <> (kept.first, kept.last)
       OR log.requests <> ARRAY[kept.request_hash]
    ORDER BY coalesce(log.first, kept.first), actor, key LIMIT 20
"""
_IN_LOG: Final = "(SELECT * FROM event WHERE shard = %(shard)s AND stream = %(stream)s) AS e"
_GIVEN: Final = """
    (SELECT actor, key, decode(request_hash, 'hex') AS request_hash, version FROM json_to_recordset(%(given)s)
     AS e (actor text, key text, request_hash text, version integer)) AS e
"""


def key_findings(stream: UUID, archived: Iterable[StoredEvent] | None = None) -> Iterator[str]:
    """Yield which rows of move_key are missing, forged, or do not say what the events of *stream* say.

    Give the events of a stream that is *archived*, because the log does not have them.
    Findings do not show the key, because whoever knows it can pose as its owner's program.
    """
    values: dict[str, Any] = {"shard": shard_of(stream), "stream": stream}
    if archived is not None:
        values["given"] = canonical(
            [
                {"actor": one.actor, "key": one.key, "request_hash": one.request_hash.hex(), "version": one.version}
                for one in archived
            ]
        ).decode()
    sql = _KEYS.format(events=_IN_LOG if archived is None else _GIVEN)
    for actor, _, first, last, kept_first, kept_last, same_request in rows(sql, values):
        whose = f"key: the row that binds a key of {actor} to versions"
        if kept_first is None:
            yield f"{whose} {first} to {last} is missing"
        elif first is None:
            yield f"{whose} {kept_first} to {kept_last} is forged: no event has this key"
        elif (first, last) != (kept_first, kept_last):
            yield f"{whose} {first} to {last} says {kept_first} to {kept_last}"
        elif not same_request:
            yield f"{whose} {first} to {last} has the hash of another request"
