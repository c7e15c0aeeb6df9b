"""Verify that the rows of idempotency keys agree with the log: a repeated request must find what it did before."""

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from games.db import rows
from games.log.shards import shard_of

_KEYS: Final = """
    WITH log AS (
        SELECT actor, key, array_agg(DISTINCT request_hash) AS requests, min(version) AS first, max(version) AS last
        FROM event WHERE shard = %(shard)s AND stream = %(stream)s AND key IS NOT NULL GROUP BY actor, key
    ), kept AS (
        SELECT actor, key, request_hash, first, last FROM move_key WHERE shard = %(shard)s AND game = %(stream)s
    )
    SELECT actor, key, log.first, log.last, kept.first, kept.last, log.requests = ARRAY[kept.request_hash]
    FROM log FULL JOIN kept USING (actor, key)
    WHERE log.first IS NULL OR kept.first IS NULL OR (log.first, log.last) <> (kept.first, kept.last)
       OR log.requests <> ARRAY[kept.request_hash]
    ORDER BY coalesce(log.first, kept.first), actor, key LIMIT 20
"""


def key_findings(stream: UUID) -> Iterator[str]:
    """Yield which rows of move_key are missing, forged, or do not say what the events of *stream* say.

    Findings do not show the key, because whoever knows it can pose as its owner's program.
    """
    for actor, _, first, last, kept_first, kept_last, same_request in rows(
        _KEYS, {"shard": shard_of(stream), "stream": stream}
    ):
        whose = f"key: the row that binds a key of {actor} to versions"
        if kept_first is None:
            yield f"{whose} {first} to {last} is missing"
        elif first is None:
            yield f"{whose} {kept_first} to {kept_last} is forged: no event has this key"
        elif (first, last) != (kept_first, kept_last):
            yield f"{whose} {first} to {last} says {kept_first} to {kept_last}"
        elif not same_request:
            yield f"{whose} {first} to {last} has the hash of another request"
