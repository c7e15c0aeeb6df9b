"""What generators of clients need: one type for each operation, and names that no language has taken."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.api.reserved_words import KEYWORDS, OPERATIONS, TYPES
from tests.openapi.document import document

JSON = "application/json"
TEXT = {"type": "string"}


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield method, path and description of each operation."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def successes(operation: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the content of each success by its status, without those that have no body."""
    answers = {status: one.get("content") for status, one in operation["responses"].items() if status.startswith("2")}
    return {status: content for status, content in answers.items() if content}


def test_each_operation_has_one_success_schema() -> None:
    """Many generators take the lowest success for the type of the answer, and the first media type of it."""
    for method, path, operation in operations():
        found = successes(operation)
        if not found:
            assert "204" in operation["responses"], (method, path)
            continue
        (content,) = found.values()
        (kind, schema), *others = [(kind, one["schema"]) for kind, one in content.items()]
        assert [*schema] == ["$ref"] if kind == JSON else schema.items() >= TEXT.items(), (method, path)
        assert all(kind != JSON and schema == TEXT for kind, schema in others), (method, path)


ALTERNATIVES = [
    (path, [*content])
    for method, path, operation in operations()
    for content in successes(operation).values()
    if len(content) > 1
]


@pytest.mark.parametrize(("path", "kinds"), ALTERNATIVES)
def test_who_accepts_every_media_type_gets_the_first(anna: Any, path: str, kinds: list[str]) -> None:
    """So do clients that send all media types of the contract, and clients that send none."""
    ids = {"game": anna.opens(seats=2, bots=["novice"])["id"], "code": "invalid_fields", "record": "x"}
    if "{record}" in path:
        record = anna.get(f"/games/{ids['game']}/record").json()
        ids["record"] = anna.post("/records", record).json()["id"]
    where = path.removeprefix("/api/v1").format(**ids)

    for headers in ({}, {"Accept": ", ".join(kinds)}, {"Accept": ", ".join(reversed(kinds))}):
        answer = anna.get(where, **headers)
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, kinds[0]), headers


RESERVED = {language: {*words.split()} for language, words in KEYWORDS.items()}


def camel(name: str) -> str:
    """Return a name as Kotlin, Swift, Dart and Java write it: `get_game` is `getGame`."""
    first, *others = re.split(r"[_-]", name)
    return first.lower() + "".join(map(str.capitalize, others))


def test_operation_ids_are_a_verb_and_what_it_acts_on() -> None:
    """Then they clash with no word, and with no type or tag of the same name: clients have a function `getGame`."""
    ids = [operation["operationId"] for _, _, operation in operations()]

    assert [one for one in ids if not re.fullmatch(r"[a-z]+(_[a-z]+)+", one)] == []
    assert len({camel(one).lower() for one in ids}) == len(ids)
    for language, words in RESERVED.items():
        assert {*ids, *map(camel, ids)} & {*words, *OPERATIONS.split()} == set(), language


def test_schemas_hide_no_type() -> None:
    """Neither their own names, nor those of the types that generators make for the answers of operations."""
    names = [*document()["components"]["schemas"]]

    for language, words in TYPES.items():
        assert {*names} & {*words.split(), *RESERVED[language]} == set(), language
    assert len({name.lower() for name in names}) == len(names)  # each is a file, also where case does not count


def test_every_enum_has_a_name_of_its_own() -> None:
    """A name that drf-spectacular makes ends in `Enum`, and changes when another field gets the same name."""
    names = [*document()["components"]["schemas"]]

    assert [name for name in names if name.endswith("Enum")] == [], "name them in ENUM_NAME_OVERRIDES"


def properties(schema: Any) -> Iterator[str]:
    """Yield the names of all properties in a schema, however deep."""
    if isinstance(schema, dict):
        found = schema.get("properties")
        if isinstance(found, dict) and schema.get("type") == "object":
            yield from found
        for part in schema.values():
            yield from properties(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from properties(part)


def test_no_property_or_parameter_is_a_reserved_word() -> None:
    names = {*properties(document()["components"]["schemas"])}
    assert {"version", "private_fields", "turn", "clock"} <= names
    parameters = {one["name"] for _, _, operation in operations() for one in operation.get("parameters", ())}

    for language, words in RESERVED.items():
        assert {spelled for name in names | parameters for spelled in (name, camel(name))} & words == set(), language
