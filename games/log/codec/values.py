"""Values of the rules as JSON and back. msgspec reads and writes their dataclasses; cards are in the notation."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from games.log.codec.canonical import canonical
from games.rules.cards import ALL_FACES, Card

_ENCODER: Final = msgspec.json.Encoder(enc_hook=tuple(map(str, ALL_FACES)).__getitem__)


def to_json(value: Any) -> Any:
    """Return *value* as plain data: dataclasses by field names, cards in the notation, tuples as lists.

    Raises TypeError for what has no form in JSON.

    >>> to_json((Card.parse("7S"), Card.parse("X")))
    ['7S', 'X']
    """
    return msgspec.json.decode(_ENCODER.encode(value))


def from_json(data: Any, declared: Any) -> Any:
    """Return the value of the *declared* type that ``to_json`` wrote as *data*. Raises ValueError for other data.

    >>> from_json(["7S", "X"], tuple[Card, ...])
    (Card.parse('7S'), Card.parse('X'))
    """
    return msgspec.convert(data, declared, dec_hook=_read)


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
