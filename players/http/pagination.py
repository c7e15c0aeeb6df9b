"""Lists: `{"items": […], "next_cursor": …}`, read on by keyset, so that nothing is skipped and nothing shown twice."""

import base64
import binascii
import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Field, Model, Q, QuerySet
from rest_framework.request import Request

from players.http.problems import FieldErrors, Problem

LIMIT: Final = 50
LARGEST_LIMIT: Final = 100
_CURSOR_LENGTH: Final = 1_000
_TAG_LENGTH: Final = 8

Row = TypeVar("Row", bound=Model)


class BadCursor(Problem):
    """The `cursor` is not one that this list has given out."""

    code = "bad_cursor"
    title = "Bad cursor"
    default_detail = "This is no cursor of this list."
    remedy = "Start again without `cursor`, or send `next_cursor` of the page before as you got it."


def page(request: Request, rows: QuerySet[Row], order: Sequence[str], show: Callable[[Row], Any]) -> dict[str, Any]:
    """Return one page of `rows` as `limit` and `cursor` in the query ask for it.

    Args:
        request: the GET.
        rows: what the caller may see, in any order.
        order: fields that say the order, the last one unique and none null; `-` before those that fall.
        show: how one row is written.

    Raises:
        FieldErrors: `limit` is no number from 1 to 100.
        BadCursor: the cursor belongs to no list, or to another one.
    """
    limit = limit_of(request)
    text = request.query_params.get("cursor")
    if text:
        rows = rows.filter(_after(order, _read(text, rows, order)))
    found = list(rows.order_by(*order)[: limit + 1])
    more = len(found) > limit
    return {
        "items": [show(row) for row in found[:limit]],
        "next_cursor": _write(found[limit - 1], order) if more else None,
    }


def limit_of(request: Request, *, largest: int = LARGEST_LIMIT) -> int:
    """Return how many items the query asks for, `LIMIT` unless it says; FieldErrors otherwise."""
    text = request.query_params.get("limit")
    if text is None:
        return min(LIMIT, largest)
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= largest):
        raise FieldErrors({"limit": [f"A number from 1 to {largest}, please."]})
    return int(text)


def _after(order: Sequence[str], values: Sequence[Any]) -> Q:
    """Return the condition that a row comes later than `values`: a > x, or a = x and b > y, and so on."""
    later, same = Q(), Q()
    for field, value in zip(order, values, strict=True):
        name = field.removeprefix("-")
        step = "lt" if field.startswith("-") else "gt"
        later |= same & Q(**{f"{name}__{step}": value})
        same &= Q(**{name: value})
    return later


def _write(row: Model, order: Sequence[str]) -> str:
    values = [field.value_to_string(row) for field in _fields(type(row), order)]
    content = json.dumps([_tag(type(row), order), *values], separators=(",", ":"))
    return base64.urlsafe_b64encode(content.encode()).decode("ascii").rstrip("=")


def _read(text: str, rows: QuerySet[Row], order: Sequence[str]) -> list[Any]:
    try:
        if len(text) > _CURSOR_LENGTH:
            raise BadCursor
        tag, *values = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
        if tag != _tag(rows.model, order) or not all(isinstance(value, str) and "\0" not in value for value in values):
            raise BadCursor
        fields = _fields(rows.model, order)
        return [_in_order(field.to_python(value)) for field, value in zip(fields, values, strict=True)]
    except (ValueError, TypeError, RecursionError, OverflowError, binascii.Error, ValidationError) as error:
        raise BadCursor from error


def _in_order(value: Any) -> Any:
    """Return a value that the database can compare; BadCursor or OverflowError for an instant that is none."""
    if not isinstance(value, datetime):
        return value
    if value.tzinfo is None:
        raise BadCursor
    return value.astimezone(UTC)


def _fields(model: type[Model], order: Sequence[str]) -> "list[Field[Any, Any]]":
    found = [model._meta.get_field(name.removeprefix("-")) for name in order]
    return [field for field in found if isinstance(field, Field)]


def _tag(model: type[Model], order: Sequence[str]) -> str:
    """Return what tells this list's cursors from another's."""
    return hashlib.sha256(f"{model.__qualname__}:{','.join(order)}".encode()).hexdigest()[:_TAG_LENGTH]
