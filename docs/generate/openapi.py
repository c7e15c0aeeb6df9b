"""The reference of the API, from the OpenAPI document. It can be read without JavaScript."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from docs.generate.markdown import table
from games.api.tables.event_reference import references

Schema = dict[str, Any]


@cache
def document() -> Schema:
    """Return the OpenAPI document. It is built once, which takes a second."""
    return dict(SchemaGenerator().get_schema(public=True))  # type: ignore[no-untyped-call]  # it comes without types


def endpoints() -> str:
    """Return all endpoints by tag. KeyError for a tag that the document does not describe."""
    tags = document()["tags"]
    parts: dict[str, list[str]] = {tag["name"]: [] for tag in tags}
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            parts[operation["tags"][0]].append("\n\n".join(_operation(path, method, operation)))
    for event, methods in document()["webhooks"].items():
        parts["webhooks"].append("\n\n".join(_operation(event, "receive", methods["post"])))
    return "\n\n".join(
        "\n\n".join([f"## {tag['x-displayName']}", tag["description"], *parts[tag["name"]]]) for tag in tags
    )


def schemas() -> str:
    """Return the fields of every named schema, except those of events, which have a page of their own."""
    named = document()["components"]["schemas"]
    return "\n\n".join("\n\n".join(_schema(name, named[name])) for name in sorted(named.keys() - _data().keys()))


@cache
def _data() -> dict[str, str]:
    """Return the type of event whose data a schema describes, by the name of the schema."""
    return {f"{one.kind.__name__}Data": name for name, one in references().items()}


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
        if example := kinds.get("application/json", {}).get("example"):
            yield _json(example)
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
    """Return which values a schema allows, with links to named schemas."""
    match schema:
        case {"$ref": reference}:
            name = str(reference).rpartition("/")[2]
            if name in _data():
                return f"[{name}](events.md#{_data()[name]})"
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
