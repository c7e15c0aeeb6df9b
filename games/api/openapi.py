"""What OpenAPI says besides the shapes: parameters, and examples of requests and answers."""

from typing import Final

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema_field
from rest_framework import serializers

from games.api.tables import examples
from games.api.tables.schema import Table
from players.http.openapi import ProblemSerializer
from players.http.problems import CONTENT_TYPE

PROBLEM: Final = CONTENT_TYPE

KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Make one for each request: the same key gets the first answer again.",
)
MOVE_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Made once for this move and kept until there is an answer; 428 without it, unless `dry_run`.",
)
LOCATION: Final = OpenApiParameter(
    "Location", str, OpenApiParameter.HEADER, response=[201, 202], description="Where it is."
)
REPLAYED: Final = OpenApiParameter(
    "Idempotency-Replayed",
    str,
    OpenApiParameter.HEADER,
    response=[201, 202],
    description="`true` where this key had its answer before.",
)
NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of what you have: 304 if nothing is new."
)
ETAG: Final = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 304], description="To be sent in If-None-Match the next time."
)
CACHED: Final = [NONE_MATCH, ETAG]
"""The headers of what is answered by 304 where nothing is new."""
NOT_MODIFIED: Final = OpenApiResponse(description="Nothing is new.")
DRY_RUN: Final = OpenApiParameter("dry_run", bool, description="Only check the move.")
PAGE: Final = [
    OpenApiParameter("cursor", str, description="`next_cursor` of the page before."),
    OpenApiParameter("limit", int, description="1 to 100 items, 50 by default."),
]


@extend_schema_field(Table)  # type: ignore[arg-type]  # the extension takes classes
class _TableField(serializers.Field):  # type: ignore[type-arg]  # it describes and never runs
    """The table in a problem."""


class Conflicting(ProblemSerializer):
    """A 409: the game stands otherwise. `turn_moved_on` and `time_is_up` bring the fresh table."""

    table = _TableField(required=False)


class Refusal(ProblemSerializer):
    """A 422: wrong fields, or an illegal move with the rule that refuses it."""

    version = serializers.IntegerField(required=False, help_text="Version of the table that refused the move.")
    turn = serializers.IntegerField(required=False, help_text="Number of the decision that is due at that version.")
    reason = serializers.CharField(
        required=False, help_text="A code for the refusal. `GET /problems/{reason}` explains it."
    )
    paragraph = serializers.CharField(required=False, help_text="Where the rule book says so.")
    example = serializers.CharField(required=False, allow_null=True, help_text="Where an example of it is.")
    moves = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What is open to you at that version."
    )


_ILLEGAL: Final = {
    "type": "/api/v1/problems/illegal_move",
    "title": "Illegal move",
    "status": 422,
    "code": "illegal_move",
    "detail": "The card has neither the suit nor the rank that is asked for.",
    "version": 119,
    "turn": 42,
    "reason": "does_not_fit",
    "paragraph": "MM-16",
    "example": f"{examples.TABLE['ruleset']['href']}/examples#neither-suit-nor-rank",
    "moves": ["7S!", "7S", "JD>S!", "JD>H!", "JD>D!", "JD>C!"],
}

NEW_GAME: Final = OpenApiExample(
    "Against three bots",
    {"variant": "mau_mau", "seats": 4, "bots": ["clever", "clever", "novice"], "clock": "fast"},
    request_only=True,
)
MOVE: Final = OpenApiExample("A move", {"turn": 42, "move": "7S!"}, request_only=True)
ILLEGAL: Final = OpenApiExample("Refused", _ILLEGAL, response_only=True, status_codes=["422"], media_type=CONTENT_TYPE)
