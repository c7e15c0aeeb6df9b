"""The lint of OpenAPI's document finds faults, and does not pass where it could not run."""

import json
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from players.http.renderers import encode
from tests.openapi import lint

pytestmark = pytest.mark.slow


@pytest.fixture
def linted(tmp_path: Path) -> Any:
    lint.install(lint.ROOT / "build" / "openapi")

    def found(document: Any) -> set[str]:
        path = tmp_path / "openapi.json"
        path.write_bytes(encode(document))
        return {line.split(" at ")[0] for line in lint.faults(path, lint.ROOT / "build" / "openapi")}

    return found


def test_faults_and_warnings_are_found(linted: Any) -> None:
    document = json.loads(encode(SchemaGenerator(urlconf="config.urls").get_schema(public=True)))  # type: ignore[no-untyped-call]
    assert linted(document) == set()

    operation = document["paths"]["/api/v1/meta"]["get"]
    del operation["summary"], operation["description"]
    document["components"]["schemas"]["Receipt"]["properties"]["version"]["type"] = "number?"

    assert linted(document) >= {
        "redocly: operation-summary",
        "redocly: struct",
        "spectral: oas3-schema",
        "spectral: operation-description",
    }


def test_without_a_registry_nothing_passes(tmp_path: Path) -> None:
    nowhere = ["--registry=http://127.0.0.1:9", "--fetch-retries=0", f"--cache={tmp_path / 'cache'}"]

    with pytest.raises(lint.NotInstalled):
        lint.install(tmp_path, *nowhere)
    assert not (tmp_path / "node_modules" / ".in-step").exists()
