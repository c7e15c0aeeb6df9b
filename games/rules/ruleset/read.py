"""From the tables of a file to ``schema.Sections``: strict, every complaint with its place."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

_CALLED: Final = {bool: "true or false", int: "a whole number", str: "a string", dict: "a table"}
_LONGEST: Final = 60
"""Characters of a value that a message repeats."""
_hints: Final = cache(get_type_hints)
"""The types of the fields of a class. Without the cache this is most of the work of reading a table."""


class RulesetError(ValueError):
    """A ruleset cannot be used: ``place`` is the key, dotted, ``why`` says what is wrong and what to write instead."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}" if place else why)
        self.place, self.why = place, why


def read(shape: type[T], data: object, place: str = "") -> T:
    """Return *data* as the dataclass *shape*.

    Raises RulesetError for an unknown or missing key, a value of the wrong type, and one that the type's annotation
    refuses: a number out of bounds, words that are no selector.
    """
    table = _table(data, place)
    hints = _hints(shape, include_extras=True)  # type: ignore[arg-type]  # a class is hashable, type[T] cannot say so
    for key in table:
        if key not in hints:
            raise RulesetError(_under(place, key), f"Unknown key. {suggest(key, hints)}")
    values = {key: _value(hints[key], value, _under(place, key)) for key, value in table.items()}
    for one in fields(shape):  # type: ignore[arg-type]  # shape is a dataclass, T cannot say so
        if one.name not in values and one.default is MISSING and one.default_factory is MISSING:
            raise RulesetError(_under(place, one.name), "This key is missing. Add it.")
    return shape(**values)


def show(value: object) -> str:
    """Return *value* as a file writes it, cut where it is long.

    >>> show("5"), show(True), show([1, "a"])
    ('"5"', 'true', '[1, "a"]')
    """
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def suggest(word: str, known: Iterable[str]) -> str:
    """Return a question or an advice for a *word* that is not one of those *known*.

    >>> suggest("wilds", ["wild", "deck"]), suggest("xyz", ["wild", "deck"]), suggest("xyz", [])
    ('Did you mean wild?', 'Use one of wild, deck.', 'There are none.')
    """
    known = list(known)
    if not known:
        return "There are none."
    close = get_close_matches(word, known, 1)
    return f"Did you mean {close[0]}?" if close else f"Use one of {', '.join(known)}."


def _under(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _table(data: object, place: str) -> Mapping[str, object]:
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise RulesetError(place, f"Write a table, not {show(data)}.")
    return data


def _value(hint: Any, data: object, place: str) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        value = _value(inner[0], data, place)
        for check in inner[1:]:
            try:
                check(value)
            except ValueError as fault:
                raise RulesetError(place, str(fault)) from fault
        return value
    if is_dataclass(hint) and isinstance(hint, type):
        return read(hint, data, place)
    if origin is tuple:
        if not isinstance(data, list):
            raise RulesetError(place, f"Write a list, not {show(data)}.")
        return tuple(_value(inner[0], one, f"{place}[{n}]") for n, one in enumerate(data))
    if origin is dict:
        return {key: _value(inner[1], one, _under(place, key)) for key, one in _table(data, place).items()}
    if origin is Literal:
        # `True == 1`, so the types must be the same too.
        if not any(type(choice) is type(data) and choice == data for choice in inner):
            raise RulesetError(place, f"Write one of {', '.join(map(show, inner))}, not {show(data)}.")
        return data
    kinds = inner if origin in (Union, UnionType) else (hint,)
    if type(data) not in kinds:
        raise RulesetError(place, f"Write {' or '.join(_CALLED[one] for one in kinds)}, not {show(data)}.")
    return data
