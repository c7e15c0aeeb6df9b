"""Verify that the tables of the log have the shape that their models declare, and that nothing hides rows.

A column that may be empty, a policy that hides rows or a missing index breaks no row. Only the catalogue shows it.
"""

from collections.abc import Iterator
from typing import Final

from django.apps import apps
from django.db import connection
from django.db.models import NOT_PROVIDED

from games.db import rows
from games.integrity.findings import Finding

MODELS: Final = {model._meta.db_table: model for model in apps.get_app_config("games").get_models()}
"""The models by their tables. They declare the columns and indexes that must be there."""

_COLUMNS: Final = """
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
                      || CASE WHEN a.attnotnull THEN '!' ELSE '' END || CASE WHEN a.atthasdef THEN '=' ELSE '' END
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      AND a.attnum > 0 AND NOT a.attisdropped
"""
"""The type of each column, with ``!`` if it is never empty and ``=`` if it has a default."""

_TABLES: Final = """
    SELECT c.relname, c.relrowsecurity, c.relpersistence = 'p',
           EXISTS (SELECT FROM pg_inherits AS i WHERE i.inhparent = c.oid) AND c.relkind <> 'p'
    FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(%s) ORDER BY 1
"""
_INDEXES: Final = """
    SELECT indexname, tablename FROM pg_indexes WHERE schemaname = current_schema()
"""


def shape_findings(tables: list[str], there: set[str]) -> Iterator[Finding]:
    """Yield which of *tables* hide rows or may lose them, and which columns and indexes are not as declared.

    Columns and indexes are compared only in tables that are *there*.
    """
    for table, hides, permanent, has_children in rows(_TABLES, [tables]):
        where = f"table {table}"
        if hides:
            yield Finding(where, "policy: row security may hide rows of it")
        if not permanent:
            yield Finding(where, "storage: it is not logged, so a crash empties it")
        if has_children:
            yield Finding(where, "inheritance: another table adds rows to it")
    indexes = dict(rows(_INDEXES))
    found: dict[str, dict[str, str]] = {}
    for table, name, shape in rows(_COLUMNS):
        found.setdefault(table, {})[name] = shape
    for table in tables:
        if table not in there or table not in MODELS:
            continue
        options = MODELS[table]._meta
        # The same text that `_COLUMNS` makes of what is there.
        made = {
            str(field.column): (field.db_type(connection) or "").removeprefix("pg_catalog.")
            + ("" if field.null else "!")
            + ("" if field.db_default is NOT_PROVIDED else "=")
            for field in options.concrete_fields
        }
        for name in sorted(made.keys() | found[table].keys()):
            if name not in made:
                yield Finding(f"table {table}", f"column: {name} is none that this build made")
            elif made[name] != found[table].get(name):
                kind = made[name].rstrip("!=")
                yield Finding(f"table {table}", f"column: {name} {kind} is missing or was changed")
        for index in options.indexes:
            if indexes.get(index.name) != table:
                yield Finding(f"table {table}", f"index: {index.name} is missing")
