"""OpenAPI's document and the page about the API describe every payload, and their examples are payloads."""

from typing import Any

import msgspec
import pytest

from games.api.webhooks.openapi import name_of
from games.readers import Reader
from games.webhooks.payloads import PAYLOADS, PING, Payload, WebhookEvent
from tests.config.service import ROOT
from tests.openapi.document import document


@pytest.fixture(scope="module", name="document")
def _document() -> Any:
    return document()


def test_every_type_has_an_operation_and_a_line_in_the_page(document: Any) -> None:
    types = {*WebhookEvent, PING}
    page = (ROOT / "docs" / "reference" / "live.md").read_text(encoding="utf-8")

    assert {*document["webhooks"]} == types
    assert all(f"| `{name}` |" in page for name in types)
    for methods in document["webhooks"].values():
        operation = methods["post"]
        name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        assert name in document["components"]["schemas"]
        assert [one["name"] for one in operation["parameters"]] == [
            "webhook-id", "webhook-timestamp", "webhook-signature",
        ]  # fmt: skip


@pytest.mark.parametrize("payload", PAYLOADS)
def test_an_example_is_a_payload(payload: type[Payload]) -> None:
    read = Reader(payload)(payload.example)

    assert read.type == name_of(payload)
    assert msgspec.to_builtins(read) == payload.example
