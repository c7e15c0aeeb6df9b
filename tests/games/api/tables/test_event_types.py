"""`/event-types`: what a client reads before it has played a game."""

from typing import Any, get_args

import jsonschema  # type: ignore[import-untyped]
import pytest

from games.api.tables.event_reference import references
from games.rules.events import Event
from tests.openapi.document import document

pytestmark = pytest.mark.django_db


def test_every_type_of_a_feed_has_an_example_that_fits_openapi(nobody: Any) -> None:
    answer = nobody.get("/event-types")
    content = answer.json()

    assert content["types"] == [name for name, one in references().items() if one.kind in get_args(Event)]
    assert [*content["examples"]] == [name.replace("-", "_") for name in content["types"]]
    jsonschema.validate(content, {"$ref": "#/components/schemas/EventTypes", "components": document()["components"]})
    assert document()["components"]["schemas"]["EventExamples"]["properties"]["cards_played"]["$ref"].endswith(
        "/CardsPlayedData"
    )


def test_it_is_sent_once(nobody: Any) -> None:
    answer = nobody.get("/event-types")

    assert answer.headers["Cache-Control"] == "public, max-age=300"
    assert nobody.get("/event-types", If_None_Match=answer.headers["ETag"]).status_code == 304
