"""From the tables of a file to ``schema.Sections``: strict, every complaint with its place."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

_CALLED = {bool: "a truth value", int: "a whole number", str: "a text", dict: "a table"}


class RulesetError(ValueError):
    """A ruleset says something that cannot be: ``place`` is the key, dotted, ``why`` the reason."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}" if place else why)
        self.place, self.why = place, why


def read(shape: type[T], data: object, place: str = "") -> T:
    """Return *data* as the dataclass *shape*.

    Raises RulesetError for an unknown or missing key, or a value of the wrong type.
    """
    table = _table(data, place)
    hints = _hints(shape)  # type: ignore[arg-type]  # a class is hashable, type[T] cannot say so
    for key in table:
        if key not in hints:
            raise RulesetError(_under(place, key), f"unknown key; known are {', '.join(hints)}")
    values = {key: _value(hints[key], value, _under(place, key)) for key, value in table.items()}
    for one in fields(shape):  # type: ignore[arg-type]  # shape is a dataclass, T cannot say so
        if one.name not in values and one.default is MISSING and one.default_factory is MISSING:
            raise RulesetError(_under(place, one.name), "missing")
    return shape(**values)


@cache
def _hints(shape: type[Any]) -> dict[str, Any]:
    """Return the types of its fields, resolved once: anew for each table, that is most of the work of reading it."""
    return get_type_hints(shape)


def _under(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _table(data: object, place: str) -> Mapping[str, object]:
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise RulesetError(place, f"a table is asked for, not {data!r}")
    return data


def _value(hint: Any, data: object, place: str) -> Any:
    origin = get_origin(hint)
    if is_dataclass(hint) and isinstance(hint, type):
        return read(hint, data, place)
    if origin is Literal:
        return _one_of(get_args(hint), data, place)
    if origin in (Union, UnionType):
        if type(data) not in get_args(hint):
            raise RulesetError(
                place, f"{' or '.join(_CALLED[one] for one in get_args(hint))} is asked for, not {data!r}"
            )
        return data
    if origin is tuple:
        if not isinstance(data, list):
            raise RulesetError(place, f"a list is asked for, not {data!r}")
        return tuple(_value(get_args(hint)[0], one, f"{place}[{n}]") for n, one in enumerate(data))
    if origin is dict:
        return {key: _value(get_args(hint)[1], one, _under(place, key)) for key, one in _table(data, place).items()}
    if type(data) is not hint:
        raise RulesetError(place, f"{_CALLED[hint]} is asked for, not {data!r}")
    return data


def _one_of(choices: tuple[object, ...], data: object, place: str) -> object:
    for choice in choices:
        if type(choice) is type(data) and choice == data:
            return choice
    raise RulesetError(place, f"{data!r} is none of {', '.join(map(repr, choices))}")
