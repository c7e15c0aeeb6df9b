"""Holds each answer against what OpenAPI says about it: the class that was built is the one that is described."""

import re
from http import HTTPStatus
from typing import Any

import msgspec

from base.http.answers import Answer
from base.http.problems import CONTENT_TYPE, ProblemDocument, catalogue
from base.http.renderers import encode
from games.rules.refusal_reasons import Reason
from tests.openapi.document import document


def operations() -> Any:
    """Return the operations of OpenAPI's document by path and method."""
    return document()["paths"]


def explained(content: bytes) -> None:
    """Check that the catalogue has the problem in *content*, which is what the problem's document declares."""
    problem = msgspec.json.decode(content)
    assert problem["code"] in catalogue(), problem
    assert problem["type"] == f"/api/v1/problems/{problem['code']}"
    assert problem.get("reason") in {None, *Reason}, problem
    document = catalogue()[problem["code"]].document
    assert encode(msgspec.json.decode(content, type=document)) == content, problem


def conforms(response: Any) -> Any:
    """Return *response*, the test client's. Its answer has the class that OpenAPI names, and all that it declares."""
    if response.content and response.headers.get("Content-Type") == CONTENT_TYPE:
        explained(response.content)
    built, kind = getattr(response, "data", None), response.headers.get("Content-Type", "")
    if kind == CONTENT_TYPE:
        assert built is None or isinstance(built, ProblemDocument), built
    if not isinstance(built, Answer) or not response.content or "json" not in kind:
        return response
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", response.resolver_match.route)
    operation = operations().get(path, {}).get(response.request["REQUEST_METHOD"].lower())
    if operation is None and isinstance(built, ProblemDocument):  # a method or a test's own view, which has no entry
        return response
    responses, status = operation["responses"], response.status_code
    assert str(status) in responses or status >= HTTPStatus.INTERNAL_SERVER_ERROR, (path, status, response.content)
    described = responses.get(str(status), responses["default"])["content"]
    assert kind in described, path
    schema, parts = described[kind]["schema"], [(built, response.content)]
    if kind == "application/x-ndjson":  # the items of the page that is the answer in JSON
        schema = described["application/json"]["schema"]
        parts = [*zip(built.items, response.content.splitlines(), strict=True)]  # type: ignore[attr-defined]
    name = "ProblemDocument" if isinstance(built, ProblemDocument) else type(built).__name__
    assert schema == {"$ref": f"#/components/schemas/{name}"}, path
    for part, content in parts:
        assert encode(msgspec.json.decode(content, type=type(part))) == content, path
    return response
