"""The API as pages: what OpenAPI's document says, without a browser that runs scripts."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from drf_spectacular.generators import SchemaGenerator

from docs.generate.markdown import table

Schema = dict[str, Any]
TAGS: Final = {
    "auth": "Sign in",
    "me": "Your account",
    "lobby": "Tables and seats",
    "play": "Play",
    "rules": "Variants and rules",
    "history": "History, fairness and records",
    "players": "Players",
    "standings": "Leaderboards",
    "operation": "Operation",
}
"""Headings by tag, in the order of the page."""


@cache
def document() -> Schema:
    """Return OpenAPI's document."""
    return dict(SchemaGenerator().get_schema(public=True))  # type: ignore[no-untyped-call]  # it comes without types


def endpoints() -> str:
    """Return all endpoints by tag. KeyError for a tag without a heading."""
    parts: dict[str, list[str]] = {tag: [] for tag in TAGS}
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            parts[operation["tags"][0]].append("\n\n".join(_operation(path, method, operation)))
    return "\n\n".join(f"## {TAGS[tag]}\n\n" + "\n\n".join(found) for tag, found in parts.items() if found)


def schemas() -> str:
    """Return the fields of every named shape. Types of events have a page of their own."""
    named = document()["components"]["schemas"]
    events = {reference.rpartition("/")[2] for reference in named["Event"]["discriminator"]["mapping"].values()}
    data = {f"{name.removesuffix('Event')}Data" for name in events}
    return "\n\n".join("\n\n".join(_schema(name, named[name])) for name in sorted(named.keys() - events - data))


def _operation(path: str, method: str, operation: Schema) -> Iterator[str]:
    yield f"### `{method.upper()} {path.removeprefix('/api/v1')}`"
    yield operation.get("description", "")
    parameters = [
        (f"`{one['name']}`", one["in"], type_text(one["schema"]), one.get("description", ""))
        for one in operation.get("parameters", [])
    ]
    if parameters:
        yield table("parameter", "in", "type", "meaning", rows=parameters)
    if body := operation.get("requestBody"):
        kinds = body["content"]
        yield "Body: " + ", ".join(f"{type_text(one['schema'])} (`{kind}`)" for kind, one in kinds.items()) + "."
        for kind, one in kinds.items():
            for example in one.get("examples", {}).values():
                if kind == "application/json":
                    yield _json(example["value"])
    answers = [
        (f"`{status}`", _kinds(answer), answer.get("description", ""))
        for status, answer in operation["responses"].items()
    ]
    yield table("status", "answer", "meaning", rows=answers)


def _kinds(answer: Schema) -> str:
    shapes = dict.fromkeys(type_text(one["schema"]) for one in answer.get("content", {}).values())
    return ", ".join(shapes)


def _json(value: Any) -> str:
    return f"```json\n{json.dumps(value, ensure_ascii=False, indent=2)}\n```"


def _schema(name: str, schema: Schema) -> Iterator[str]:
    yield f"## {name}"
    yield schema.get("description", "")
    if "discriminator" in schema:
        yield "One of the [types of events](events.md), told apart by `type`."
        return
    if "properties" not in schema:
        yield f"{type_text(schema)}."
        return
    required = set(schema.get("required", ()))
    rows = [
        (
            f"`{field}`" if field in required else f"`{field}` (optional)",
            type_text(one),
            one.get("description", ""),
        )
        for field, one in schema["properties"].items()
    ]
    yield table("field", "type", "meaning", rows=rows)


def type_text(schema: Schema) -> str:
    """Say which values a schema takes, with links to those that have a name."""
    match schema:
        case {"$ref": reference}:
            name = str(reference).rpartition("/")[2]
            return f"[{name}](schemas.md#{name.lower()})"
        case {"enum": values}:
            return ", ".join(f"`{json.dumps(value)}`" for value in values)
        case {"oneOf": options} | {"anyOf": options} | {"allOf": options}:
            return " or ".join(dict.fromkeys(type_text(one) for one in options))
        case {"type": "array", "items": items}:
            return f"list of {type_text(items)}"
        case {"type": "object", "additionalProperties": dict(items)} if items:
            return f"object of {type_text(items)}"
        case {"type": list(types)}:
            return " or ".join(types)
        case {"type": str(kind), "format": str(form)}:
            return f"{kind} ({form})"
        case {"type": str(kind)}:
            return kind
        case _:
            return "anything"
