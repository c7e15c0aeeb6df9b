"""Verify that the database still guards the log: its partitions, the triggers against changes, and the constraints.

The owner of the tables can drop any of these, change the log, and put them back. So this shows only what holds now.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings

from games import migrations
from games.db import rows
from games.integrity.findings import Finding
from games.integrity.shapes import shape_findings
from games.log.shards import SHARDS
from games.store.distribution import KEPT_ON_WORKERS

LOG: Final = ("event", *(f"event_{shard}" for shard in SHARDS), "event_link", "archive")
"""The log with what stands for events that have left it. A row may go only if it is kept elsewhere."""
GUARDED: Final = (*LOG, "ruleset")

CONSTRAINTS: Final = {
    "event": {
        "event_pkey": 'PRIMARY KEY (shard, "position")',
        "event_shard_stream_version_key": "UNIQUE (shard, stream, version)",
        "event_edition_check": "CHECK ((edition > 0))",
        "event_hash_check": "CHECK ((octet_length(hash) = 32))",
        "event_position_check": 'CHECK (("position" > 0))',
        "event_public_check": "CHECK ((octet_length((public)::text) <= 65536))",
        "event_schema_check": "CHECK ((schema > 0))",
        "event_secret_check": "CHECK ((octet_length((secret)::text) <= 65536))",
        "event_secret_digest_check": "CHECK ((octet_length(secret_digest) = 32))",
        "event_shard_hash_check": "CHECK ((octet_length(shard_hash) = 32))",
        "event_turn_check": "CHECK ((turn >= 0))",
        "event_version_check": "CHECK ((version > 0))",
    },
    "event_link": {
        "event_link_pkey": 'PRIMARY KEY (shard, "position")',
        "event_link_hash_check": "CHECK ((octet_length(hash) = 32))",
        "event_link_position_check": 'CHECK (("position" > 0))',
        "event_link_shard_hash_check": "CHECK ((octet_length(shard_hash) = 32))",
    },
    "archive": {
        "archive_pkey": "PRIMARY KEY (shard, game)",
        "archive_head_check": "CHECK ((octet_length(head) = 32))",
        "archive_sha256_check": "CHECK ((octet_length(sha256) = 32))",
        "archive_version_check": "CHECK ((version > 0))",
    },
    "game": {
        "game_pkey": "PRIMARY KEY (shard, id)",
        "game_shard": "CHECK ((shard = (get_byte(uuid_send(id), 15) % 16)))",
    },
    "seat": {
        "seat_pkey": "PRIMARY KEY (shard, game, seat)",
        "seat_shard_game_player_key": "UNIQUE (shard, game, player)",
        "seat_taken_by_one": (
            "CHECK ((((bot IS NOT NULL) AND (player IS NULL)) OR ((bot IS NULL) AND (player IS NOT NULL))))"
        ),
    },
    "snapshot": {"snapshot_pkey": "PRIMARY KEY (shard, game, version)"},
    "game_state": {"game_state_pkey": "PRIMARY KEY (shard, game)"},
    "move_key": {
        "move_key_pkey": "PRIMARY KEY (shard, game, actor, key)",
        "move_key_check": "CHECK ((last >= first))",
    },
    "ruleset": {"ruleset_pkey": "PRIMARY KEY (hash)"},
    "ladder": {
        "ladder_pkey": "PRIMARY KEY (shard, id)",
        "ladder_shard": "CHECK ((shard = (get_byte(uuid_send(id), 15) % 16)))",
    },
    "rating": {"rating_pkey": "PRIMARY KEY (shard, variant, pace, kind, entrant)"},
    "rated_pair": {"rated_pair_pkey": "PRIMARY KEY (shard, variant, pace, kind, entrant, opponent)"},
    "unrated": {"unrated_pkey": "PRIMARY KEY (shard, game, kind)"},
    "custom_variant": {"custom_variant_pkey": "PRIMARY KEY (key)"},
    "checkpoint": {"checkpoint_pkey": "PRIMARY KEY (projection, generation, shard)"},
    "request_key": {"request_key_once": "UNIQUE (actor, path, key)"},
}
"""The constraints that each table needs, as PostgreSQL shows what the models declare. A table may have more.

A test compares them with the models.
"""

TABLES: Final = [*dict.fromkeys([*GUARDED, *CONSTRAINTS])]
"""All tables that are verified. No foreign trigger, rule or policy may change or hide their rows."""

_SQL: Final = Path(migrations.__path__[0]) / "sql"
DENIES: Final = (_SQL / "deny_change.sql").read_text(encoding="utf-8").split("$$")[1]
"""The body of the function that refuses changes."""
KEEPS: Final = (_SQL / "archives.sql").read_text(encoding="utf-8").split("$$")[3]
"""The body of the function that lets a row go only if it is kept elsewhere."""
KEEPS_ON_CITUS: Final = KEPT_ON_WORKERS.split("$$")[1]
"""The same on Citus."""

BEFORE_ALL: Final = 2 | 8 | 16 | 32
"""``pg_trigger.tgtype``: BEFORE, DELETE, UPDATE, TRUNCATE, for each statement."""
BEFORE_CHANGES: Final = 2 | 16 | 32
"""BEFORE, UPDATE, TRUNCATE, for each statement."""
BEFORE_LOSS: Final = 1 | 2 | 8
"""For each row, BEFORE, DELETE."""
GUARDS: Final = [
    *((table, "deny_change", BEFORE_CHANGES, "UPDATE and TRUNCATE") for table in LOG),
    *((table, "deny_loss", BEFORE_LOSS, "DELETE of what is kept nowhere else") for table in LOG),
    ("ruleset", "deny_change", BEFORE_ALL, "UPDATE, DELETE and TRUNCATE"),
]
"""The triggers that each table needs: the function, when it is called, and what it refuses."""

_THERE: Final = """
    SELECT relname, relkind IN ('r', 'p') FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(%s)
"""
_PARTS: Final = """
    SELECT c.relname, pg_get_expr(c.relpartbound, c.oid)
    FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass('event') AND NOT i.inhdetachpending
"""
_GUARDS: Final = """
    SELECT c.relname, p.proname, t.tgtype
    FROM pg_class AS c JOIN pg_trigger AS t ON t.tgrelid = c.oid JOIN pg_proc AS p ON p.oid = t.tgfoid
    WHERE p.oid IN (to_regproc('deny_change'), to_regproc('deny_loss')) AND t.tgenabled = 'A' AND t.tgqual IS NULL
      AND p.pronamespace = current_schema()::regnamespace
"""
_OTHERS: Final = """
    SELECT c.relname, 'trigger', t.tgname FROM pg_class AS c
    JOIN pg_trigger AS t ON t.tgrelid = c.oid JOIN pg_proc AS p ON p.oid = t.tgfoid
    WHERE c.relname = ANY(%(tables)s) AND c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
      AND (NOT c.relname = ANY(%(guarded)s) OR p.oid NOT IN (to_regproc('deny_change'), to_regproc('deny_loss')))
    UNION ALL
    SELECT tablename, 'rule', rulename FROM pg_rules
    WHERE schemaname = current_schema() AND tablename = ANY(%(tables)s)
    ORDER BY 1, 2, 3
"""
_FUNCTION: Final = """
    SELECT p.prosrc, l.lanname, p.prosecdef, p.proconfig
    FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang
    WHERE p.proname = %s AND p.pronamespace = current_schema()::regnamespace
"""
_CONSTRAINTS: Final = """
    SELECT c.relname, k.conname, pg_get_constraintdef(k.oid)
    FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid WHERE c.relname = ANY(%s)
"""
_BROKEN: Final = """
    SELECT c.relname, i.relname FROM pg_index AS x
    JOIN pg_class AS c ON c.oid = x.indrelid JOIN pg_class AS i ON i.oid = x.indexrelid
    WHERE c.relname = ANY(%s) AND NOT (x.indisvalid AND x.indisready AND x.indislive) ORDER BY 1, 2
"""


def catalogue_findings() -> Iterator[Finding]:
    """Yield which tables, triggers and constraints of the log are missing, weaker than they were made, or too many."""
    there = {name for (name, is_table) in rows(_THERE, [TABLES]) if is_table}
    for table in TABLES:
        if table not in there:
            yield Finding(f"table {table}", "table: it does not exist")

    # Each shard has its own partition, and there are no others.
    bounds = dict(rows(_PARTS))
    for shard in SHARDS:
        name, bound = f"event_{shard}", f"FOR VALUES IN ('{shard}')"
        if name in there and bounds.get(name) != bound:
            yield Finding(f"table {name}", f"partition: it does not hold shard {shard} of the log")
    for name in sorted(bounds.keys() - GUARDED):
        yield Finding(f"table {name}", "partition: it is no part of the log that this build made")

    # The function refuses changes, an enabled trigger calls it for every table, and no other trigger or rule is there.
    for function, body, *runs in (
        ("deny_change", DENIES, False, None),
        ("deny_loss", KEEPS_ON_CITUS if settings.CITUS else KEEPS, True, ["search_path=pg_catalog, pg_temp"]),
    ):
        functions = rows(_FUNCTION, [function])
        if [one[:2] for one in functions] != [(body, "plpgsql")]:
            yield Finding(f"function {function}", "function: it does not refuse every change, as it was made to")
        elif [*functions[0][2:]] != runs:
            yield Finding(
                f"function {function}", "function: it runs with its owner's rights or with settings of its own"
            )
    guards = set(rows(_GUARDS))
    for table, function, when, what in GUARDS:
        if table in there and (table, function, when) not in guards:
            yield Finding(f"table {table}", f"trigger: it does not refuse {what} always")
    for table, what, name in rows(_OTHERS, {"tables": TABLES, "guarded": [*GUARDED]}):
        yield Finding(f"table {table}", f"{what}: {name} is none that this build made")

    # One that is NOT VALID refuses new rows like a valid one, and old rows are compared with the log elsewhere.
    found = {(table, name): definition for table, name, definition in rows(_CONSTRAINTS, [[*CONSTRAINTS]])}
    declared = [(table, *one) for table, constraints in CONSTRAINTS.items() for one in constraints.items()]
    for table, name, definition in declared:
        if table in there and found.get((table, name), "").removesuffix(" NOT VALID") != definition:
            yield Finding(f"table {table}", f"constraint: {name}, {definition}, is missing or was changed")
    for table, index in rows(_BROKEN, [TABLES]):
        yield Finding(f"table {table}", f"index: {index} is not valid")

    yield from shape_findings(TABLES, there)
