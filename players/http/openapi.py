"""What OpenAPI says of every operation: how callers sign in, and how answers and errors look."""

from collections.abc import Iterator
from enum import Enum
from inspect import cleandoc
from types import UnionType
from typing import Any, Literal, get_args, get_type_hints

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from msgspec.json import schema_components
from rest_framework import serializers

from players.http.answers import Answer
from players.http.problems import CONTENT_TYPE


class ProblemSerializer(serializers.Serializer[Any]):
    """An error (RFC 9457). `code` is stable; other members may be added."""

    type = serializers.CharField(help_text="The address of a page that explains `code`.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable. `GET /problems/{code}` explains it.")
    detail = serializers.CharField(help_text="For people.")
    errors = serializers.DictField(  # type: ignore[assignment]  # also the name of a property, unused here
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="Wrong fields, each with its reasons.",
    )


class Schema(AutoSchema):
    """Names the problem document as the answer of every status that an operation does not list."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the operation with a default answer."""
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is not None:
            component = self.resolve_serializer(ProblemSerializer, "response")
            content = {CONTENT_TYPE: {"schema": component.ref}}
            operation["responses"].setdefault("default", {"description": "A problem.", "content": content})
        return operation

    def _get_response_for_code(self, serializer: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the response; a union of answers, such as `LobbyPage | HistoryPage`, is any of them."""
        if isinstance(serializer, UnionType):
            refs = [self.resolve_serializer(one, "response").ref for one in get_args(serializer)]
            serializer = {"anyOf": refs}
        found: dict[str, Any] = super()._get_response_for_code(serializer, *args, **kwargs)  # type: ignore[no-untyped-call]
        return found


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The access token in the Authorization header."""

    target_class = "players.http.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:  # noqa: ARG002
        """Return the scheme as OpenAPI writes it."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}


class AnswerSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Describes each answer from the class that views build."""

    target_class = "players.http.answers.Answer"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Literal["request", "response"]) -> str:  # noqa: ARG002
        """Return the name of the class."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Literal["request", "response"]) -> dict[str, Any]:
        """Return the schema of the class. What is nested in it becomes components of their own."""
        _, components = schema_components([self.target], ref_template="#/components/schemas/{name}")
        for part in _nested(*get_type_hints(self.target).values()):
            if issubclass(part, Answer):
                auto_schema.resolve_serializer(part, direction)  # type: ignore[arg-type]  # the extension takes classes
            else:
                schema = tidy(components[part.__name__])
                found = ResolvedComponent(part.__name__, ResolvedComponent.SCHEMA, schema, part)  # type: ignore[no-untyped-call]
                auto_schema.registry.register_on_missing(found)
        schema = tidy(components[self.target.__name__])
        example = vars(self.target).get("example")
        return schema if example is None else {**schema, "examples": [example]}


def _nested(*types: Any) -> Iterator[type]:
    """Yield the answers and enums in these types, such as `Person` in `list[Person | None]`."""
    for one in types:
        if arguments := get_args(one):
            yield from _nested(*arguments)
        elif isinstance(one, type) and issubclass(one, Answer | Enum):
            yield one


def tidy(schema: Any) -> Any:
    """Return msgspec's schema without titles, which repeat the name, and with the type that drf-spectacular expects."""
    if not isinstance(schema, dict):
        return schema
    cleaned: dict[str, Any] = {}
    for name, part in schema.items():
        match name:
            case "properties":
                cleaned[name] = {field: tidy(one) for field, one in part.items()}
            case "anyOf" | "prefixItems":
                cleaned[name] = [tidy(one) for one in part]
            case "items" | "additionalProperties":
                cleaned[name] = tidy(part)
            case "description":
                cleaned[name] = cleandoc(part)
            case "enum":
                cleaned["type"] = "integer" if isinstance(part[0], int) else "string"
                # One value needs no component of its own, which drf-spectacular makes of each enum.
                cleaned |= {"const": part[0]} if len(part) == 1 else {"enum": part}
            case "title":
                pass
            case _:
                cleaned[name] = part
    return cleaned
