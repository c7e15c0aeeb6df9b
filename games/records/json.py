"""A record as JSON: the same tags and the same lines, each line with the name of its kind.

By hand: the sandbox that checks records imports only the standard library and the rules (ADR 27).
"""

import json
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from games.records.lines import (
    Deal,
    DealOver,
    Drawn,
    Fallen,
    FirstDealer,
    Hands,
    Line,
    Move,
    Order,
    Record,
    Rules,
    Scored,
    UpCard,
)
from games.records.tags import Sitter, Tags

_NAMES: Final = {
    Rules: "rules", FirstDealer: "lot", Deal: "deal", Order: "order", Hands: "hands", UpCard: "up-card",
    Drawn: "drawn", Move: "move", DealOver: "deal-over", Scored: "scored", Fallen: "fallen",
}  # fmt: skip
_KINDS: Final[Mapping[str, type[Line]]] = {name: kind for kind, name in _NAMES.items()}


def to_json(record: Record) -> dict[str, Any]:
    """Return *record* as plain data."""
    return {"tags": tags_to_json(record.tags), "lines": [line_to_json(line) for line in record.lines]}


def from_json(data: object) -> Record:
    """Return the record that *data* writes. Raises ValueError, with the place, if it writes none."""
    if not isinstance(data, Mapping) or {*data} != {"tags", "lines"} or not isinstance(data["lines"], list):
        raise ValueError('a record is an object with two fields: "tags", an object, and "lines", a list')
    lines: list[Line] = []
    for number, line in enumerate(data["lines"]):
        place, kind = f"lines[{number}]", line.get("line") if isinstance(line, Mapping) else None
        if not isinstance(kind, str) or kind not in _KINDS:
            raise ValueError(f'{place} must be an object with a "line" that is one of: {", ".join(_KINDS)}')
        lines.append(_read(_KINDS[kind], {name: value for name, value in line.items() if name != "line"}, place))
    return Record(tags=tags_from_json(data["tags"]), lines=tuple(lines))


def line_to_json(line: Line) -> dict[str, Any]:
    """Return *line* as plain data."""
    return {"line": _NAMES[type(line)], **_plain(line)}


def tags_to_json(tags: Tags) -> dict[str, Any]:
    """Return *tags* as plain data."""
    data: dict[str, Any] = _plain(tags)
    return data


def tags_from_json(data: object) -> Tags:
    """Return the tags that *data* writes. Raises ValueError, with the place, if it writes none."""
    tags: Tags = _read(Tags, data, "tags")
    return tags


def read_tag(name: str, data: object) -> Any:
    """Return the value of the tag *name* that *data* writes. Raises ValueError, with the place, if it writes none.

    Tags that are no fields of ``Tags`` are ``seats``, how many there are, and ``seat0`` and so on, who sits there.
    """
    if name == "seats":
        if type(data) is not int or not 0 < data < 100:
            raise ValueError(f"Seats must be a whole number from 1 to 99, not {_shown(data)}")
        return data
    return _read(get_type_hints(Tags).get(name, Sitter | None), data, name.capitalize())


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _read(declared: Any, data: Any, place: str) -> Any:
    """Return *data* as a value of the *declared* type. Raises ValueError, with the *place*, if it is none."""
    if declared is Any:
        return data
    choices = get_args(declared) if get_origin(declared) in (Union, types.UnionType) else (declared,)
    # What ``json`` makes of each choice. Types must be the same: ``true`` is no number, and 1.0 is no whole one.
    forms = [(one, one if one in _WANTED else list if get_origin(one) is tuple else dict) for one in choices]
    fitting: Any = next((one for one, form in forms if type(data) is form), None)
    if fitting is None:
        raise ValueError(f"{place} must be {' or '.join(_WANTED[form] for _, form in forms)}, not {_shown(data)}")
    inner = get_args(fitting)
    if get_origin(fitting) is tuple:
        return tuple(_read(inner[0], one, f"{place}[{number}]") for number, one in enumerate(data))
    if is_dataclass(fitting):
        make: Any = fitting
        hints = get_type_hints(fitting)
        for one in fields(fitting):
            if one.name not in data and one.default is MISSING and one.default_factory is MISSING:
                raise ValueError(f"{place}.{one.name} is missing")
        for name in data:
            if name not in hints:
                raise ValueError(f"{place} has no field {_shown(name)}; its fields are {', '.join(hints)}")
        return make(**{name: _read(hints[name], value, f"{place}.{name}") for name, value in data.items()})
    if inner:
        return {name: _read(inner[1], one, f"{place}.{name}") for name, one in data.items()}
    return data


_WANTED: Final[Mapping[Any, str]] = {
    int: "a whole number", bool: "true or false", str: "a string", types.NoneType: "null", list: "a list",
    dict: "an object",
}  # fmt: skip


def _shown(data: object) -> str:
    if isinstance(data, list | dict):
        return _WANTED[type(data)]
    text = json.dumps(data, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:39]}…"
