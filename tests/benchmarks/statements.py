"""Records the statements of moves: `python -m tests.benchmarks.statements` in the environment of the service.

Each line of its input is JSON: the path of a move, its body and headers. The move is made by the view, in this process.
It prints a line of JSON for each: for each round trip its statements, each with its values as PostgreSQL reads them,
and the versions of the events.
"""

import json
import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import django
from django.db import connection
from django.test import Client

from base.sql.statements import Rows, Statement


def record(path: str, body: Any, headers: dict[str, str]) -> dict[str, Any]:
    """Make the move and return what was sent. Raises RuntimeError if it is refused."""
    trips: list[Sequence[Statement]] = []
    database: Any = connection
    pipelined = database._pipelined  # noqa: SLF001 - this is where a round trip begins

    def recording(text: str, statements: Sequence[Statement], *more: object) -> list[Rows]:
        trips.append(statements)
        return list(pipelined(text, statements, *more))

    database.ensure_connection()
    database._pipelined = recording  # noqa: SLF001
    answer = Client(SERVER_NAME="127.0.0.1").post(path, body, content_type="application/json", headers=headers)
    database._pipelined = pipelined  # noqa: SLF001
    if answer.status_code != 201:
        raise RuntimeError(answer.content.decode())
    told = [[(sql, list(map(_text, values))) for sql, values in trip] for trip in trips]
    return {"trips": told, "versions": [event["version"] for event in answer.json()["events"]]}


def _text(value: Any) -> str | None:
    """Return a value as PostgreSQL reads it."""
    if isinstance(value, bytes):
        return f"\\x{value.hex()}"
    if isinstance(value, datetime):
        return value.isoformat()
    return None if value is None else str(value)


def main() -> None:
    """Record the moves of the input."""
    django.setup()
    for line in sys.stdin:
        given = json.loads(line)
        sys.stdout.write(json.dumps(record(given["path"], given["body"], given["headers"])) + "\n")


if __name__ == "__main__":
    main()
