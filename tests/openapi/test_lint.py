"""The lint of OpenAPI's document finds faults, and does not pass where it could not run."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from base.http.renderers import encode
from tests.openapi import lint
from tests.openapi.document import document as whole

pytestmark = pytest.mark.slow
REFERENCE: Final = re.compile(r'"#/components/(\w+)/(\w+)"')


@pytest.fixture
def linted(tmp_path: Path) -> Any:
    lint.install(lint.ROOT / "build" / "openapi")

    def found(document: Any) -> set[str]:
        path = tmp_path / "openapi.json"
        path.write_bytes(encode(document))
        return {line.split(" at ")[0] for line in lint.faults(path, lint.ROOT / "build" / "openapi")}

    return found


def test_faults_and_warnings_are_found(linted: Any) -> None:
    """`make check` lints the whole document. Here a small one is enough, and takes a tenth of the time."""
    document = only("/api/v1/meta")
    assert linted(document) == set()

    operation = document["paths"]["/api/v1/meta"]["get"]
    del operation["summary"], operation["description"]
    document["components"]["schemas"]["ServiceMeta"]["properties"]["server_time"]["type"] = "number?"

    assert linted(document) >= {
        "redocly: operation-summary",
        "redocly: struct",
        "spectral: oas3-schema",
        "spectral: operation-description",
    }


def only(path: str) -> Any:
    """Return OpenAPI's document with this *path* alone, and the components that it needs."""
    document = json.loads(encode(whole()))
    document["paths"] = {path: document["paths"][path]}
    document.pop("webhooks")
    components, kept = document.pop("components"), document.setdefault("components", {})
    while missing := {
        (kind, name) for kind, name in REFERENCE.findall(json.dumps(document)) if name not in kept.get(kind, {})
    }:
        for kind, name in missing:
            kept.setdefault(kind, {})[name] = components[kind][name]
    return document


def test_without_a_registry_nothing_passes(tmp_path: Path) -> None:
    nowhere = ["--registry=http://127.0.0.1:9", "--fetch-retries=0", f"--cache={tmp_path / 'cache'}"]

    with pytest.raises(lint.NotInstalled):
        lint.install(tmp_path, *nowhere)
    assert not (tmp_path / "node_modules" / ".in-step").exists()
