"""Values of the rules as JSON and back. msgspec reads and writes their dataclasses; cards are in the notation."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec

from games.log.codec.canonical import canonical
from games.readers import Reader
from games.rules.cards import ALL_FACES, Card

T = TypeVar("T")

_ENCODER: Final = msgspec.json.Encoder(enc_hook=tuple(map(str, ALL_FACES)).__getitem__)


def to_json(value: Any) -> Any:
    """Return *value* as plain data: dataclasses by field names, cards in the notation, tuples as lists.

    Raises TypeError for what has no form in JSON.

    >>> to_json((Card.parse("7S"), Card.parse("X")))
    ['7S', 'X']
    """
    return msgspec.json.decode(_ENCODER.encode(value))


def reader_of(declared: type[T]) -> Reader[T]:
    """Return what makes a value of the *declared* type of what ``to_json`` wrote. It raises ValueError for other data.

    >>> reader_of(tuple[Card, ...])(["7S", "X"])
    (Card.parse('7S'), Card.parse('X'))
    """
    return Reader(declared, _read)


def shape_of(types: Mapping[str, Any]) -> str:
    """Return a hash that changes when fields of these *types* are written in another way, but not with docstrings.

    Raises TypeError for types that could not be read again.
    """
    schemas, records = msgspec.json.schema_components(types.values(), schema_hook=_describe)
    plain = {name: {**record, "description": ""} for name, record in records.items()}
    described = canonical([dict(zip(types, schemas, strict=True)), plain])
    return hashlib.sha256(described).hexdigest()[:16]


def _read(declared: type, data: Any) -> Card:
    if declared is not Card:
        raise TypeError(f"{declared!r} has no form in JSON")
    return Card.parse(data)


def _describe(declared: type) -> dict[str, Any]:
    if declared is not Card:
        raise TypeError(f"{declared!r} has no form in JSON")
    return {"type": "string", "format": "card"}
