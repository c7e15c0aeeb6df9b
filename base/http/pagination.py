"""Lists: `{"items": […], "next_cursor": …}`, read on by keyset, so that nothing is skipped and nothing shown twice."""

import base64
import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Field, Model, Q, QuerySet
from django.utils.translation import gettext
from msgspec import Struct
from rest_framework.request import Request

from base.http.problems import FieldErrors, Problem

LIMIT: Final = 50
LARGEST_LIMIT: Final = 100
_CURSOR_LENGTH: Final = 1_000
CURSOR_SCHEMA: Final = {"type": "string", "maxLength": _CURSOR_LENGTH}
"""How OpenAPI describes a cursor."""
_TAG_LENGTH: Final = 8

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")


class BadCursor(Problem):
    """The `cursor` is not one that this list has given out."""

    code = "bad_cursor"
    title = "Bad cursor"
    default_detail = "This is no cursor of this list."
    remedy = "Start again without `cursor`, or send `next_cursor` of the page before as you got it."


class Page(Struct, Generic[Item], frozen=True):
    """One page of a list, from which the answer of the view is built."""

    items: list[Item]
    next_cursor: str | None


def page(request: Request, rows: QuerySet[Row], order: Sequence[str], show: Callable[[Row], Item]) -> Page[Item]:
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
    fields, tag = _fields(rows.model, order), _tag(rows.model, order)
    text = request.query_params.get("cursor")
    if text:
        found_tag, *values = decode_cursor(text, str, *(partial(_value, field) for field in fields))
        if found_tag != tag:
            raise BadCursor
        rows = rows.filter(_after(order, values))
    found = list(rows.order_by(*order)[: limit + 1])
    next_cursor = None
    if len(found) > limit:
        next_cursor = encode_cursor(tag, *(field.value_to_string(found[limit - 1]) for field in fields))
    return Page([show(row) for row in found[:limit]], next_cursor)


def limit_of(request: Request, *, largest: int = LARGEST_LIMIT) -> int:
    """Return how many items the query asks for, `LIMIT` unless it says; FieldErrors otherwise."""
    text = request.query_params.get("limit")
    if text is None:
        return min(LIMIT, largest)
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= largest):
        raise FieldErrors(
            {"limit": [gettext("Send a number from {least} to {largest}.").format(least=1, largest=largest)]}
        )
    return int(text)


def encode_cursor(*parts: object) -> str:
    """Return an opaque cursor: the key of the last row that was shown.

    >>> decode_cursor(encode_cursor(7, "mau_mau"), int, str)
    [7, 'mau_mau']
    """
    content = json.dumps([str(part) for part in parts], separators=(",", ":"))
    return base64.urlsafe_b64encode(content.encode()).decode("ascii").rstrip("=")


def decode_cursor(text: str, *readers: Callable[[str], Any]) -> list[Any]:
    """Return the parts that `encode_cursor` was given. Each reader raises ValueError for what is no such part.

    Raises BadCursor for anything else.
    """
    try:
        if len(text) > _CURSOR_LENGTH:
            raise BadCursor
        parts = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
        if not isinstance(parts, list) or not all(isinstance(part, str) and part.isprintable() for part in parts):
            raise BadCursor
        return [read(part) for read, part in zip(readers, parts, strict=True)]
    except (ValueError, TypeError, RecursionError, OverflowError, ValidationError) as error:
        raise BadCursor from error


def instant(text: str) -> datetime:
    """Read an instant in a cursor. Raises ValueError for none, or one that is not in UTC."""
    at = datetime.fromisoformat(text)
    if at.utcoffset() != timedelta():
        raise ValueError("an instant is in UTC")
    return at


def number_in(numbers: range) -> Callable[[str], int]:
    """Return the reader of a number in a cursor that is one of *numbers*."""

    def read(text: str) -> int:
        number = int(text)
        if number not in numbers:
            raise ValueError("a number is within its bounds")
        return number

    return read


def _after(order: Sequence[str], values: Sequence[Any]) -> Q:
    """Return the condition that a row comes later than `values`: a > x, or a = x and b > y, and so on."""
    later, same = Q(), Q()
    for field, value in zip(order, values, strict=True):
        name = field.removeprefix("-")
        step = "lt" if field.startswith("-") else "gt"
        later |= same & Q(**{f"{name}__{step}": value})
        same &= Q(**{name: value})
    return later


def _value(field: "Field[Any, Any]", text: str) -> Any:
    """Return a value that the database can compare. ValidationError, BadCursor or OverflowError for what is none."""
    value = field.to_python(text)
    if not isinstance(value, datetime):
        return value
    if value.tzinfo is None:
        raise BadCursor
    return value.astimezone(UTC)


def _fields(model: type[Model], order: Sequence[str]) -> "list[Field[Any, Any]]":
    found = [model._meta.get_field(name.removeprefix("-")) for name in order]
    return [field for field in found if isinstance(field, Field)]


def _tag(model: type[Model], order: Sequence[str]) -> str:
    """Return a mark of this list, so that no other takes its cursors."""
    return hashlib.sha256(f"{model.__qualname__}:{','.join(order)}".encode()).hexdigest()[:_TAG_LENGTH]
