"""OpenAPI describes an answer from its class alone."""

from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

import pytest
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.validation import validate_schema
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from base.http.answers import Answer, NextCursor, Timestamp
from base.http.endpoint import Endpoint
from base.http.renderers import encode, encode_sorted


class Colour(StrEnum):
    """Of a bird."""

    RED = "red"
    BLUE = "blue"


class Nest(Answer, frozen=True):
    """Where birds are."""

    height: int


class Bird(Answer, frozen=True):
    """A bird.

    It flies.
    """

    example: ClassVar = {
        "id": "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47",
        "colour": "red",
        "seen": None,
        "nests": [{"height": 3}],
    }
    id: UUID
    colour: Annotated[Colour, Meta(description="Of its feathers.")]
    seen: Annotated[Timestamp | None, Meta(description="When it was seen last.")]
    nests: list[Nest]
    sings: Annotated[bool | UnsetType, Meta(description="Where anybody has heard it.")] = UNSET
    age: Literal["young", "old"] | UnsetType = UNSET
    ring: Literal["steel"] | UnsetType = UNSET


class BirdPage(Answer, frozen=True):
    """Birds."""

    items: list[Bird]
    next_cursor: NextCursor


class Birds(Endpoint):
    """Birds."""

    @extend_schema(operation_id="birds", responses=BirdPage)
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """List the birds."""
        return Response(BirdPage([], None))


@pytest.fixture(scope="module")
def document() -> Any:
    generator: Any = SchemaGenerator(patterns=[path("birds", Birds.as_view())])  # type: ignore[no-untyped-call]
    return generator.get_schema(request=None, public=True)


def test_the_document_is_valid_and_names_the_class(document: Any) -> None:
    validate_schema(document)  # type: ignore[no-untyped-call]
    content = document["paths"]["/birds"]["get"]["responses"]["200"]["content"]
    assert content["application/json"]["schema"] == {"$ref": "#/components/schemas/BirdPage"}
    assert {"Bird", "BirdPage", "Colour", "Nest"} <= document["components"]["schemas"].keys()


def test_fields_types_and_descriptions_are_those_of_the_class(document: Any) -> None:
    bird = document["components"]["schemas"]["Bird"]

    assert bird["description"] == "A bird.\n\nIt flies."
    assert bird["required"] == ["id", "colour", "seen", "nests"]
    assert bird["examples"] == [Bird.example]
    assert bird["properties"] == {
        "id": {"type": "string", "format": "uuid"},
        "colour": {"$ref": "#/components/schemas/Colour", "description": "Of its feathers."},
        "seen": {
            "anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}],
            "description": "When it was seen last.",
        },
        "nests": {"type": "array", "items": {"$ref": "#/components/schemas/Nest"}},
        "sings": {"type": "boolean", "description": "Where anybody has heard it."},
        "age": {"$ref": "#/components/schemas/AgeEnum"},
        "ring": {"type": "string", "const": "steel"},
    }
    assert document["components"]["schemas"]["Colour"] == {
        "type": "string",
        "enum": ["blue", "red"],
        "description": "Of a bird.",
    }


def test_what_is_unset_is_left_out_and_null_is_not() -> None:
    bird = Bird(UUID(int=1), Colour.RED, None, [Nest(3)])

    assert encode(bird) == (
        b'{"id":"00000000-0000-0000-0000-000000000001","colour":"red","seen":null,"nests":[{"height":3}]}'
    )
    assert encode_sorted(bird).startswith(b'{"colour":"red","id":')
