"""Verify that the log at large is whole: its tables, its shards, and the rows that belong to no game or ladder."""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from games.db import rows
from games.integrity.archives import archive_findings
from games.integrity.catalogue import catalogue_findings
from games.integrity.findings import Finding
from games.log.hash_chain import GENESIS, link_shard
from games.log.shards import SHARDS, shard_of
from games.rules.variants import from_bytes

PAGE: Final = 10_000
"""Events that are in memory at once."""
MOST: Final = 5
"""Findings of one shard that are reported one by one."""

_PAGE: Final = """
    (SELECT position, stream, hash, shard_hash FROM event
     WHERE shard = %(shard)s AND position > %(position)s ORDER BY position LIMIT %(limit)s)
    UNION ALL
    (SELECT position, stream, hash, shard_hash FROM event_link
     WHERE shard = %(shard)s AND position > %(position)s ORDER BY position LIMIT %(limit)s)
    ORDER BY position LIMIT %(limit)s
"""
"""Events that have left the log have links in their places."""
_AHEAD: Final = """
    SELECT projection, generation, shard, position FROM checkpoint AS c
    WHERE position > (SELECT coalesce(max(position), 0) FROM event AS e WHERE e.shard = c.shard)
    ORDER BY projection, generation, shard
"""
_NO_CHECKPOINT: Final = """
    SELECT p.name, p.generation, s.shard FROM projection AS p CROSS JOIN unnest(%s::smallint[]) AS s (shard)
    EXCEPT SELECT projection, generation, shard FROM checkpoint ORDER BY 1, 2, 3
"""
_ORPHANS: Final = """
    SELECT DISTINCT stream FROM event AS e
    WHERE NOT EXISTS (SELECT FROM game AS g WHERE (g.shard, g.id) = (e.shard, e.stream))
      AND NOT EXISTS (SELECT FROM ladder AS l WHERE (l.shard, l.id) = (e.shard, e.stream)) ORDER BY 1 LIMIT 5
"""
_STRAYS: Final = """
    SELECT DISTINCT t.game FROM {table} AS t
    WHERE NOT EXISTS (SELECT FROM game AS g WHERE (g.shard, g.id) = (t.shard, t.game)) {also} ORDER BY 1 LIMIT 5
"""
_NO_LADDER: Final = "AND NOT EXISTS (SELECT FROM ladder AS l WHERE (l.shard, l.id) = (t.shard, t.game))"
_STRAY: Final = {"seat": "", "game_state": "", "snapshot": "", "unrated": "", "move_key": _NO_LADDER}
"""Tables of rows that belong to a game, and what else they may belong to."""
_RULESETS: Final = "SELECT hash, variant, canonical FROM ruleset WHERE hash > %s ORDER BY hash LIMIT 1"
_NO_RULESET: Final = """
    SELECT 'game ' || g.id, g.ruleset FROM game AS g
    WHERE NOT EXISTS (SELECT FROM ruleset AS r WHERE r.hash = g.ruleset)
    UNION ALL
    SELECT 'variant ' || v.key, v.hash FROM custom_variant AS v
    WHERE NOT EXISTS (SELECT FROM ruleset AS r WHERE r.hash = v.hash)
    ORDER BY 1 LIMIT 5
"""


def shard_findings(shards: Iterable[int] = SHARDS) -> Iterator[Finding]:
    """Yield what is wrong with the log at large: its guards, chains, archives, checkpoints, rulesets and strays.

    Chains are verified in *shards*.

    O(log). One page of events is in memory at once.
    """
    tables = list(catalogue_findings())
    yield from tables
    if any(finding.what.startswith("table:") for finding in tables):
        return  # The other statements need all tables.
    for shard in shards:
        found = _links(shard)
        yield from (Finding(f"shard {shard}", what) for what in islice(found, MOST))
        if next(found, None):
            yield Finding(f"shard {shard}", "order: and more after these")
    for projection, generation, shard, position in rows(_AHEAD):
        where = f"projection {projection}, generation {generation}, shard {shard}"
        yield Finding(where, f"checkpoint: it stands at position {position}, which the log does not have")
    for projection, generation, shard in rows(_NO_CHECKPOINT, [[*SHARDS]]):
        where = f"projection {projection}, generation {generation}, shard {shard}"
        yield Finding(where, "checkpoint: it has none, so nothing follows the log there")

    # Rulesets must be what was pinned: the hash, and the variant in the row, follow from their bytes.
    last = ""
    while found_next := rows(_RULESETS, [last]):
        ((last, variant, content),) = found_next
        if last != f"sha256:{hashlib.sha256(content).hexdigest()}":
            yield Finding(f"ruleset {last}", "byte: it does not have this hash")
            continue
        try:
            said = from_bytes(bytes(content)).key
        except Exception:  # noqa: BLE001 - bytes that were changed can raise anything
            said = "nothing readable"
        if variant != said:
            yield Finding(f"ruleset {last}", f"row: it says variant {variant}, its bytes say {said}")
    for where, ruleset in rows(_NO_RULESET):
        yield Finding(where, f"ruleset: {ruleset} is not kept")

    yield from archive_findings()
    for (stream,) in rows(_ORPHANS):
        yield Finding(f"stream {stream}", "row: its game has no row")
    for table, also in _STRAY.items():
        for (game,) in rows(_STRAYS.format(table=table, also=also)):
            yield Finding(f"game {game}", f"row: {table} has a row of it, but there is no such game")


def _links(shard: int) -> Iterator[str]:
    """Yield where positions of *shard* are missing, and where its chain of hashes is broken."""
    position, before = 0, GENESIS
    while page := rows(_PAGE, {"shard": shard, "position": position, "limit": PAGE}):
        for at, stream, event_hash, shard_hash in page:
            if at == position:
                continue  # in the log and in an archive: `archive_findings` yields it
            if at != position + 1:
                yield f"hole: positions {position + 1} to {at - 1} are missing"
            elif link_shard(before, stream, event_hash) != shard_hash:
                yield f"order: what lies at position {at}, of stream {stream}, is not what was appended there"
            if shard_of(stream) != shard:
                yield f"order: position {at} holds an event of stream {stream}, which belongs to another shard"
            position, before = at, bytes(shard_hash)
