"""What each type of event means: from its class to the reference and to OpenAPI's types.

An event's class says all of it: its docstring what happened, the strings below its fields what they mean, PUBLIC, OWN
and DEALT who sees them, and EXAMPLE how it looks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from inspect import getdoc
from typing import Any, Final, get_args

from msgspec.json import schema_components

from games.api.docstrings import meanings
from games.log.codec.names import KINDS
from games.rules.cards import Card
from games.rules.events import Ask, Cause, Ending, Event
from games.rules.fairness import NonceAsk, NonceSource
from players.http.openapi import tidy

WORDS: Final[tuple[type[Enum], ...]] = (Ask, Cause, Ending, NonceAsk, NonceSource)
"""What fields of events say by a word: each member has a meaning of its own."""

EVERYBODY: Final = "everybody"

_REFERENCE: Final = "#/components/schemas/{name}"
_COUNT: Final = {"type": "integer"}
_COMMAND: Final = {
    "type": "string",
    "description": "The whole command, where the event has one. Once the game is over.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldReference:
    """A field of an event's `data`."""

    name: str
    meaning: str
    seen_by: str
    schema: dict[str, Any]
    """As JSON schema, for everybody: who may not see a list gets its length."""
    is_always_there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EventReference:
    """A type of event."""

    name: str
    """Its type in the feed."""
    schema: int
    kind: type[Any]
    meaning: str
    has_seat: bool
    fields: tuple[FieldReference, ...]

    @property
    def example(self) -> dict[str, Any]:
        """`data` of an example, as those get it who see everything."""
        return {name: value for name, value in self.kind.EXAMPLE.items() if name != "seat"}


@cache
def references() -> dict[str, EventReference]:
    """Return every type of event that the log knows, by its name, sorted."""
    return {
        name: EventReference(
            name=name,
            schema=kind.schema,
            kind=kind.type,
            meaning=" ".join((getdoc(kind.type) or "").split()),
            has_seat=any(one.name == "seat" for one in fields(kind.type)),
            fields=tuple(_fields(kind.type)),
        )
        for name, kind in sorted(KINDS.items())
    }


def _fields(kind: Any) -> Iterator[FieldReference]:
    _, components = schema_components([kind], schema_hook=_card, ref_template=_REFERENCE)
    described = tidy(components[kind.__name__])["properties"]
    for one in fields(kind):
        if one.name == "seat":
            continue
        schema = {name: value for name, value in described[one.name].items() if name != "default"}
        is_list = schema.get("type") == "array"
        is_public = one.name in getattr(kind, "PUBLIC", ())
        if one.name in getattr(kind, "DEALT", ()):
            seen_by = "each seat its own; others the number of cards"
            schema["items"] = {"anyOf": [schema["items"], _COUNT]}
        elif is_public:
            seen_by = EVERYBODY
        else:
            seen_by = "its seat" if one.name in getattr(kind, "OWN", ()) else "nobody before the end"
            if is_list:
                seen_by += "; others the number of cards" if seen_by == "its seat" else ", but the number of cards"
                schema = {"anyOf": [schema, _COUNT]}
        yield FieldReference(
            name=one.name,
            meaning=meanings(kind).get(one.name, ""),
            seen_by=seen_by,
            schema=schema,
            is_always_there=is_public or is_list,
        )


def _card(declared: type) -> dict[str, Any]:
    if declared is not Card:
        raise TypeError(f"{declared!r} has no form in JSON")
    return {"type": "string", "format": "card"}


def describe_events(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Give OpenAPI's document a component for each type of event; a postprocessing hook of drf-spectacular.

    `Event` becomes one of them, told apart by `type`; what they share is `EventBase`. Types of ladders are in no feed.
    """
    components = result["components"]["schemas"]
    if "Event" not in components:
        return result
    shown = [one for one in references().values() if one.kind in get_args(Event)]
    for word in WORDS:
        values = [str(member.value) for member in word]
        components[word.__name__] = {"type": "string", "enum": values, "description": describe_word(word)}
    base = components["Event"]
    properties = {**base["properties"], "type": {"$ref": _REFERENCE.format(name="EventType")}}
    components["EventBase"] = {**base, "properties": properties}
    components["EventType"] = {
        "type": "string",
        "enum": [one.name for one in shown],
        "description": "What happened. New types may be added: a client skips those that it does not know.",
    }
    mapping = {}
    for one in shown:
        name = one.kind.__name__
        data = {field.name: {**field.schema, "description": _description(field)} for field in one.fields}
        components[f"{name}Data"] = {
            "type": "object",
            "properties": {**data, "command": _COMMAND},
            "required": [field.name for field in one.fields if field.is_always_there],
            "examples": [one.example],
        }
        own = {
            "type": {"type": "string", "const": one.name},
            "data": {"$ref": _REFERENCE.format(name=f"{name}Data")},
        }
        extension = {"type": "object", "properties": own, "required": ["type", "data"]}
        components[f"{name}Event"] = {
            "description": one.meaning,
            "allOf": [{"$ref": _REFERENCE.format(name="EventBase")}, extension],
        }
        mapping[one.name] = _REFERENCE.format(name=f"{name}Event")
    components["Event"] = {
        "description": base.get("description", ""),
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result


def describe_word(word: type[Enum]) -> str:
    """Return what each member of *word* means, as a list in Markdown."""
    said = meanings(word)
    lines = [f"- `{member.value}`: {said.get(name, '')}" for name, member in word.__members__.items()]
    return "\n".join([getdoc(word) or "", "", *lines])


def _description(field: FieldReference) -> str:
    return field.meaning if field.seen_by == EVERYBODY else f"{field.meaning} Seen by: {field.seen_by}."
