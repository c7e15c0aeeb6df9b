"""Values of the rules as JSON and back, compiled once for each declared type."""

import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from games.rules.cards import ALL_FACES, BY_TEXT, Card

Turn: TypeAlias = Callable[[Any], Any]
"""Turns a value into JSON's, or back."""


class Form(NamedTuple):
    """How values of one declared type are written as JSON, and read again."""

    write: Turn
    read: Turn
    text: str
    """Describes the form: two types of the same text are written the same way."""


def _same(value: Any) -> Any:
    return value


_PLAIN: Final = {bool: "bool", int: "int", str: "str", types.NoneType: "null", Any: "any"}
_TEXTS: Final = tuple(map(str, ALL_FACES))
_CARD: Final = Form(_TEXTS.__getitem__, BY_TEXT.__getitem__, "card")


@cache
def form_of(declared: Any) -> Form:
    """Return how values of the *declared* type are written: cards in the notation, records by field names.

    Raises TypeError for a type that has no form. ``read`` raises KeyError, TypeError or ValueError for what ``write``
    cannot have written.

    >>> form_of(tuple[Card, ...]).write((Card.parse("7S"), Card.parse("X")))
    ['7S', 'X']
    """
    if declared is Card:
        return _CARD
    if declared in _PLAIN:
        return Form(_same, _same, _PLAIN[declared])
    if get_origin(declared) in (Union, types.UnionType):
        return _union(get_args(declared))
    if origin := get_origin(declared):
        return _container(origin, get_args(declared))
    if isinstance(declared, type) and issubclass(declared, StrEnum):
        members = declared._value2member_map_
        return Form(str.__str__, members.__getitem__, f"{declared.__name__}{sorted(members)}")
    if is_dataclass(declared) and isinstance(declared, type):
        return record(declared)
    raise TypeError(f"{declared!r} has no form in JSON")


def record(declared: type) -> Form:
    """Return the form of a dataclass: an object by field names, without the fields that say ``"stored": False``."""
    hints = get_type_hints(declared)
    stored = [each for each in fields(declared) if each.metadata.get("stored", True)]
    forms = [(each.name, form_of(hints[each.name])) for each in stored]
    writers = [(name, form.write) for name, form in forms if form.write is not _same]
    readers = [(name, form.read) for name, form in forms if form.read is not _same]
    names = [name for name, _ in forms]

    def write(value: Any) -> dict[str, Any]:
        data = {name: getattr(value, name) for name in names}
        for name, turn in writers:
            data[name] = turn(data[name])
        return data

    def read(data: dict[str, Any]) -> Any:
        return declared(**data | {name: turn(data[name]) for name, turn in readers})

    text = ",".join(f"{name}:{form.text}" for name, form in sorted(forms))
    return Form(write, read, f"{declared.__name__}({text})")


def _union(options: tuple[Any, ...]) -> Form:
    some = [form_of(option) for option in options if option is not types.NoneType]
    text = "|".join(sorted(form.text for form in map(form_of, options)))
    if all(form.write is _same for form in some):
        return Form(_same, _same, text)
    if len(some) != 1 or len(some) == len(options):
        raise TypeError(f"a union of {text} has no form in JSON: which one it is could not be read")
    write, read = some[0].write, some[0].read
    return Form(lambda v: None if v is None else write(v), lambda v: None if v is None else read(v), text)


def _container(origin: Any, inner: tuple[Any, ...]) -> Form:
    if origin is list or (origin is tuple and inner[-1] is ...):
        return _sequence(origin, form_of(inner[0]))
    if origin is tuple:
        return _pair(tuple(map(form_of, inner)))
    if origin is dict:
        return _mapping(*inner)
    raise TypeError(f"{origin!r} has no form in JSON")


def _sequence(origin: Any, each: Form) -> Form:
    text = f"[{each.text}]"
    if each.write is _same:
        return Form(list, origin, text)
    write, read = each.write, each.read
    return Form(lambda v: list(map(write, v)), lambda v: origin(map(read, v)), text)


def _pair(forms: tuple[Form, ...]) -> Form:
    def write(value: Any) -> list[Any]:
        return [form.write(part) for form, part in zip(forms, value, strict=True)]

    def read(data: Any) -> tuple[Any, ...]:
        return tuple(form.read(part) for form, part in zip(forms, data, strict=True))

    return Form(write, read, f"[{','.join(form.text for form in forms)}]")


def _mapping(key: Any, value: Any) -> Form:
    inner, text = form_of(value), f"{{{form_of(key).text}:{form_of(value).text}}}"
    if key is str and inner.write is _same:
        return Form(_same, _same, text)
    names: Turn = _same if key is str else _key_writer(key)
    keys: Turn = _same if key is str else (int if key is int else form_of(key).read)
    write, read = inner.write, inner.read
    return Form(
        lambda v: {names(k): write(each) for k, each in v.items()},
        lambda v: {keys(k): read(each) for k, each in v.items()},
        text,
    )


def _key_writer(key: Any) -> Turn:
    return str if key is int else form_of(key).write
