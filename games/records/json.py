"""The JSON twin of a record: the same tags, the same lines, each under the name of its kind.

By hand: the sandbox that judges records imports the standard library and the rules alone (ADR 23).
"""

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from games.records.lines import Deal, DealOver, Drawn, Fallen, Hands, Line, Lot, Move, Order, Record, Scored, UpCard
from games.records.tags import Sitter, Tags

_NAMES: Final = {
    Lot: "lot", Deal: "deal", Order: "order", Hands: "hands", UpCard: "up-card", Drawn: "drawn", Move: "move",
    DealOver: "deal-over", Scored: "scored", Fallen: "fallen",
}  # fmt: skip
_KINDS: Final[Mapping[str, type[Line]]] = {name: kind for kind, name in _NAMES.items()}


def to_json(record: Record) -> dict[str, Any]:
    """Return *record* as plain data."""
    return {"tags": tags_to_json(record.tags), "lines": [line_to_json(line) for line in record.lines]}


def from_json(data: object) -> Record:
    """Return the record that *data* is the twin of. Raises ValueError, with the place, if it is none's."""
    if not isinstance(data, Mapping) or {*data} != {"tags", "lines"} or not isinstance(data["lines"], list):
        raise ValueError("a record is an object of tags and lines")
    lines = tuple(_line(number, line) for number, line in enumerate(data["lines"]))
    return Record(tags=tags_from_json(data["tags"]), lines=lines)


def line_to_json(line: Line) -> dict[str, Any]:
    """Return *line* as plain data."""
    return {"line": _NAMES[type(line)], **_plain(line)}


def tags_to_json(tags: Tags) -> dict[str, Any]:
    """Return *tags* as plain data."""
    data: dict[str, Any] = _plain(tags)
    return data


def tags_from_json(data: object) -> Tags:
    """Return the tags that *data* tells. Raises ValueError if it tells none."""
    tags: Tags = _read(Tags, data, "tags")
    return tags


def read_tag(name: str, data: object) -> Any:
    """Return the value that *data* tells for the tag *name*. Raises ValueError if it tells none.

    Beside the fields of ``Tags`` there are ``seats``, how many there are, and ``sitter``, who sits on one of them.
    """
    if name == "seats":
        if type(data) is not int or not 0 < data < 100:
            raise ValueError("Seats tells how many seats there are")
        return data
    declared = Sitter | None if name == "sitter" else get_type_hints(Tags)[name]
    return _read(declared, data, name.capitalize())


def _line(number: int, data: object) -> Line:
    place = f"lines[{number}]"
    kind = _KINDS.get(str(data.get("line"))) if isinstance(data, Mapping) else None
    if kind is None or not isinstance(data, Mapping):
        raise ValueError(f"{place} is no line of a record")
    line: Line = _read(kind, {name: value for name, value in data.items() if name != "line"}, place)
    return line


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _read(declared: Any, data: Any, place: str) -> Any:
    """Return *data* as a value of the *declared* type. Raises ValueError, with the *place*, if it is none."""
    origin, inner = get_origin(declared), get_args(declared)
    if declared is Any:
        return data
    if origin in (Union, types.UnionType):
        fitting = [one for one in inner if _is(one, data)]
        return _read(fitting[0] if fitting else inner[0], data, place)
    if not _is(declared, data):
        raise ValueError(f"{place} is not as it must be")
    if origin is tuple:
        return tuple(_read(inner[0], one, f"{place}[{number}]") for number, one in enumerate(data))
    if is_dataclass(declared):
        return _read_fields(declared, data, place)
    if inner:
        return {name: _read(inner[1], one, f"{place}.{name}") for name, one in data.items()}
    return data


def _read_fields(declared: Any, data: Mapping[str, Any], place: str) -> Any:
    hints = get_type_hints(declared)
    missing = {one.name for one in fields(declared) if one.default is MISSING and one.default_factory is MISSING}
    if odd := (missing - {*data}) | ({*data} - {*hints}):
        raise ValueError(f"{place}.{min(odd)} is {'unknown' if min(odd) in data else 'missing'}")
    return declared(**{name: _read(hints[name], value, f"{place}.{name}") for name, value in data.items()})


def _is(declared: Any, data: object) -> bool:
    """Tell whether *data* is of the form in which values of the *declared* type are written."""
    if declared in (int, bool, str, types.NoneType):
        return type(data) is declared
    return isinstance(data, list if get_origin(declared) is tuple else Mapping)
