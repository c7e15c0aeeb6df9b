"""What OpenAPI says of every operation: how callers sign in, and how errors look."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from players.http.problems import CONTENT_TYPE


class ProblemSerializer(serializers.Serializer[Any]):
    """An error (RFC 9457). `code` is stable; other members may be added."""

    type = serializers.CharField(help_text="A relative address that stands for `code`.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
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


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The access token in the Authorization header."""

    target_class = "players.http.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:  # noqa: ARG002
        """Return the scheme as OpenAPI writes it."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
