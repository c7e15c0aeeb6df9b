"""What OpenAPI says besides the shapes: parameters, and examples of requests and answers."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from games.api.tables.schema import Table
from players.http.openapi import ProblemSerializer
from players.http.problems import CONTENT_TYPE

PROBLEM: Final = CONTENT_TYPE

KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Made once for this wish: repeated, it gets the first answer.",
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
DRY_RUN: Final = OpenApiParameter("dry_run", bool, description="Only judge the move.")
PAGE: Final = [
    OpenApiParameter("cursor", str, description="`next_cursor` of the page before."),
    OpenApiParameter("limit", int, description="1 to 100 items, 50 by default."),
]


class Conflicting(ProblemSerializer):
    """A 409: the game stands otherwise. `turn_moved_on` and `time_is_up` bring the fresh table."""

    table = Table(required=False)


class Refusal(ProblemSerializer):
    """A 422: wrong fields, or an illegal move with the rule that refuses it."""

    version = serializers.IntegerField(required=False, help_text="Version of the table that refused the move.")
    turn = serializers.IntegerField(required=False, help_text="Number of the decision that is due at that version.")
    reason = serializers.CharField(required=False, help_text="A code for the refusal.")
    paragraph = serializers.CharField(required=False, help_text="Where the rule book says so.")
    example = serializers.CharField(required=False, allow_null=True, help_text="Where an example of it is.")
    moves = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What is open to you at that version."
    )


_GAME: Final = "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47"
_RULESET: Final = "b0f1c3" + "0" * 58

_TABLE: Final[dict[str, Any]] = {
    "id": _GAME,
    "version": 119,
    "head": "sha256:" + "9a" * 32,
    "turn": 42,
    "status": "playing",
    "deal": 3,
    "dealer": 1,
    "ruleset": {
        "key": "mau_mau",
        "hash": f"sha256:{_RULESET}",
        "options": {},
        "href": f"/api/v1/rulesets/{_RULESET}",
        "pack": "french",
    },
    "goal": {"end": "single", "at": None},
    "terms": {
        "clock": {"preset": "daily", "turn": 86_400, "bank": 259_200},
        "absence": "draw-pass",
        "visibility": "public",
        "rated": False,
        "auto_accept": False,
        "sealed": False,
        "bot_pause": 1,
    },
    "unrated": None,
    "nonces_due": None,
    "result": None,
    "seats": [
        {
            "seat": 0,
            "player": {"id": "01975e0c-0000-7000-8000-000000000001", "name": "Merry Otter 427"},
            "bot": None,
            "cards": 2,
            "announced": False,
            "out": False,
            "waiting": False,
            "resigned": False,
            "eliminated": False,
            "score": 12,
            "lost": 0,
            "progress": None,
            "absent": False,
            "hand": ["7S", "JD"],
        },
        {
            "seat": 1,
            "player": None,
            "bot": "clever",
            "cards": 4,
            "announced": False,
            "out": False,
            "waiting": False,
            "resigned": False,
            "eliminated": False,
            "score": 30,
            "lost": 0,
            "progress": None,
            "absent": False,
            "hand": None,
        },
    ],
    "on_turn": 0,
    "ask": "play",
    "direction": 1,
    "up_card": "9S",
    "demand": {"suit": "S", "rank": "9"},
    "nominated": None,
    "penalty": 0,
    "skip": 0,
    "claim": None,
    "windows": [],
    "stock": 18,
    "discards": 8,
    "layout": "7SJD/???? stock:?????????????????? discards:8S8H8DTD7D7H9H9S dealer:1 turn:0 ask:play",
    "you": {
        "seat": 0,
        "hand": ["7S", "JD"],
        "drawn": None,
        "looked": [],
        "offered": None,
        "moves": ["7S!", "7S", "JD>S!", "JD>H!", "JD>D!", "JD>C!"],
        "effects": {"7S": {"draws": {"cards": 2, "whom": "next"}}},
    },
    "deadline": "2026-11-22T09:20:59.000000Z",
    "server_time": "2026-11-21T09:21:07.000000Z",
}
_EVENT: Final[dict[str, Any]] = {
    "version": 120,
    "turn": 42,
    "type": "cards-played",
    "schema": 1,
    "at": "2026-11-21T09:21:08.120533Z",
    "seat": 0,
    "command": "0 7S",
    "data": {"cards": ["7S"], "nominated": "", "target": None, "keeps_demand": False},
    "private": [],
    "hash": "sha256:" + "3c" * 32,
    "secret_digest": "sha256:" + "51" * 32,
    "salt": None,
    "origin": None,
}
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
    "example": f"/api/v1/rulesets/{_RULESET}/examples#neither-suit-nor-rank",
    "moves": ["7S!", "7S", "JD>S!", "JD>H!", "JD>D!", "JD>C!"],
}

_RECEIPT: Final[dict[str, Any]] = {
    "game": _GAME,
    "version": 120,
    "head": "sha256:" + "3c" * 32,
    "at": "2026-11-21T09:21:08.120533Z",
    "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
    "signature": "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
}

NEW_GAME: Final = OpenApiExample(
    "Against three bots",
    {"variant": "mau_mau", "seats": 4, "bots": ["clever", "clever", "novice"], "clock": "fast"},
    request_only=True,
)
TABLE: Final = OpenApiExample(
    "A running game",
    {**_TABLE, "receipt": _RECEIPT | {"version": 119, "head": _TABLE["head"]}},
    response_only=True,
    status_codes=["200", "201"],
)
MOVE: Final = OpenApiExample("A move", {"turn": 42, "move": "7S!"}, request_only=True)
MADE: Final = OpenApiExample(
    "Made", {"events": [_EVENT], "table": _TABLE, "receipt": _RECEIPT}, response_only=True, status_codes=["201"]
)
LEGAL: Final = OpenApiExample("Judged", {"legal": True}, response_only=True, status_codes=["200"])
ILLEGAL: Final = OpenApiExample("Refused", _ILLEGAL, response_only=True, status_codes=["422"], media_type=CONTENT_TYPE)
FEED: Final = OpenApiExample(
    "One event", {"items": [_EVENT], "next_cursor": None}, response_only=True, status_codes=["200"]
)
