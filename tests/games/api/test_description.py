"""OpenAPI's document describes everything in words, and each problem and bound exactly as the service has it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from base.identifiers import uuid7
from tests.games.api.conftest import API, Caller
from tests.games.puzzling import a_puzzle
from tests.openapi.document import document

MOST_SENT = 60_000
"""Longer texts would get 413 for the body."""


def operations() -> list[tuple[str, str, Any]]:
    """Return method, path and description of each operation."""
    return [
        (method.upper(), path, one) for path, methods in document()["paths"].items() for method, one in methods.items()
    ]


def named(schema: Any) -> Any:
    """Return the component that a schema refers to, or the schema itself."""
    return document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def test_the_service_introduces_itself() -> None:
    info = document()["info"]

    assert {*info} == {"title", "version", "description", "contact", "license"}
    assert info["license"] == {"name": "MIT", "identifier": "MIT"}
    assert [one["url"] for one in document()["servers"]] == ["/"]


def test_each_operation_has_a_summary_a_description_and_a_tag() -> None:
    tags = {one["name"] for one in document()["tags"] if one["description"] and one["x-displayName"]}
    summaries = []
    for method, path, operation in operations():
        summaries.append(operation["summary"])
        assert 10 < len(operation["summary"]) <= 120, (method, path)
        assert operation["description"].replace("\n", " ").startswith(operation["summary"]), (method, path)
        assert {*operation["tags"]} <= tags, (method, path)
        assert operation["operationId"], (method, path)
        assert any(status.startswith("4") for status in operation["responses"]), (method, path)
        assert all(one["description"] for one in operation["responses"].values()), (method, path)

    assert len({*summaries}) == len(summaries)


def test_each_parameter_header_and_field_has_a_description() -> None:
    silent = []
    for method, path, operation in operations():
        silent += [f"{method} {path} {one['name']}" for one in operation.get("parameters", ()) if not said(one)]
        for answer in operation["responses"].values():
            silent += [f"{method} {path} {name}" for name, one in answer.get("headers", {}).items() if not said(one)]
    for name, component in document()["components"]["schemas"].items():
        silent += [name] if "enum" not in component and not said(component) else []
        silent += [f"{name}.{field}" for field, one in component.get("properties", {}).items() if not said(one)]

    assert silent == []


def said(schema: Any) -> str:
    """Return the description of a schema, or of the component that it refers to."""
    found: str = schema.get("description") or named(schema).get("description", "")
    return found


def test_each_number_in_a_query_has_bounds() -> None:
    unbound = [
        (path, one["name"])
        for _, path, operation in operations()
        for one in operation.get("parameters", ())
        if one["in"] == "query" and one["schema"].get("type") == "integer" and {"minimum", "maximum"} - {*one["schema"]}
    ]

    assert unbound == []


@pytest.fixture
def places(anna: Caller) -> dict[str, str]:
    """What there is, by the names of the parts of addresses."""
    anna.upgrade()
    table, waiting = anna.opens(bots=["novice"]), anna.opens()["id"]
    webhook = anna.post("/webhooks", {"url": "https://hook.example.org/", "events": ["game.over"]}).json()["id"]
    app = anna.post("/me/apps", {"name": "App", "kind": "public", "redirect_uris": ["https://app.example/"]})
    return {
        "game": table["id"],
        "content": table["ruleset"]["hash"],
        "invitation": anna.post(f"/games/{waiting}/invitations", {}).json()["code"],
        "key": "mau_mau",
        "player": anna.id,
        "other": str(uuid7()),
        "code": "not_found",
        "proposal": "1",
        "puzzle": str(a_puzzle().id),
        "version": "1",
        "session_id": str(uuid7()),
        "app": app.json()["id"],
        "check": str(uuid7()),
        "record": str(uuid7()),
        "subscription": anna.post("/me/subscriptions", {"kind": "news"}).json()["id"],
        "webhook": webhook,
        "delivery": anna.post(f"/webhooks/{webhook}/test").json()["id"],
        "entry": anna.post("/queue-entries", {"variant": "mau_mau", "seats": 2}).json()["id"],
        "installation_id": str(uuid7()),
        "export_id": str(uuid7()),
    }


def test_numbers_of_a_query_are_taken_within_their_bounds_and_refused_beyond(
    anna: Caller, places: dict[str, str]
) -> None:
    tried = 0
    for method, path, operation in operations():
        for one in operation.get("parameters", ()):
            bounds = one["schema"]
            if method != "GET" or one["in"] != "query" or "maximum" not in bounds:
                continue
            where = path.removeprefix(API).format(**places)
            needed = {"/variants": f"author={anna.id}&", "/players": "prefix=an&"}.get(where, "")
            for value in (bounds["minimum"], bounds["maximum"]):
                if one["name"] != "wait" or value == 0:
                    answer = anna.get(f"{where}?{needed}{one['name']}={value}")
                    assert answer.status_code == 200, (path, one["name"], value, answer.content)
            for value in (bounds["minimum"] - 1, bounds["maximum"] + 1):
                answer = anna.get(f"{where}?{needed}{one['name']}={value}")
                assert answer.status_code == 422, (path, one["name"], value)
                assert {*answer.json()["errors"]} == {one["name"]}
            tried += 1

    assert tried > 15


def test_fields_of_a_body_are_refused_beyond_their_bounds(anna: Caller, places: dict[str, str]) -> None:
    tried = 0
    for method, path, operation in operations():
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        for field, schema in named(body).get("properties", {}).items():
            for value in wrong_values(schema):
                headers = {"Idempotency_Key": str(uuid7()), "If_Match": "*"}
                where = path.removeprefix(API).format(**places)
                content = json.dumps({field: value}).encode()
                if path.endswith(("/records", "/me")):  # one has no fields that are checked, one needs an ETag first
                    continue
                answer = anna.raw(method, where, content, **headers)
                assert answer.status_code == 422, (path, field, value, answer.content)
                refused = {name.partition(".")[0] for name in answer.json()["errors"]}
                assert field in refused, (path, field, value, answer.content)
                tried += 1

    assert tried > 30


def wrong_values(schema: Any) -> Iterator[Any]:
    """Yield a value beyond each bound of a schema."""
    schema = named((schema.get("allOf") or [schema])[0])
    match schema:
        case {"enum": _} | {"type": "string", "pattern": _}:
            yield "no such value\n"
        case {"maxLength": most} if most < MOST_SENT:
            yield "x" * (most + 1)
        case {"minimum": least, "maximum": most}:
            yield from (least - 1, most + 1)
        case {"type": "boolean"}:
            yield "true"
        case {"type": "array", "maxItems": most, "items": {"pattern": _}}:
            yield ["novice"] * (most + 1)
        case _:
            pass


def test_each_problem_is_documented_where_it_can_happen_and_nowhere_else(anna: Caller, places: dict[str, str]) -> None:
    """Of those that follow from what a view declares. `tests.answers` checks the others with each answer of a test."""
    nothing = {name: str(uuid7()) for name in places} | {"proposal": "1", "version": "1"}
    for method, path, operation in sorted(operations(), key=lambda one: one[0] == "DELETE"):
        where, nowhere = (path.removeprefix(API).format(**ids) for ids in (places, nothing))
        largest = 1 << 20 if path.endswith("/records") else 64 << 10
        writes = method in ("POST", "PATCH") or "requestBody" in operation
        if operation["operationId"] == "erase_me":  # nobody could go on after it
            continue
        found = {
            "406": anna.raw(method, where, b"", Accept="image/x-none"),
            "415": anna.raw(method, where, b"<x/>" if writes else b"", Content_Type="text/x-none"),
            "413": anna.raw(method, where, b" " * (largest + 1) if writes else b""),
        }
        for status, answer in found.items():
            got, documented = str(answer.status_code) == status, status in operation["responses"]
            assert got == documented, (method, path, status, answer.status_code, answer.content)
        unsigned = Caller().raw(method, where, b"")
        if {} not in operation["security"]:  # without a token these show only what is public
            assert (unsigned.status_code == 401) == bool(operation["security"]), (method, path, unsigned.content)
        if "{" in path and method != "PUT":
            missing = anna.raw(method, nowhere, b"{}" if writes else b"", Idempotency_Key=str(uuid7()))
            assert missing.status_code == 404, (method, path, missing.content)
            assert "404" in operation["responses"], (method, path)
        if path.endswith("/auth/logout"):
            continue
        unknown = anna.raw(method, f"{where}?nonsense=1", b"{}" if writes else b"", If_Match="*")
        if unknown.status_code == 422:
            assert "422" in operation["responses"], (method, path)
