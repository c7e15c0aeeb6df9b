"""Proof that the tables of the log have the shape that they were made with: nothing in them hides or changes rows.

A column that may be empty, a policy that hides rows, or an index that is gone are no faults of any row: only the
catalogue shows them.
"""

from collections.abc import Iterator
from typing import Final

from games.db import rows
from games.integrity.findings import Fault

COLUMNS: Final = {
    "event": (
        "shard smallint!, position bigint!, stream uuid!, version integer!, turn integer!, type text!, "
        "schema smallint!, public json!, secret json!, secret_digest bytea!, actor text!, key text, "
        "recorded_at timestamp with time zone!, hash bytea!, request_hash bytea!, shard_hash bytea!"
    ),
    "game": (
        "shard smallint!, id uuid!, ruleset text!, variant text!, visibility text!, version integer!, turn integer!, "
        "status text!, on_turn smallint, turn_began timestamp with time zone, deadline timestamp with time zone, "
        "bot_due timestamp with time zone, head_hash bytea!, created_at timestamp with time zone!, "
        "ended_at timestamp with time zone"
    ),
    "seat": "shard smallint!, game uuid!, seat smallint!, player uuid, bot text, bank integer",
    "game_state": "shard smallint!, game uuid!, version integer!, state bytea!",
    "move_key": (
        "shard smallint!, game uuid!, actor text!, key text!, request_hash bytea!, first integer!, last integer!"
    ),
    "ruleset": "hash text!, variant text!, canonical bytea!",
}
"""Columns by tables: each with its type, ``!`` if it is never empty, ``=`` if it has a default."""

INDEXES: Final = {
    "game_bot_due": "game", "game_deadline": "game", "game_ended_public": "game", "seat_player": "seat",
    "ladder_listing": "ladder", "unrated_in_order": "unrated",
}  # fmt: skip
"""Indexes without which the service answers too slowly, by names; those of constraints are proved with these."""

_COLUMNS: Final = """
    SELECT c.relname, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                      || CASE WHEN a.attnotnull THEN '!' ELSE '' END || CASE WHEN a.atthasdef THEN '=' ELSE '' END
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(%s)
      AND a.attnum > 0 AND NOT a.attisdropped
"""
_TABLES: Final = """
    SELECT c.relname, c.relrowsecurity, c.relpersistence = 'p',
           EXISTS (SELECT FROM pg_inherits AS i WHERE i.inhparent = c.oid) AND c.relkind <> 'p'
    FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(%s) ORDER BY 1
"""
_INDEXES: Final = """
    SELECT indexname, tablename FROM pg_indexes WHERE schemaname = current_schema() AND indexname = ANY(%s)
"""


def shape_faults(tables: list[str], there: set[str]) -> Iterator[Fault]:
    """Yield which of *tables* hide rows or keep them badly, and which columns and indexes are not as they were made.

    Columns and indexes are those of the tables that are *there*.
    """
    for table, hides, permanent, has_children in rows(_TABLES, [tables]):
        where = f"table {table}"
        if hides:
            yield Fault(where, "policy: row security may hide rows of it")
        if not permanent:
            yield Fault(where, "storage: it is not logged, so a crash empties it")
        if has_children:
            yield Fault(where, "inheritance: another table adds rows to it")
    yield from _columns(there)
    indexes = dict(rows(_INDEXES, [[*INDEXES]]))
    for index, table in INDEXES.items():
        if table in there and indexes.get(index) != table:
            yield Fault(f"table {table}", f"index: {index} is missing")


def _columns(there: set[str]) -> Iterator[Fault]:
    found: dict[str, set[str]] = {}
    for table, column in rows(_COLUMNS, [[*COLUMNS]]):
        found.setdefault(table, set()).add(column)
    for table in sorted(COLUMNS.keys() & there):
        made = set(COLUMNS[table].split(", "))
        names = {column.partition(" ")[0] for column in made}
        for column in sorted(made - found[table]):
            yield Fault(f"table {table}", f"column: {column.rstrip('!=')} is missing or was changed")
        for name in sorted({column.partition(" ")[0] for column in found[table]} - names):
            yield Fault(f"table {table}", f"column: {name} is none that this build made")
