"""The reference of events: complete, with examples that the log reads, and the same in OpenAPI."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args

import jsonschema  # type: ignore[import-untyped]
import pytest

from base.identifiers import uuid7
from docs.generate import PAGES
from games.api.docstrings import meanings
from games.api.tables.event_reference import WORDS, EventReference, references, typed_data
from games.log.codec import decode, encode
from games.log.redaction import reveal
from games.rules.events import Event
from tests.openapi.document import document

REFERENCES = list(references().values())


@pytest.fixture(scope="module", name="document")
def _document() -> Any:
    return document()


@pytest.mark.parametrize("one", REFERENCES, ids=lambda one: one.name)
def test_a_type_and_its_fields_are_described(one: EventReference) -> None:
    assert one.meaning.endswith(".")
    for field in one.fields:
        assert field.meaning.endswith("."), field.name
        assert field.schema, field.name


@pytest.mark.parametrize("one", REFERENCES, ids=lambda one: one.name)
def test_its_example_is_one(one: EventReference) -> None:
    event = decode(one.name, one.schema, one.kind.EXAMPLE, {})
    again = encode(event)

    assert isinstance(event, one.kind)
    assert {**again.public, **again.secret} == dict(one.kind.EXAMPLE)
    assert one.example.keys() == {field.name for field in one.fields}


@pytest.mark.parametrize("word", WORDS)
def test_every_word_has_a_meaning(word: Any) -> None:
    assert meanings(word).keys() == set(word.__members__)


def test_openapi_has_each_type_of_a_game_by_its_name(document: Any) -> None:
    components = document["components"]["schemas"]
    types = {name for name, one in references().items() if one.kind in get_args(Event)}

    assert len(types) > 40
    for name in types:
        assert "".join(word.capitalize() for word in name.split("-")) + "Data" in components, name
    assert set(components["EventType"]["enum"]) == types
    assert "rated" not in types, "it is in no feed"


@pytest.mark.parametrize("one", [one for one in REFERENCES if one.kind in get_args(Event)], ids=lambda one: one.name)
def test_what_every_viewer_gets_fits_openapi(document: Any, one: EventReference) -> None:
    """Everybody's part, that of the seat, and what is shown when the game is over."""
    schema = {"$ref": f"#/components/schemas/{one.kind.__name__}Data", "components": document["components"]}
    encoded = encode(decode(one.name, one.schema, one.kind.EXAMPLE, {}))
    own = getattr(one.kind, "OWN", ())
    dealt = getattr(one.kind, "DEALT", ())

    for revealed, part in (((), None), (own, None), (dealt, 0), (encoded.secret, None)):
        data, _ = reveal(encoded.public, encoded.secret, revealed, part=part)
        jsonschema.validate(typed_data(one.name, data), schema)


def test_a_feed_fits_openapi_before_and_after_the_end(
    document: Any, anna: Any, bert: Any, stranger: Any, duel: str
) -> None:
    components = document["components"]
    schema = {"$ref": "#/components/schemas/GameEvent", "components": components}
    kinds = {name: one.kind.__name__ for name, one in references().items()}
    viewers = (anna, bert, stranger)
    running = [viewer.feed(duel) for viewer in viewers]
    assert bert.post(f"/games/{duel}/resignation", Idempotency_Key=str(uuid7())).status_code == 201
    over = [viewer.feed(duel) for viewer in viewers]

    assert any("hands_count" in event["data"] for event in running[2])
    for event in [event for feed in (*running, *over) for event in feed]:
        jsonschema.validate(event, schema)
        data = {"$ref": f"#/components/schemas/{kinds[event['type']]}Data", "components": components}
        jsonschema.validate(event["data"], {**data, "unevaluatedProperties": False})


def test_the_page_has_every_type_once() -> None:
    page = PAGES["events"]()

    for name in references():
        assert page.count(f"### {name}\n") == 1


def test_the_feed_counts_the_hidden_lists_of_the_reference() -> None:
    for name, event in references().items():
        documented = {field.name for field in event.fields}
        data = {field: value for field, value in event.kind.EXAMPLE.items() if field != "seat"}

        assert {*typed_data(name, data)} <= documented
        assert {one for one in documented if one.endswith("_count")} <= {*typed_data(name, data)}


def test_many_threads_may_read_what_fields_mean() -> None:
    kinds = [event.kind for event in references().values()]
    meanings.cache_clear()

    with ThreadPoolExecutor(8) as pool:
        found = [*pool.map(meanings, kinds * 2)]

    assert found[: len(kinds)] == found[len(kinds) :]
