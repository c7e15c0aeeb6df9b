from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from players.api import urls


@pytest.fixture(scope="module")
def document() -> Any:
    return SchemaGenerator(patterns=urls.urlpatterns).get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


def operations(document: Any) -> list[tuple[str, str, Any]]:
    return [(path, verb, operation) for path, verbs in document["paths"].items() for verb, operation in verbs.items()]


def test_the_document_is_valid_openapi_3_1(document: Any) -> None:
    validate_schema(document)  # type: ignore[no-untyped-call]
    assert document["openapi"].startswith("3.1")


def test_every_operation_describes_itself_and_its_problems(document: Any) -> None:
    for path, verb, operation in operations(document):
        problem = operation["responses"]["default"]["content"]["application/problem+json"]["schema"]
        assert problem == {"$ref": "#/components/schemas/ProblemDocument"}, (path, verb)
        assert operation["description"]
        assert operation["operationId"]


def test_the_access_token_is_asked_for_where_it_is_needed(document: Any) -> None:
    assert document["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    signed = {path for path, _, operation in operations(document) if operation.get("security") == [{"bearer": []}]}
    assert signed == {
        "/auth/logout",
        "/me",
        "/me/apps",
        "/me/apps/{app}",
        "/me/blocks",
        "/me/blocks/{player}",
        "/me/credentials",
        "/me/devices",
        "/me/devices/{installation_id}",
        "/me/email",
        "/me/password",
        "/me/sessions",
        "/me/sessions/{session_id}",
        "/me/tokens",
        "/players",
    }
