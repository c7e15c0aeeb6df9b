"""Events as rows of the log: a part for everybody, and a secret part."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias

from games.log.codec.names import KINDS, Fact, UnknownEvent, kind_of, name_of
from games.log.codec.values import reader_of, to_json

Data: TypeAlias = dict[str, Any]
Upcast: TypeAlias = Callable[[Data], Data]


_WITHOUT_BASIS: Final = {
    "basis": {"met": 0, "opponents": 0, "counted": 0, "anchored": True, "confirmed": True},
    "counted": False,
    "anew": False,
}
"""Of ratings from before 0.3.0, which do not begin anew."""
UPCASTS: Final[Mapping[tuple[str, int], Upcast]] = {
    ("seat-resigned", 1): lambda data: {"leaving": "resigned"} | data,
    ("rated", 1): lambda data: data | {"entries": [_WITHOUT_BASIS | one for one in data["entries"]]},
}
"""``(type, schema)`` to the step that lifts such data to ``schema + 1``.

A step gets the public part alone (from followers) or all fields together (from ``decode``), and must work on both. A
new field gets a default, for example ``lambda data: {"resume": None} | data``. A new meaning is a new type.
"""


@dataclass(frozen=True, slots=True)
class Encoded:
    """An event as the log keeps it."""

    type: str
    schema: int
    public: Data
    """What everybody may know; a hidden list of cards is its length."""
    secret: Data
    """The hidden fields, whole. The salt of the digest joins them when the event is appended."""


_FIELDS: Final = {name: frozenset(field.name for field in fields(kind.type)) for name, kind in KINDS.items()}
_READERS: Final = {name: reader_of(kind.type) for name, kind in KINDS.items()}


def encode(event: Fact) -> Encoded:
    """Return *event* as the log keeps it. Its type declares the fields that are PUBLIC; the others are secret.

    Raises UnknownEvent for a type without a name in the log.
    """
    name, secret = name_of(event), to_json(event)
    public = {field: secret.pop(field) for field in getattr(event, "PUBLIC", ())}
    public.update((field, lengths(value)) for field, value in secret.items() if isinstance(value, list))
    return Encoded(name, KINDS[name].schema, public, secret)


def lengths(hidden: list[Any]) -> int | list[Any]:
    """Return what everybody may know of a *hidden* list: its length, or the length of each list in it.

    >>> lengths(["7S", "8S"]), lengths([["7S"], []])
    (2, [1, 0])
    """
    if hidden and any(isinstance(part, list) for part in hidden):
        return [len(part) if isinstance(part, list) else part for part in hidden]
    return len(hidden)


def decode(type_: str, schema: int, public: Data, secret: Data) -> Fact:
    """Return the event that ``encode`` wrote like this, in this schema or in an older one.

    Raises UnknownEvent for a type or schema that this code does not know, and for data whose fields are not those of
    the type.
    """
    data = upcast(type_, schema, public | hidden_fields(secret))
    if data.keys() != _FIELDS[type_]:
        raise UnknownEvent(f"{type_} of schema {schema} has fields {sorted(data)}")
    try:
        event: Fact = _READERS[type_](data)
    except ValueError as error:
        raise UnknownEvent(f"{type_} of schema {schema} cannot be read: {error!r}") from error
    return event


def hidden_fields(secret: Data) -> Data:
    """Return the fields of the event in a *secret* part: all but the salt and the command, which lie beside them."""
    return {field: value for field, value in secret.items() if field not in ("salt", "command")}


def upcast(type_: str, schema: int, data: Data) -> Data:
    """Return *data* lifted to today's schema of *type_*. Raises UnknownEvent for a type or schema not known."""
    return lift(data, [UPCASTS[type_, older] for older in range(schema, kind_of(type_, schema).schema)])


def lift(data: Data, steps: Iterable[Upcast]) -> Data:
    """Return *data* after the *steps*. Each gets what the one before returned."""
    for step in steps:
        data = step(data)
    return data
