"""One question to the database, and its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias, TypeVar

from django.db import connection

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""Of a question, in the order in which it asks for them, or by name."""

T = TypeVar("T")


def rows(sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
    """Return the rows that *sql* with these *values* finds; none where it is no question."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)
        return list(cursor.fetchall()) if cursor.description else []


def records(kind: type[T], sql: str, values: Values = ()) -> list[T]:
    """Return each row that is found as a dataclass of this *kind*, whose fields its columns give in their order."""
    return [record(kind, row) for row in rows(sql, values)]


def record(kind: type[T], row: Sequence[Any]) -> T:
    """Return a dataclass of this *kind*, whose fields *row* gives in their order."""
    names = (field.name for field in fields(kind))  # type: ignore[arg-type]  # kind is a dataclass, T cannot say so
    return kind(**dict(zip(names, row, strict=True)))
