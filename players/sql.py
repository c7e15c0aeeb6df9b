"""SQL that runs with almost every request. The server keeps it prepared, so it parses and plans each text once."""

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from django.db import connection


def prepared(sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
    """Run *sql* with these *values*, and return its rows; none if it returns none.

    The server binds the values, which Django's cursors do themselves, and keeps the text prepared for this connection
    unless `PREPARED_STATEMENTS` is off. So give it few, constant texts, with a cast where a value has no clear type.
    """
    connection.ensure_connection()
    server_side: Any = psycopg.Cursor(connection.connection)
    with connection.make_cursor(server_side) as cursor:
        cursor.execute(sql, values)
        if connection.queries_logged:  # Django's own log cannot show what the server binds
            connection.queries_log.append({"sql": sql})
        return list(cursor.fetchall()) if cursor.description else []
