"""Parameters and headers that several operations share in OpenAPI."""

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from base.http.idempotency import KEY_SCHEMA
from base.http.parameters import CACHED, KEY, LOCATION, NOT_MODIFIED, PAGE, REPLAYED, limit
from games.api.query import LARGEST

__all__ = ["CACHED", "KEY", "LOCATION", "NOT_MODIFIED", "PAGE", "REPLAYED", "limit"]

MOVE_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    KEY_SCHEMA,
    OpenApiParameter.HEADER,
    required=True,
    description="A key that you make for this move and keep until you have an answer. Without it you get 428.",
)
SHARE: Final = OpenApiParameter(
    "Share-Code",
    str,
    OpenApiParameter.HEADER,
    description="The code of the game's share link. With it you may read a private game that is over.",
)
LINES: Final = OpenApiTypes.STR
"""A text with one JSON object of the page on each line. OpenAPI has no schema for lines."""


def number(name: str, description: str, largest: int = LARGEST, **more: Any) -> OpenApiParameter:
    """Return a parameter of the query, as `games.api.query.number` reads it."""
    schema = {"type": "integer", "minimum": 0, "maximum": largest, **more}
    return OpenApiParameter(name, schema, description=description)


VARIANT: Final = OpenApiParameter("variant", str, description="Only games of the variant with this key.")

PATH: Final = {
    "app": "The id of the app.",
    "check": "The id of the check.",
    "code": "A code of a problem, or of the reason of an illegal move.",
    "delivery": "The id of the delivery.",
    "entry": "The id of the queue entry.",
    "export_id": "The id of the export.",
    "game": "The id of the game.",
    "installation_id": "The id, a UUID, that the app chose when it was installed.",
    "invitation": "The code of a link, or the id of an invitation.",
    "key": "The key of the variant.",
    "other": "The id of the other player.",
    "player": "The id of the player.",
    "proposal": "The number of the proposal.",
    "record": "The id of the imported record.",
    "session_id": "The id of the session.",
    "puzzle": "The id of the puzzle.",
    "subscription": "The id of the subscription.",
    "webhook": "The id of the webhook.",
    "version": "A version of the game, which is the number of its last event.",
}
"""What the parts of addresses mean."""


def describe_path(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Describe the parameters in paths, which no view declares; a postprocessing hook of drf-spectacular."""
    for methods in result["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["name"] in PATH:
                    parameter.setdefault("description", PATH[parameter["name"]])
    return result
