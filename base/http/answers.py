"""The base of all answers. A view builds an answer from its class, and OpenAPI is generated from the same class."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar

import msgspec

Timestamp = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time. OpenAPI shows `date-time`; without `tz` msgspec would describe any string."""
TimestampText = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date-time"})]
"""A time as text with six decimals, exactly as it is hashed and signed."""

NextCursor = Annotated[str | None, msgspec.Meta(description="The `cursor` of the next page, or null on the last page.")]


class Answer(msgspec.Struct, frozen=True):
    """The base of every answer, and of every object inside one.

    OpenAPI shows the name and the docstring of the class, the types of its fields, and their descriptions in
    `msgspec.Meta`. A field with the value `msgspec.UNSET` is left out of the JSON.
    """

    example: ClassVar[Mapping[str, Any] | None] = None
    """The example in OpenAPI, as JSON. Subclasses do not inherit it."""
    constraints: ClassVar[Mapping[str, Any]] = {}
    """Keywords of JSON schema about the object as a whole. Subclasses do not inherit them."""
