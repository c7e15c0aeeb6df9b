"""Answers as bytes: JSON, lines of JSON, or text."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.functional import Promise
from rest_framework.renderers import BaseRenderer


def encode(content: Any) -> bytes:
    """Return content as JSON in UTF-8. Times are RFC 3339 with `Z`; ids and decimals are strings."""
    return _ENCODER.encode(content)


def encode_sorted(content: Any) -> bytes:
    """Return content as `encode` does, but with sorted keys, so that equal content gives the same bytes."""
    return _SORTED_ENCODER.encode(content)


class JSONRenderer(BaseRenderer):
    """Answers in compact JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,  # noqa: ARG002
        renderer_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> bytes:
        """Return the body. It is empty if there is no content."""
        return b"" if data is None else encode(data)


class NDJSONRenderer(JSONRenderer):
    """The items of a list, one JSON object on each line."""

    media_type = "application/x-ndjson"
    format = "ndjson"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the lines. A problem stays one JSON document."""
        items = data.get("items") if isinstance(data, dict) else getattr(data, "items", None)
        if isinstance(items, list):
            return b"".join(encode(item) + b"\n" for item in items)
        return super().render(data, accepted_media_type, renderer_context)


class TextRenderer(JSONRenderer):
    """Answers that are text, in UTF-8. A problem stays a JSON document."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"  # type: ignore[assignment]  # JSON names none

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the text, or JSON if the content is no text."""
        if isinstance(data, str):
            return data.encode()
        return data if isinstance(data, bytes) else super().render(data, accepted_media_type, renderer_context)


def _plain(value: object) -> object:
    """Return a value that msgspec can write for one of a type that it does not know. Raises TypeError."""
    match value:
        case str():
            return str.__str__(value)
        case Promise():
            return str(value)
        case Mapping():
            return {str(key): entry for key, entry in value.items()}
        case list() | tuple():
            return [*value]
        case _:
            raise TypeError(f"{type(value).__name__} has no JSON form")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
_SORTED_ENCODER = msgspec.json.Encoder(enc_hook=_plain, order="sorted")
