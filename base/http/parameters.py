"""How OpenAPI describes the headers and parameters that several operations share."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from base.http.idempotency import ANONYMOUS_LENGTH, KEY_SCHEMA
from base.http.pagination import CURSOR_SCHEMA, LARGEST_LIMIT, LIMIT


def limit(description: str, largest: int = LARGEST_LIMIT) -> OpenApiParameter:
    """Return the parameter `limit`, as `base.http.pagination.limit_of` reads it."""
    schema = {"type": "integer", "minimum": 1, "maximum": largest, "default": min(LIMIT, largest)}
    return OpenApiParameter("limit", schema, description=description)


KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    KEY_SCHEMA,
    OpenApiParameter.HEADER,
    description="A key that you make for this request, such as a random UUID. A repetition with the same key gets the "
    "first answer again, and changes nothing.",
)
FIRST_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    {**KEY_SCHEMA, "minLength": ANONYMOUS_LENGTH},
    OpenApiParameter.HEADER,
    description="A random key that you make for this request, such as a UUID. A repetition with the same key gets the "
    "same account and tokens again, so keep it secret.",
)
LOCATION: Final = OpenApiParameter(
    "Location", str, OpenApiParameter.HEADER, response=[201, 202], description="The address of what was made."
)
REPLAYED: Final = OpenApiParameter(
    "Idempotency-Replayed",
    str,
    OpenApiParameter.HEADER,
    response=[201, 202],
    description="`true` if this is a repetition: the key had its answer before.",
)
NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of the answer that you have. You get 304 if nothing is new.",
)
ETAG: Final = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 304], description="Send it in `If-None-Match` the next time."
)
CACHED: Final = [NONE_MATCH, ETAG]
"""The headers of operations that answer 304 where nothing is new."""
NOT_MODIFIED: Final = OpenApiResponse(description="Nothing is new.")
PAGE: Final = [
    OpenApiParameter("cursor", CURSOR_SCHEMA, description="The `next_cursor` of the page before."),
    limit("How many items the page may have."),
]
