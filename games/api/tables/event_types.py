"""`/event-types`: all types of events, with an example of the `data` of each."""

from collections.abc import Mapping
from typing import Annotated, Any, get_args

from drf_spectacular.utils import extend_schema
from msgspec import Meta, defstruct
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.answers import Answer
from games.api import openapi
from games.api.endpoint import Public
from games.api.tables.event_reference import references
from games.log.codec.names import KINDS
from games.rules.events import Event

_FIELDS = {name.replace("-", "_"): name for name, kind in sorted(KINDS.items()) if kind.type in get_args(Event)}
"""The types of events that a feed can have, by the names of fields."""

EventExamples: Any = defstruct(
    "EventExamples",
    [
        (field, Annotated[Mapping[str, Any], Meta(description=f"The `data` of an event of the type `{name}`.")])
        for field, name in _FIELDS.items()
    ],
    bases=(Answer,),
    namespace={"__doc__": "The `data` of an event of each type, with everything that is hidden during a game."},
    frozen=True,
    module=__name__,
)


class EventTypes(Answer, frozen=True):
    """All types of events."""

    types: Annotated[list[str], Meta(description="The types.")]
    examples: Annotated[EventExamples, Meta(description="An example of the `data` of each type, by its name with `_`.")]


class EventTypesView(Public):
    """All types of events."""

    cost = "static"

    @extend_schema(
        operation_id="get_event_types",
        parameters=openapi.CACHED,
        responses={200: EventTypes, 304: openapi.NOT_MODIFIED},
        tags=["play"],
    )
    def get(self, request: Request) -> Response:
        """Return all types of events that a feed can have, with an example of the `data` of each.

        With it you can test that your client reads every type. The examples do not belong to one game.
        """
        known = references()
        examples = EventExamples(**{field: known[name].example for field, name in _FIELDS.items()})
        answer = etags.answer(request, EventTypes([*_FIELDS.values()], examples))
        answer.headers["Cache-Control"] = "public, max-age=300"
        return etags.lasting(answer)
