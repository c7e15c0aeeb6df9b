"""How OpenAPI describes every operation: authentication, answers and problems.

The problems follow from what a view declares: its sign-in, permissions, limits, body, query and path. A view adds in
`responses` only those that its own code raises.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from http import HTTPStatus
from inspect import cleandoc
from types import UnionType
from typing import Any, Final, Literal, get_args, get_type_hints

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from msgspec.json import schema_components

from base.http.answers import Answer
from base.http.deprecation import Deprecation
from base.http.problems import CONTENT_TYPE, ProblemDocument, catalogue

_MEANINGS: Final[Mapping[int, str]] = {
    HTTPStatus.OK: "What you asked for.",
    HTTPStatus.CREATED: "It is made.",
    HTTPStatus.ACCEPTED: "It is stored, and a worker will take care of it.",
    HTTPStatus.NO_CONTENT: "It is done. There is no body.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The service is not ready.",
    HTTPStatus.BAD_REQUEST: "The service cannot understand the request.",
    HTTPStatus.UNAUTHORIZED: "The token, or what you sign in with, is missing, wrong or too old.",
    HTTPStatus.FORBIDDEN: "You may not do this.",
    HTTPStatus.NOT_FOUND: "There is nothing at this address, or nothing that you may see.",
    HTTPStatus.NOT_ACCEPTABLE: "The answer does not exist in a media type that `Accept` names.",
    HTTPStatus.CONFLICT: "The state of what you want to change does not allow it.",
    HTTPStatus.GONE: "It does not work any more.",
    HTTPStatus.PRECONDITION_FAILED: "Somebody has changed it since you read it.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is too large.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "The service does not read bodies of this `Content-Type` here.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "The service understands the request, but cannot do what it says.",
    HTTPStatus.UPGRADE_REQUIRED: "This version of the client is too old. `GET /meta` says which versions are not.",
    HTTPStatus.PRECONDITION_REQUIRED: "A header or a field is missing without which you cannot safely send this.",
    HTTPStatus.TOO_MANY_REQUESTS: "You have sent too many requests. `Retry-After` has the seconds to wait.",
}
"""What each status means, in operations that do not say more."""
_TYPES: Final[Mapping[type, str]] = {bool: "boolean", int: "integer", str: "string"}
"""The types of the values of an enum."""
_FIRST_SENTENCE: Final = re.compile(r"(.+?)\.(?:\s|$)", re.DOTALL)


class Schema(AutoSchema):
    """Adds a summary to each operation, and the problems that follow from what its view declares."""

    def get_summary(self) -> str:
        """Return the first sentence of the description, without its full stop."""
        found = _FIRST_SENTENCE.match(self.get_description())
        return " ".join(found[1].split()) if found else ""

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular's takes no arguments
        """Return the description of the view's method, with a sentence on who may call it, and one on what will end."""
        callers = self.callers() if any(self.get_auth()) else ""
        ending = self._ending()
        parts = str(super().get_description()), callers, ending.sentence() if ending else ""
        return "\n\n".join(filter(None, parts))

    def callers(self) -> str:
        """Return a sentence on which of those who are signed in may call the operation; empty if all may."""
        return ""

    def is_closed_to_some(self) -> bool:
        """Return whether some of those who are signed in may not call the operation."""
        return False

    def is_deprecated(self) -> bool:
        """Return whether the view says that this operation will end."""
        return self._ending() is not None

    def _ending(self) -> Deprecation | None:
        return getattr(self.view, "deprecated", {}).get(self.method)

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the operation with every problem that it can answer. `default` is for faults of the service."""
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        operation.setdefault("security", [])
        responses = operation["responses"]
        problem: dict[str, Any] = self.resolve_serializer(ProblemDocument, "response").ref  # type: ignore[arg-type]  # as below
        for status in self._problems(operation):
            responses.setdefault(str(int(status)), {"content": {CONTENT_TYPE: {"schema": problem}}})
        for status, answer in responses.items():
            answer["description"] = answer.get("description") or _MEANINGS[int(status)]
        content = {CONTENT_TYPE: {"schema": problem}}
        responses["default"] = {"description": "The service is busy, or has a fault.", "content": content}
        operation["responses"] = dict(sorted(responses.items()))
        return operation

    def _problems(self, operation: Mapping[str, Any]) -> Iterator[HTTPStatus]:
        """Yield each status of a problem that follows from the view and the operation."""
        parameters = {(one["in"], one["name"]) for one in operation.get("parameters", ())}
        places = {place for place, _ in parameters}
        has_body = self.method in ("POST", "PATCH") or "requestBody" in operation
        yield HTTPStatus.BAD_REQUEST  # for a NUL in the path or the query, wherever it is
        yield HTTPStatus.NOT_ACCEPTABLE
        if operation["security"]:
            yield HTTPStatus.UNAUTHORIZED
        if operation["security"] and self.is_closed_to_some():
            yield HTTPStatus.FORBIDDEN
        if not getattr(self.view, "for_any_client", True):
            yield HTTPStatus.UPGRADE_REQUIRED
        is_repeated = ("header", "Idempotency-Key") in parameters
        if "path" in places or (
            is_repeated and not getattr(self.view, "lasting", False)
        ):  # what the first request made may be gone
            yield HTTPStatus.NOT_FOUND
        if has_body:
            yield HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            yield HTTPStatus.UNSUPPORTED_MEDIA_TYPE
        if has_body or "query" in places or hasattr(self.view, "queries"):
            yield HTTPStatus.UNPROCESSABLE_ENTITY
        if self.view.throttle_classes:
            yield HTTPStatus.TOO_MANY_REQUESTS

    def _get_response_for_code(self, serializer: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the response. All problems have the schema of `ProblemDocument` (ADR 17)."""
        named = get_args(serializer) if isinstance(serializer, UnionType) else [serializer]
        if all(isinstance(one, type) and issubclass(one, ProblemDocument) for one in named):
            serializer = ProblemDocument
        found: dict[str, Any] = super()._get_response_for_code(serializer, *args, **kwargs)  # type: ignore[no-untyped-call]
        return found


class RequestSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says of each body that unknown fields are refused."""

    target_class = "base.http.fields.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Literal["request", "response"]) -> dict[str, Any]:
        """Return the schema of the serializer."""
        generator: Any = auto_schema  # it has no types
        schema: dict[str, Any] = generator._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001
        return schema | {"additionalProperties": False} if "properties" in schema else schema


class AnswerSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Describes each answer from the class that views build."""

    target_class = "base.http.answers.Answer"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Literal["request", "response"]) -> str:  # noqa: ARG002
        """Return the name of the class."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Literal["request", "response"]) -> dict[str, Any]:
        """Return the schema of the class. What is nested in it becomes components of their own."""
        schema = _schema_of(self.target, auto_schema, direction)
        if self.target is not ProblemDocument:
            return schema
        # One flat schema for all problems: of a union of them, generators make empty classes (ADR 17).
        members: dict[str, dict[str, Any]] = {}
        codes: dict[str, list[str]] = {}
        for code, kind in catalogue().items():
            own = _schema_of(kind.document, auto_schema, direction)
            for name, member in own["properties"].items():
                if name not in schema["properties"]:
                    if _type(members.setdefault(name, member)) != _type(member):
                        raise TypeError(f"The member {name!r} of the problem {code!r} has another type elsewhere.")
                    codes.setdefault(name, []).append(f"`{code}`")
            if "examples" in own:
                schema["examples"] = [*schema.get("examples", ()), *own["examples"]]
        schema["properties"]["code"]["x-extensible-enum"] = [*catalogue()]
        for name, member in sorted(members.items()):
            said = f"{member['description']} Only in problems with the code {' or '.join(codes[name])}."
            schema["properties"][name] = {**member, "description": said}
        return schema


def _schema_of(answer: Any, auto_schema: AutoSchema, direction: Literal["request", "response"]) -> dict[str, Any]:
    """Return the schema of an answer, and register what is nested in it."""
    _, components = schema_components([answer], ref_template="#/components/schemas/{name}")
    for part in _nested(*get_type_hints(answer).values()):
        if issubclass(part, Answer):
            auto_schema.resolve_serializer(part, direction)  # type: ignore[arg-type]  # the extension takes classes
        else:
            schema = tidy(components[part.__name__])
            found = ResolvedComponent(part.__name__, ResolvedComponent.SCHEMA, schema, part)  # type: ignore[no-untyped-call]
            auto_schema.registry.register_on_missing(found)
    schema = tidy(components[answer.__name__]) | vars(answer).get("constraints", {})
    example = vars(answer).get("example")
    return schema if example is None else {**schema, "examples": [example]}


def _type(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in schema.items() if name != "description"}


def make_flat(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Write what generators of clients read in one way only; a postprocessing hook of drf-spectacular (ADR 17).

    A reference stands by itself and not in an `allOf`, from which some make a class of its own. An object of any form
    says so, because some make an empty class of an object without properties.
    """

    def flat(part: Any) -> Any:
        match part:
            case list():
                return [flat(one) for one in part]
            case {"allOf": [{"$ref": reference}], **rest}:
                return {"$ref": reference, **flat(rest)}
            case {"type": "object", **rest} if not rest.keys() & {"properties", "additionalProperties"}:
                return {**part, "additionalProperties": True}
            case {"additionalProperties": {}, **rest} if part["additionalProperties"] == {}:
                return {**flat(rest), "additionalProperties": True}
            case dict():
                return {name: one if name in ("example", "examples") else flat(one) for name, one in part.items()}
            case _:
                return part

    return dict(flat(result))


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
                cleaned["type"] = _TYPES[type(part[0])]
                # One value needs no component of its own, which drf-spectacular makes of each enum.
                cleaned |= {"const": part[0]} if len(part) == 1 else {"enum": part}
            case "title":
                pass
            case _:
                cleaned[name] = part
    return cleaned
