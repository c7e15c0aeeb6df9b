"""Nothing disappears from the contract unnoticed: the comparison finds what breaks clients, and names it."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.contract import outline
from tests.contract.outline import Difference

DOCUMENT: Any = {
    "paths": {
        "/games": {
            "get": {
                "operationId": "list_games",
                "parameters": [{"in": "query", "name": "status", "schema": {"type": "string", "enum": ["a", "b"]}}],
                "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/x/GamePage"}}}}},
            },
            "post": {
                "operationId": "open_game",
                "requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": "#/x/Wish"}}}},
                "responses": {"204": {}},
            },
        }
    },
    "components": {
        "schemas": {
            "GamePage": {
                "type": "object",
                "required": ["status", "clock"],
                "properties": {
                    "status": {"$ref": "#/x/Status"},
                    "clock": {"$ref": "#/x/Clock"},
                    "code": {"type": "string", "x-extensible-enum": ["left"]},
                },
            },
            "Wish": {
                "type": "object",
                "required": ["seats"],
                "properties": {"seats": {"type": "integer"}, "clock": {"$ref": "#/x/Clock"}},
            },
            "Clock": {"type": "object", "required": ["turn"], "properties": {"turn": {"type": "integer"}}},
            "Status": {"type": "string", "enum": ["waiting", "over"]},
        }
    },
}


def after(change: Callable[[Any, Any], Any]) -> list[Difference]:
    """Return what differs when *change* has been made to the operations of `/games` and the schemas."""
    document = deepcopy(DOCUMENT)
    change(document["paths"]["/games"], document["components"]["schemas"])
    return outline.differences(outline.outline(DOCUMENT), outline.outline(document))


BREAKS: dict[str, Callable[[Any, Any], Any]] = {
    "list_games": lambda paths, _: paths.pop("get"),
    "open_game": lambda paths, _: paths["post"].update(operationId="make_game"),
    "list_games ? status": lambda paths, _: paths["get"]["parameters"].clear(),
    "list_games ? status = b": lambda paths, _: paths["get"]["parameters"][0]["schema"]["enum"].remove("b"),
    "list_games ? limit": lambda paths, _: paths["get"]["parameters"].append(
        {"in": "query", "name": "limit", "required": True, "schema": {"type": "integer"}}
    ),
    "list_games -> 200 application/json": lambda paths, _: paths["get"]["responses"]["200"].pop("content"),
    "open_game -> 204": lambda paths, _: paths["post"].update(responses={"201": {}}),
    "GamePage.code": lambda _, schemas: schemas["GamePage"]["properties"].pop("code"),
    "GamePage.code = left": lambda _, schemas: schemas["GamePage"]["properties"]["code"].pop("x-extensible-enum"),
    "GamePage.status": lambda _, schemas: schemas["GamePage"].update(required=["clock"]),
    "Status": lambda _, schemas: schemas["Status"].update(type="integer"),
    "Status = over": lambda _, schemas: schemas["Status"]["enum"].remove("over"),
    "Status = late": lambda _, schemas: schemas["Status"]["enum"].append("late"),
    "Wish.clock": lambda _, schemas: schemas["Wish"]["required"].append("clock"),
    "Wish.seats": lambda _, schemas: schemas["Wish"]["properties"].update(seats={"type": "string"}),
    "Wish.name": lambda _, schemas: (
        schemas["Wish"]["required"].append("name"),
        schemas["Wish"]["properties"].update(name={"type": "string"}),
    ),
    "Clock.turn": lambda _, schemas: schemas["Clock"].update(required=[]),
}


@pytest.mark.parametrize(("place", "change"), BREAKS.items(), ids=BREAKS)
def test_a_break_is_found_and_named(place: str, change: Callable[[Any, Any], Any]) -> None:
    found = after(change)

    assert place in {one.place for one in found if one.breaks}
    assert any(str(one).startswith(f"{place} ") for one in found)


ADDITIONS: dict[str, Callable[[Any, Any], Any]] = {
    "open_game ? key": lambda paths, _: paths["post"].update(
        parameters=[{"in": "header", "name": "key", "schema": {"type": "string"}}]
    ),
    "list_games ? status = c": lambda paths, _: paths["get"]["parameters"][0]["schema"]["enum"].append("c"),
    "start_game": lambda paths, _: paths.update(
        put={"operationId": "start_game", "responses": {"204": {}}},
    ),
    "GamePage.name": lambda _, schemas: (
        schemas["GamePage"]["required"].append("name"),
        schemas["GamePage"]["properties"].update(name={"type": "string"}),
    ),
    "GamePage.code = right": lambda _, schemas: schemas["GamePage"]["properties"]["code"]["x-extensible-enum"].append(
        "right"
    ),
    "GamePage.code": lambda _, schemas: schemas["GamePage"]["required"].append("code"),
    "Wish.name": lambda _, schemas: schemas["Wish"]["properties"].update(name={"type": "string"}),
    "Wish.seats": lambda _, schemas: schemas["Wish"].update(required=[]),
    "Status": lambda _, schemas: schemas["Wish"]["properties"].update(name={"$ref": "#/x/Status"}),
}


@pytest.mark.parametrize(("place", "change"), ADDITIONS.items(), ids=ADDITIONS)
def test_an_addition_breaks_nothing(place: str, change: Callable[[Any, Any], Any]) -> None:
    found = after(change)

    assert place in {one.place for one in found}
    assert [str(one) for one in found if one.breaks] == []


def test_the_baseline_is_read_as_it_was_written() -> None:
    lines = outline.outline(DOCUMENT)

    assert outline.read(outline.write(lines)) == lines
    assert outline.write(lines).splitlines()[0] == "Clock: object, sent and answered"


def test_the_contract_is_the_one_that_clients_know() -> None:
    found = outline.differences(outline.read(outline.BASELINE.read_text(encoding="utf-8")), outline.current())

    assert [str(one) for one in found if one.breaks] == [], "clients fail with this"
    assert [str(one) for one in found] == [], "run `make contract`, and write a line in docs/reference/contract.md"
