"""The JSON Schema of a ruleset in TOML, made from the dataclasses that read one. Editors complete keys from it."""

import inspect
import re
from dataclasses import Field, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from games.api.docstrings import meanings
from games.api.variants.schema import Example, RulesetSchema
from games.rules.examples.shape import THEN
from games.rules.ruleset import Option
from games.rules.ruleset.schema import Sections
from games.rules.ruleset.values import Within
from games.rules.variants import KEYS

_MATRIX: Final = re.compile(r" \([A-Z]\d[^)]*\)")
"""A reference to the rule book's matrix, which no reader has."""
_TEXT: Final = {"type": "string"}
_CHANGES: Final[dict[str, Any]] = {"^[+=]": {}}


@cache
def ruleset_schema() -> RulesetSchema:
    """Return the schema. It says what a key means and takes; the check of a ruleset says whether the game is sound."""
    sections = _table(Sections)
    return RulesetSchema(
        dialect="https://json-schema.org/draft/2020-12/schema",
        title="Ruleset",
        type="object",
        additional_properties=False,
        pattern_properties=_CHANGES,
        required=["key", "name"],
        properties={
            "key": {
                "description": "The key of the variant: two words or numbers in small letters, with hyphens.",
                **_TEXT,
            },
            "name": {"description": "The name of the variant.", **_TEXT},
            "base": {
                "description": "The key of a variant. The ruleset then says only what differs from it.",
                "examples": [*KEYS],
                **_TEXT,
            },
            "text": {"description": "The rules for people: numbered paragraphs in Markdown.", **_TEXT},
            **sections["properties"],
            "names": {
                "description": "Names of cards. Selectors use them as `@name`.",
                "type": "object",
                "additionalProperties": _TEXT,
            },
            "paragraphs": {
                "description": "The paragraph of your text that a refusal names, by the code of the refusal.",
                "type": "object",
                "additionalProperties": _TEXT,
            },
            "options": {
                "description": "What players can choose when they open a table.",
                "type": "object",
                "additionalProperties": _option(),
            },
            "example": {
                "description": "Examples that the rules must satisfy.",
                "type": "array",
                "items": _example(),
            },
        },
    )


def _table(shape: type) -> dict[str, Any]:
    hints, said = get_type_hints(shape, include_extras=True), meanings(shape)
    of_shape = fields(shape)
    properties = {one.name: _about(one, said.get(one.name, ""), hints[one.name]) for one in of_shape}
    # Which keys must be there depends on the base, whose lists and tables `+key` and `=key` change.
    return {"type": "object", "additionalProperties": False, "properties": properties, "patternProperties": _CHANGES}


def _about(one: Field[Any], said: str, hint: Any) -> dict[str, Any]:
    """Return the schema of a key: what it takes, what it means, and its default."""
    found = _value(hint)
    shape = get_args(hint)[1] if get_origin(hint) is dict else hint
    if not said and is_dataclass(shape):
        said = inspect.getdoc(shape) or ""
    if said := " ".join(_MATRIX.sub("", said).replace("``", "`").split()):
        found = {"description": said, **found}
    if isinstance(one.default, bool | int | str) and one.default != "":
        found["default"] = one.default
    return found


def _value(hint: Any) -> dict[str, Any]:
    origin, inner = get_origin(hint), get_args(hint)
    if is_dataclass(hint) and isinstance(hint, type):
        return _table(hint)
    if origin is Literal:
        return {"enum": [*inner]}
    if origin is Annotated:
        bounds = next((check for check in inner[1:] if isinstance(check, Within)), None)
        if bounds is None:
            return {"type": "string", "format": "cards"}
        return {"type": "integer", "minimum": bounds.least, "maximum": bounds.most}
    if origin is tuple:
        return {"type": "array", "items": _value(inner[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _value(inner[1])}
    return {"type": {bool: "boolean", int: "integer", str: "string"}[hint]}


def _option() -> dict[str, Any]:
    properties: dict[str, Any] = {
        "default": {"description": "The value that the option has unless players set it."},
        "paragraph": {"description": "The paragraph that states the option.", **_TEXT},
        "about": {"description": "What the option does, in a sentence.", **_TEXT},
        "values": {
            "description": "Each value with the keys that it changes. A flag has the values `on` and `off`.",
            "type": "object",
            "additionalProperties": {"type": "object"},
        },
        "sets": {"description": "The one key that an option sets to a number, in place of `values`.", **_TEXT},
        "least": {"description": "The smallest number, with `sets`.", "type": "integer"},
        "most": {"description": "The largest number, with `sets`.", "type": "integer"},
    }
    assert properties.keys() == {one.name for one in fields(Option)}  # noqa: S101  # none is forgotten
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["default", "paragraph"],
        "properties": properties,
    }


def _example() -> dict[str, Any]:
    """Return the schema of an example: the fields that answers have, but for the id, which comes from the name."""
    properties = msgspec.json.schema(Example)["$defs"]["Example"]["properties"]
    del properties["id"]
    for given in properties.values():
        given.pop("default", None)
    then = {key: {"description": f"Write {kind.asks}."} for key, kind in THEN.items()}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["name"],
        "properties": properties
        | {
            "options": {"description": properties["options"]["description"], "type": "object"},
            "then": {
                "description": properties["then"]["description"],
                "type": "object",
                "additionalProperties": False,
                "properties": then,
            },
        },
    }
