"""The log: streams of events in PostgreSQL, appended by one writer and followed by many readers.

The order of locks is always the game's row, own rows, the shard. ``append`` takes the shard, so it comes last.
"""

from games.store.appending import Appended, NotReadCommitted, append, open_stream
from games.store.banks import set_banks
from games.store.claims import Claim
from games.store.deciders import deciders
from games.store.ladders import LADDER, LadderRow, append_rated, is_rated, lock_ladder, open_ladder, standings
from games.store.outages import (
    CREDITED_DEADLINE,
    DRIVER,
    JUMP,
    WEB,
    beat,
    beat_again,
    lock_heartbeat,
    presence,
    record_outage,
    shift_heartbeats,
    span_values,
)
from games.store.rated_starts import book_start, cancel_start
from games.store.reading import Recorded, event_of, read, read_after
from games.store.rows import Attempt, Earlier, GameRow, KeyReused, Situation, answered, head, lock, look, now, sits
from games.store.rulesets import UnknownRuleset, keep, kept
from games.store.shards import SHARDS, shard_of
from games.store.signing_keys import StoredKey, add_key, current_key, replace_key, reseal_key, stored_keys
from games.store.snapshots import EVERY, Snapshot, keep_snapshots, snapshot_before, snapshots
from games.store.states import folded, game_of
from games.store.unrated import Unrated, drop_unrated, next_unrated, put_unrated

__all__ = [
    "CREDITED_DEADLINE",
    "DRIVER",
    "EVERY",
    "JUMP",
    "LADDER",
    "SHARDS",
    "WEB",
    "Appended",
    "Attempt",
    "Claim",
    "Earlier",
    "GameRow",
    "KeyReused",
    "LadderRow",
    "NotReadCommitted",
    "Recorded",
    "Situation",
    "Snapshot",
    "StoredKey",
    "UnknownRuleset",
    "Unrated",
    "add_key",
    "answered",
    "append",
    "append_rated",
    "beat",
    "beat_again",
    "book_start",
    "cancel_start",
    "current_key",
    "deciders",
    "drop_unrated",
    "event_of",
    "folded",
    "game_of",
    "head",
    "is_rated",
    "keep",
    "keep_snapshots",
    "kept",
    "lock",
    "lock_heartbeat",
    "lock_ladder",
    "look",
    "next_unrated",
    "now",
    "open_ladder",
    "open_stream",
    "presence",
    "put_unrated",
    "read",
    "read_after",
    "record_outage",
    "replace_key",
    "reseal_key",
    "set_banks",
    "shard_of",
    "shift_heartbeats",
    "sits",
    "snapshot_before",
    "snapshots",
    "span_values",
    "standings",
    "stored_keys",
]
