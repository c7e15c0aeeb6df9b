"""How answers are written."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.functional import Promise
from rest_framework.renderers import BaseRenderer


def encode(content: Any) -> bytes:
    """Return content as JSON in UTF-8; instants as RFC 3339 with `Z`, ids and decimals as strings."""
    return _ENCODER.encode(content)


def encode_sorted(content: Any) -> bytes:
    """Return content as `encode` does, but the same bytes for equal content: the keys of objects are sorted."""
    return _SORTED_ENCODER.encode(content)


class JSONRenderer(BaseRenderer):
    """Answers as compact JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,  # noqa: ARG002
        renderer_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> bytes:
        """Return the body; empty for no content."""
        return b"" if data is None else encode(data)


class NDJSONRenderer(JSONRenderer):
    """The items of a list, one JSON object a line."""

    media_type = "application/x-ndjson"
    format = "ndjson"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the lines; a problem is one JSON document as anywhere."""
        items = data.get("items") if isinstance(data, dict) else getattr(data, "items", None)
        if isinstance(items, list):
            return b"".join(encode(item) + b"\n" for item in items)
        return super().render(data, accepted_media_type, renderer_context)


class TextRenderer(JSONRenderer):
    """Answers that are text already, in UTF-8; a problem is a JSON document as anywhere."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"  # type: ignore[assignment]  # JSON names none

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the text that is given, or JSON."""
        if isinstance(data, str):
            return data.encode()
        return data if isinstance(data, bytes) else super().render(data, accepted_media_type, renderer_context)


def _plain(value: object) -> object:
    """Return what msgspec can write for the few types that it does not know."""
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
