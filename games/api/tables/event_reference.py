"""The reference of events: makes the pages of the documentation and the types in OpenAPI from the classes of events.

A class has it all: its docstring says what happened, the strings below its fields what they mean, PUBLIC, OWN and DEALT
who sees them, and EXAMPLE shows the data of one event.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from inspect import getdoc
from typing import Any, Final, get_args, get_origin, get_type_hints

from msgspec.json import schema_components

from base.http.openapi import tidy
from games.api.docstrings import meanings
from games.log.codec.encoding import Data
from games.log.codec.names import KINDS
from games.rules.cards import Card
from games.rules.events import (
    AbandonCause,
    AbsencePolicy,
    Ask,
    Cause,
    ClosingCause,
    Ending,
    Event,
    Leaving,
    MoveCause,
    PauseReason,
    ProposalKind,
    ProposalOutcome,
)
from games.rules.fairness import NonceAsk, NonceSource

WORDS: Final[tuple[type[Enum], ...]] = (
    AbandonCause, AbsencePolicy, Ask, Cause, ClosingCause, Ending, Leaving, MoveCause, NonceAsk, NonceSource,
    PauseReason, ProposalKind, ProposalOutcome,
)  # fmt: skip
"""The enums of fields of events. Each member has a meaning of its own."""

EVERYBODY: Final = "everybody"

_REFERENCE: Final = "#/components/schemas/{name}"
_COUNT: Final = {"type": "integer"}
_COMMAND: Final = {
    "type": "string",
    "description": "The whole command, if the event has one. It is shown when the game is over.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldReference:
    """A field of an event's `data`."""

    name: str
    meaning: str
    seen_by: str
    schema: dict[str, Any]
    """Its JSON schema for all viewers."""
    is_always_there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EventReference:
    """A type of event."""

    name: str
    """Its `type` in the feed."""
    schema: int
    kind: type[Any]
    meaning: str
    has_seat: bool
    fields: tuple[FieldReference, ...]

    @property
    def example(self) -> dict[str, Any]:
        """The `data` of an example, as a viewer gets it who sees everything."""
        return typed_data(self.name, {name: value for name, value in self.kind.EXAMPLE.items() if name != "seat"})


@cache
def references() -> dict[str, EventReference]:
    """Return every type of event that the log knows by its name, sorted."""
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


def typed_data(type_: str, data: Data) -> Data:
    """Return the *data* of an event of this type with one type for each field (ADR 17).

    The log has a number in place of a list that the viewer may not see. The feed has the number in a field of its own
    for everybody, and the list only where it is seen. Hands of others are empty lists.
    """
    found = dict(data)
    for name, is_nested in _hidden_lists(type_).items():
        shown = found.pop(name)
        if is_nested:
            found[f"{name}_count"] = [len(part) if isinstance(part, list) else part for part in shown]
            shown = [part if isinstance(part, list) else [] for part in shown]
            if any(shown):
                found[name] = shown
        elif isinstance(shown, list):
            found |= {name: shown, f"{name}_count": len(shown)}
        else:
            found[f"{name}_count"] = shown
    return dict(sorted(found.items()))


@cache
def _hidden_lists(type_: str) -> dict[str, bool]:
    """Return the fields with lists that may be hidden, and whether they are lists of lists.

    Every feed needs them, so they come from the types alone: `references` reads the source of all events.
    """
    kind = KINDS[type_].type
    public, types = getattr(kind, "PUBLIC", ()), get_type_hints(kind)
    hidden = [one.name for one in fields(kind) if one.name not in public and get_origin(types[one.name]) is tuple]
    return {name: get_origin(get_args(types[name])[0]) is tuple for name in hidden}


def _fields(kind: Any) -> Iterator[FieldReference]:
    def card(declared: type) -> dict[str, Any]:
        if declared is not Card:
            raise TypeError(f"{declared!r} has no form in JSON")
        return {"type": "string", "format": "card"}

    _, components = schema_components([kind], schema_hook=card, ref_template=_REFERENCE)
    described = tidy(components[kind.__name__])["properties"]
    for one in fields(kind):
        if one.name == "seat":
            continue
        schema = {name: value for name, value in described[one.name].items() if name != "default"}
        if "anyOf" in schema.get("additionalProperties", {}):
            schema["additionalProperties"] = True  # values of options: plain, as they are hashed
        is_public = one.name in getattr(kind, "PUBLIC", ())
        is_hidden_list = schema.get("type") == "array" and not is_public
        if one.name in getattr(kind, "DEALT", ()):
            seen_by = "each seat for its own cards; the lists of other seats are empty"
        elif is_public:
            seen_by = EVERYBODY
        else:
            seen_by = "its seat" if one.name in getattr(kind, "OWN", ()) else "nobody before the end"
        yield FieldReference(
            name=one.name,
            meaning=meanings(kind).get(one.name, ""),
            seen_by=seen_by,
            schema=schema,
            is_always_there=is_public,
        )
        if is_hidden_list:
            is_nested = schema["items"].get("type") == "array"
            yield FieldReference(
                name=f"{one.name}_count",
                meaning=f"How many cards there are in {'each list of ' * is_nested}`{one.name}`.",
                seen_by=EVERYBODY,
                schema={"type": "array", "items": _COUNT} if is_nested else _COUNT,
                is_always_there=True,
            )


def describe_events(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Add a component for each type of event to OpenAPI's document; a postprocessing hook of drf-spectacular.

    `data` of `GameEvent` stays an object of any form, because generators make empty classes of a union (ADR 17). A
    client reads it with the schema that its type has. `EventExamples` refers to these schemas, because some generators
    leave out what nothing refers to. Events of ladders are left out, because they are in no feed.

    `type` of `GameEvent` is a string and not an `EventType`, because clients refuse values of an enum that they do not
    know.
    """
    components = result["components"]["schemas"]
    if "GameEvent" not in components:
        return result
    shown = [one for one in references().values() if one.kind in get_args(Event)]
    for word in WORDS:
        values = [str(member.value) for member in word]
        components[word.__name__] = {"type": "string", "enum": values, "description": describe_word(word)}
    components["EventType"] = {
        "type": "string",
        "enum": [one.name for one in shown],
        "description": "The types of events that this version of the service knows. New types may be added.",
    }
    components["EventTypes"]["properties"]["types"]["items"] = {"$ref": _REFERENCE.format(name="EventType")}
    examples = components["EventExamples"]["properties"]
    for one in shown:
        name = one.kind.__name__
        field = one.name.replace("-", "_")
        described = examples[field]["description"]
        examples[field] = {"description": described, "$ref": _REFERENCE.format(name=f"{name}Data")}
        data = {}
        for part in one.fields:
            seen_by = "" if part.seen_by == EVERYBODY else f" Seen by {part.seen_by}."
            data[part.name] = {**part.schema, "description": part.meaning + seen_by}
        components[f"{name}Data"] = {
            "description": f"The `data` of an event of the type `{one.name}`. {one.meaning}",
            "type": "object",
            "properties": {**data, "command": _COMMAND},
            "required": [part.name for part in one.fields if part.is_always_there],
            "examples": [one.example],
        }
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result


def describe_word(word: type[Enum]) -> str:
    """Return a list in Markdown of what each member of the enum *word* means."""
    said = meanings(word)
    lines = [f"- `{member.value}`: {said.get(name, '')}" for name, member in word.__members__.items()]
    return "\n".join([getdoc(word) or "", "", *lines])
