"""`/variants/check` and what is published: rulesets that players write."""

from http import HTTPStatus
from typing import ClassVar, Final
from uuid import UUID

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint
from games.api.openapi import CACHED, KEY, LOCATION, NOT_MODIFIED, REPLAYED
from games.api.variants import custom, schema
from games.api.variants.requests import VariantRequest
from games.services import authoring
from players.http import etags
from players.http.authentication import OwnHand, signed_in
from players.http.idempotency import once
from players.http.parsers import StrictJSONParser

DEALS: Final = OpenApiParameter(
    "deals", int, description=f"1 to {authoring.DEALS} random deals: checked by a worker, so the answer is 202."
)
BODY: Final = {"application/json": VariantRequest, "application/toml": OpenApiTypes.STR}


class Authoring(Endpoint):
    """What authors may do: players with their own hands, in JSON or TOML."""

    bucket = {"POST": "judge"}  # noqa: RUF012 - as Endpoint has it
    permission_classes = (IsAuthenticated, OwnHand)
    parser_classes = (StrictJSONParser, custom.TOMLParser)


class CheckView(Authoring):
    """Checks of rulesets that are not published."""

    queries: ClassVar = {"POST": frozenset({"deals"})}

    @extend_schema(
        operation_id="variant_check",
        parameters=[DEALS, KEY, REPLAYED, LOCATION],
        request=BODY,
        responses={200: schema.Report, 202: schema.Check},
        tags=["rules"],
    )
    def post(self, request: Request) -> Response:
        """Check a ruleset: its schema, every fault with its place, and its examples. Nothing is kept of it.

        With `deals` so many random deals are played besides; the answer names the check, which a worker makes soon
        and which can be read for an hour. As TOML the body is a whole ruleset.
        """
        deals, (sent, base) = custom.deals_of(request), custom.document(request)
        author = signed_in(request).id
        with custom.refusals():
            if deals is None:
                custom.step_aside(request)
                return Response(custom.report_of(authoring.check(author, sent, base)))
            answer = once(
                request,
                lambda: authoring.order(author, sent, base, deals),
                lambda made: _check(UUID(made), author),
                status=HTTPStatus.ACCEPTED,
            )
        answer.headers["Location"] = custom.location(answer.data.id)
        return answer


class OrderedCheckView(Endpoint):
    """A check that was ordered."""

    @extend_schema(
        operation_id="variant_judgement",
        parameters=CACHED,
        responses={200: schema.Check, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request, check: UUID) -> Response:
        """Return a check; its `report` once it is done. Only who ordered it may read it, for an hour."""
        return etags.answer(request, _check(check, signed_in(request).id))


def _check(check: UUID, author: UUID) -> schema.Check:
    found = authoring.ordered(check, author)
    if found is None:
        raise Http404
    return custom.shown(found)
