"""SQL and its rows: one statement, or several in one round trip."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias, TypeVar

import psycopg
from django.db import connection
from django.db.transaction import TransactionManagementError

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""The parameters of a statement, in their order or by name."""

Statement: TypeAlias = tuple[str, Sequence[Any]]
"""SQL with ``%s`` for each of its values, and the values."""

T = TypeVar("T")


def rows(sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
    """Run *sql* with these *values*, and return its rows; none if it returns none."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)
        return list(cursor.fetchall()) if cursor.description else []


def lock_name(kind: int, name: str) -> None:
    """Lock *name* among the locks of this *kind* until the transaction ends. Other transactions wait for it."""
    rows("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [kind, name])


def fetch(kind: type[T], sql: str, values: Values = ()) -> list[T]:
    """Return each row as a dataclass of this *kind*. The columns are its fields, in their order."""
    return [build(kind, row) for row in rows(sql, values)]


def build(kind: type[T], row: Sequence[Any]) -> T:
    """Return a dataclass of this *kind* whose fields are the columns of *row*, in their order."""
    names = (field.name for field in fields(kind))  # type: ignore[arg-type]  # kind is a dataclass, T cannot say so
    return kind(**dict(zip(names, row, strict=True)))


def names_of(kind: type) -> str:
    """Return the columns that ``fetch`` needs for a dataclass of this *kind*, whose fields have their names."""
    return ", ".join(field.name for field in fields(kind))


def run(statements: Sequence[Statement]) -> list[list[tuple[Any, ...]]]:
    """Run *statements* one after the other, and return the rows of each.

    They go to the server in one pipeline, which runs them as if they came one by one: under READ COMMITTED each has a
    picture of its own, taken when the one before is done. They are prepared (`players.sql`).

    Raises TransactionManagementError outside of a transaction, where a lock would be gone before it is of use.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("the log is only written inside transaction.atomic()")
    cursors = []
    with connection.wrap_database_errors, connection.connection.pipeline():
        for sql, values in statements:
            cursors.append(psycopg.Cursor(connection.connection).execute(sql, values))
    if connection.queries_logged:
        connection.queries_log.append({"sql": "; ".join(sql for sql, _ in statements)})
    return [_rows(cursor) for cursor in cursors]


def _rows(cursor: Any) -> list[tuple[Any, ...]]:
    return cursor.fetchall() if cursor.description else []
