"""Whether the tables of the log have the shape that their models declare: nothing in them hides or changes rows.

A column that may be empty, a policy that hides rows, or an index that is gone break no row: only the
catalogue shows them.
"""

from collections.abc import Iterator
from typing import Final

from django.apps import apps
from django.db import connection
from django.db.models import NOT_PROVIDED, Model

from games.db import rows
from games.integrity.findings import Finding

MODELS: Final = {model._meta.db_table: model for model in apps.get_app_config("games").get_models()}
"""The models, by their tables: they declare the columns and indexes that must be there."""

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
    """Yield which of *tables* hide rows or keep them badly, and which columns and indexes are not as declared.

    Columns and indexes are those of the tables that are *there*.
    """
    for table, hides, permanent, has_children in rows(_TABLES, [tables]):
        where = f"table {table}"
        if hides:
            yield Finding(where, "policy: row security may hide rows of it")
        if not permanent:
            yield Finding(where, "storage: it is not logged, so a crash empties it")
        if has_children:
            yield Finding(where, "inheritance: another table adds rows to it")
    declared = [MODELS[table] for table in tables if table in there and table in MODELS]
    yield from _columns(declared)
    indexes = dict(rows(_INDEXES))
    for model in declared:
        table = model._meta.db_table
        for index in model._meta.indexes:
            if indexes.get(index.name) != table:
                yield Finding(f"table {table}", f"index: {index.name} is missing")


def _columns(models: list[type[Model]]) -> Iterator[Finding]:
    found: dict[str, dict[str, str]] = {}
    for table, name, told in rows(_COLUMNS):
        found.setdefault(table, {})[name] = told
    for model in models:
        table = model._meta.db_table
        # The same text that `_COLUMNS` makes of what is there.
        made = {
            str(field.column): (field.db_type(connection) or "").removeprefix("pg_catalog.")
            + ("" if field.null else "!")
            + ("" if field.db_default is NOT_PROVIDED else "=")
            for field in model._meta.concrete_fields
        }
        for name in sorted(made.keys() | found[table].keys()):
            if name not in made:
                yield Finding(f"table {table}", f"column: {name} is none that this build made")
            elif made[name] != found[table].get(name):
                kind = made[name].rstrip("!=")
                yield Finding(f"table {table}", f"column: {name} {kind} is missing or was changed")
