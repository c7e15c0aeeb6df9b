"""SQL that runs with almost every request. The server keeps it prepared, so it parses and plans each text once."""

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper


def server_cursor() -> CursorWrapper:
    """Return a cursor whose parameters the server binds, unlike those of Django's cursors.

    What it runs is prepared on this connection, unless `PREPARED_STATEMENTS` is off. So use it for few, constant texts,
    and write a cast where the server cannot know the type of a parameter.
    """
    connection.ensure_connection()
    cursor: Any = psycopg.Cursor(connection.connection)
    return connection.make_cursor(cursor)


def prepared(sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
    """Run *sql* with these *values*, and return its rows; none if it returns none."""
    with server_cursor() as cursor:
        cursor.execute(sql, values)
        if connection.queries_logged:  # Django's own log cannot show what the server binds
            connection.queries_log.append({"sql": sql})
        return list(cursor.fetchall()) if cursor.description else []
