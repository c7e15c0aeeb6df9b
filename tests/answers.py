"""Holds each answer against what OpenAPI says about it: the class that was built is the one that is described."""

import re
from functools import cache
from typing import Any

import msgspec
from drf_spectacular.generators import SchemaGenerator

from games.rules.reasons import Reason
from players.http.answers import Answer
from players.http.problems import CONTENT_TYPE, catalogue
from players.http.renderers import encode


@cache
def operations() -> Any:
    """Return the operations of OpenAPI's document by path and method."""
    return SchemaGenerator(urlconf="config.urls").get_schema(public=True)["paths"]  # type: ignore[no-untyped-call]


def explained(problem: Any) -> None:
    """Check that the catalogue has what *problem* says, and that its type is the address of the entry."""
    assert problem["code"] in catalogue(), problem
    assert problem["type"] == f"/api/v1/problems/{problem['code']}"
    assert problem.get("reason") in {None, *Reason}, problem


def conforms(response: Any) -> Any:
    """Return *response*, the test client's. Its answer has the class that OpenAPI names, and all that it declares."""
    if response.content and response.headers.get("Content-Type") == CONTENT_TYPE:
        explained(response.json())
    built, kind = getattr(response, "data", None), response.headers.get("Content-Type", "")
    if not isinstance(built, Answer) or not response.content or "json" not in kind:
        return response
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", response.resolver_match.route)
    operation = operations()[path][response.request["REQUEST_METHOD"].lower()]
    schema = operation["responses"][str(response.status_code)]["content"][kind]["schema"]
    parts: Any = [(built, response.content)]
    if kind == "application/x-ndjson":
        parts = zip(built.items, response.content.splitlines(), strict=True)  # type: ignore[attr-defined]
    for part, content in parts:
        assert {"$ref": f"#/components/schemas/{type(part).__name__}"} in schema.get("anyOf", [schema]), path
        assert encode(msgspec.json.decode(content, type=type(part))) == content, path
    return response
