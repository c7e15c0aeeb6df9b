"""What queries cost, as PostgreSQL itself counts it."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection


def rows_read(ask: Callable[[], Any]) -> int:
    """Return how many rows the queries of *ask* read or sort; a scan of a whole table is one too many."""
    return sum(_handled(node) for node in _plans(ask) if node.get("Relation Name") != "projection")


def _plans(ask: Callable[[], Any]) -> Iterator[dict[str, Any]]:
    asked: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, values: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 - Django's
        asked.append((sql, values))
        return execute(sql, values, many, context)

    with connection.execute_wrapper(note):
        ask()
    assert asked
    for sql, values in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", values)
            yield from _nodes(cursor.fetchone()[0][0]["Plan"])


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for one in node.get("Plans", ()):
        yield from _nodes(one)


def _handled(node: dict[str, Any]) -> int:
    kind, rows = node["Node Type"], int(node["Actual Rows"])
    assert kind != "Seq Scan", node
    if "Relation Name" not in node and "Sort" not in kind:
        return 0
    return (rows + int(node.get("Rows Removed by Filter", 0))) * int(node["Actual Loops"])
