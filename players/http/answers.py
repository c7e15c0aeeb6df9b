"""Answers: each is one class, which a view builds, which is sent as JSON, and from which OpenAPI is generated."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar

import msgspec

Timestamp = Annotated[datetime, msgspec.Meta(tz=True)]
"""An instant as OpenAPI's `date-time`. Without the time zone msgspec describes any string."""
TimestampText = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date-time"})]
"""An instant that is text already, with six decimals, as it is hashed and signed."""

NextCursor = Annotated[str | None, msgspec.Meta(description="The `cursor` of the next page; null on the last one.")]


class Answer(msgspec.Struct, frozen=True):
    """The base of every answer, and of every object inside one.

    OpenAPI takes the name and the docstring of the class, the types of its fields, and their descriptions in
    `msgspec.Meta`. A field that may be `msgspec.UNSET` is left out of the JSON where it is.
    """

    example: ClassVar[Mapping[str, Any] | None] = None
    """What OpenAPI shows, as JSON has it. Subclasses do not inherit it."""
