"""SQL through Django's cursors, and its rows. `base.sql.statements` is for what runs with almost every request."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, TypeVar

from django.db.transaction import TransactionManagementError

from base.sql import statements as sql
from base.sql.routing import reading
from base.sql.statements import Rows, Statement, Values

T = TypeVar("T")


def rows(text: str, values: Values = ()) -> list[tuple[Any, ...]]:
    """Run the SQL *text* with these *values*, and return its rows; none if it returns none."""
    with reading.cursor() as cursor:
        cursor.execute(text, values or None)
        return list(cursor.fetchall()) if cursor.description else []


def fetch(kind: type[T], text: str, values: Values = ()) -> list[T]:
    """Return each row as a dataclass of this *kind*. The columns are its fields, in their order."""
    return [build(kind, row) for row in rows(text, values)]


def build(kind: type[T], row: Sequence[Any]) -> T:
    """Return a dataclass of this *kind* whose fields are the columns of *row*, in their order."""
    names = (field.name for field in fields(kind))  # type: ignore[arg-type]  # kind is a dataclass, T cannot say so
    return kind(**dict(zip(names, row, strict=True)))


def names_of(kind: type) -> str:
    """Return the columns that ``fetch`` needs for a dataclass of this *kind*, whose fields have their names."""
    return ", ".join(field.name for field in fields(kind))


def run(statements: Sequence[Statement]) -> list[Rows]:
    """Run *statements* one after the other, in one round trip. Return the rows of each.

    Raises TransactionManagementError outside of a transaction, where a lock would be gone before it is of use.
    """
    if not reading.in_atomic_block:
        raise TransactionManagementError("the log is only written inside transaction.atomic()")
    return sql.run(statements)
