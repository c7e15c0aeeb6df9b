"""Parts of SQL with all columns of a table, made from the model that declares them."""

from collections.abc import Collection
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def column_names(model: type[Model], *, but: Collection[str] = ()) -> tuple[str, ...]:
    """Return the columns of a table in the order of its model, *but* for some."""
    return tuple(str(field.column) for field in _fields(model, but))


def columns(model: type[Model], *, but: Collection[str] = ()) -> str:
    """Return the same columns as a list in SQL."""
    return ", ".join(column_names(model, but=but))


def record_type(model: type[Model], *, but: Collection[str] = ()) -> str:
    """Return the same columns with their types, for ``json_to_recordset``."""
    return ", ".join(f"{field.column} {field.db_type(connection)}" for field in _fields(model, but))


def insertion(model: type[Model]) -> str:
    """Return the statement that adds a row. Give it the values by the names of their columns."""
    values = ", ".join(f"%({name})s" for name in column_names(model))
    return f"INSERT INTO {model._meta.db_table} ({columns(model)}) VALUES ({values})"  # noqa: S608 - names of a model


def _fields(model: type[Model], but: Collection[str]) -> "list[Field[Any, Any]]":
    return [field for field in model._meta.concrete_fields if field.column not in but]
