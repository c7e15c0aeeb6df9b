"""The tables beside the log: rows of games, claims, outages, rulesets, ladders, jobs.

Locks are always taken in this order: the game's row, other rows, the shard. ``append`` takes the shard, so it is last.
"""

from games.store import invitations, plans, rematches, vacations
from games.store.claims import Claim
from games.store.commit import Appended, append, open_stream
from games.store.deciders import deciders
from games.store.games import (
    Earlier,
    GameHeader,
    GameRow,
    Habits,
    KeyReused,
    answered,
    find,
    find_all,
    habits_of,
    head,
    lock,
    locking,
    maker_of,
    now,
    sits,
)
from games.store.heartbeats import (
    CREDITED_DEADLINE,
    DRIVER,
    JUMP,
    WEB,
    Presence,
    beat,
    beat_again,
    lock_heartbeat,
    presence,
    record_outage,
    shift_heartbeats,
    span_values,
)
from games.store.ladders import (
    LADDER,
    LadderRow,
    append_rated,
    append_to_ladder,
    current_rating,
    is_rated,
    lock_ladder,
    open_ladder,
    standings,
)
from games.store.open_games import open_count
from games.store.rated_starts import book_start, cancel_start
from games.store.rulesets import UnknownRuleset, is_kept, keep, kept
from games.store.signing_keys import StoredKey, add_key, current_key, replace_key, reseal_key, stored_keys
from games.store.snapshots import EVERY, Snapshot, keep_snapshots, snapshot_before, snapshots
from games.store.states import folded, game_of
from games.store.time_banks import set_banks
from games.store.unrated import Unrated, drop_unrated, next_unrated, put_unrated

__all__ = [
    "CREDITED_DEADLINE",
    "DRIVER",
    "EVERY",
    "JUMP",
    "LADDER",
    "WEB",
    "Appended",
    "Claim",
    "Earlier",
    "GameHeader",
    "GameRow",
    "Habits",
    "KeyReused",
    "LadderRow",
    "Presence",
    "Snapshot",
    "StoredKey",
    "UnknownRuleset",
    "Unrated",
    "add_key",
    "answered",
    "append",
    "append_rated",
    "append_to_ladder",
    "beat",
    "beat_again",
    "book_start",
    "cancel_start",
    "current_key",
    "current_rating",
    "deciders",
    "drop_unrated",
    "find",
    "find_all",
    "folded",
    "game_of",
    "habits_of",
    "head",
    "invitations",
    "is_kept",
    "is_rated",
    "keep",
    "keep_snapshots",
    "kept",
    "lock",
    "lock_heartbeat",
    "lock_ladder",
    "locking",
    "maker_of",
    "next_unrated",
    "now",
    "open_count",
    "open_ladder",
    "open_stream",
    "plans",
    "presence",
    "put_unrated",
    "record_outage",
    "rematches",
    "replace_key",
    "reseal_key",
    "set_banks",
    "shift_heartbeats",
    "sits",
    "snapshot_before",
    "snapshots",
    "span_values",
    "standings",
    "stored_keys",
    "vacations",
]
