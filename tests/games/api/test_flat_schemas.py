"""Generated clients can read and send every field: none has several types, or an object without a form by chance."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.openapi.document import document

ANY_FORM = {
    "AccountExport.document": "what the service holds, by table",
    "DigestLine.data": "it has the schema of its type, as in GameEvent",
    "EffectiveRules.rules": "what TOML may have",
    "GameEvent.data": "it has the schema of its type, such as CardsPlayedData",
    "Example.then": "what TOML may have",
    "GameOpenedData.options": "plain, as it was hashed; the table has typed options",
    "GameOpenedData.terms": "as it was hashed; the table has typed terms",
    "JsonRecord.lines[]": "a line of the notation by its kind",
    "JsonRecord.tags": "the tags of the notation",
    "PatchedProfileChange.preferences": "what a client wants to keep",
    "RulesetSchema.patternProperties": "a JSON Schema",
    "RulesetSchema.properties": "a JSON Schema",
    "Profile.preferences": "what a client wants to keep",
    "Ruleset.rules": "what TOML may have",
    "VariantRequest.changes": "what TOML may have",
    "VariantRequest.examples[]": "what TOML may have",
    "VariantRequest.ruleset": "what TOML may have",
}
"""Objects of any form, and why (ADR 17)."""
NULL = {"type": "null"}


@pytest.fixture(scope="module", name="document")
def _document() -> Any:
    return document()


def parts(place: str, schema: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each schema in *schema* with its place."""
    yield place, schema
    for name, one in schema.get("properties", {}).items():
        yield from parts(f"{place}.{name}", one)
    for word, sign in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(schema.get(word), dict):
            yield from parts(place + sign, schema[word])
    for word in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(word, ()):
            yield from parts(place, one)


def every_part(document: Any) -> list[tuple[str, dict[str, Any]]]:
    """Return the schemas of components, parameters, bodies and answers."""
    found = [(name, one) for name, one in document["components"]["schemas"].items()]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            where = f"{method.upper()} {path}"
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            contents = [content for body in bodies for content in body.get("content", {}).items()]
            found += [(where, one["schema"]) for _, one in contents]
            found += [(f"{where} {one['name']}", one["schema"]) for one in operation.get("parameters", ())]
    return [part for place, schema in found for part in parts(place, schema)]


def test_a_field_has_one_type(document: Any) -> None:
    for place, schema in every_part(document):
        for word in ("anyOf", "oneOf"):
            assert len([one for one in schema.get(word, [NULL, {}]) if one != NULL]) == 1, (place, schema)
        types = schema.get("type", "string")
        assert isinstance(types, str) or len({*types} - {"null"}) == 1, (place, schema)
        assert "allOf" not in schema, (place, schema)
        assert "discriminator" not in schema, (place, schema)


def test_an_object_of_any_form_is_one_on_purpose(document: Any) -> None:
    free = set()
    for place, schema in every_part(document):
        assert schema, f"{place} has no type"
        assert schema.keys() & {"type", "$ref", "anyOf", "oneOf", "enum", "const"}, (place, schema)
        if schema.get("additionalProperties") is True:
            free.add(place)
        elif schema.get("type") == "object":
            assert schema.keys() & {"properties", "additionalProperties"}, place

    assert free == ANY_FORM.keys()


def test_options_and_clock_are_the_same_in_requests_and_answers(document: Any) -> None:
    schemas = document["components"]["schemas"]
    value, clock = ({"$ref": f"#/components/schemas/{name}"} for name in ("OptionValue", "GameClock"))

    for name in ("GameRequest", "Pinned", "PinnedTable"):
        assert schemas[name]["properties"]["options"]["additionalProperties"] == value
    for name in ("GameRequest", "Terms"):
        assert schemas[name]["properties"]["clock"].items() >= clock.items()
    assert {name: one["type"] for name, one in schemas["OptionValue"]["properties"].items()} == {
        "flag": "boolean", "number": "integer", "choice": "string"
    }  # fmt: skip
    turn = schemas["GameClock"]["properties"]["turn"]
    assert (turn["type"], turn["minimum"], turn["maximum"]) == ("integer", 1, 2_592_000)
