"""`/variants/check` and what is published: rulesets that players write."""

from http import HTTPStatus
from typing import Any, ClassVar, Final
from uuid import UUID

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint
from games.api.openapi import CACHED, KEY, LOCATION, NOT_MODIFIED, REPLAYED
from games.api.variants import check_schema as serializers
from games.api.variants import custom as asked
from games.services import authoring
from players.http import etags
from players.http.authentication import OwnHand, signed_in
from players.http.idempotency import once
from players.http.parsers import StrictJSONParser

DEALS: Final = OpenApiParameter(
    "deals", int, description=f"1 to {authoring.DEALS} random deals: judged by a worker, so the answer is 202."
)
BODY: Final = {"application/json": serializers.VariantRequest, "application/toml": OpenApiTypes.STR}


class Authoring(Endpoint):
    """What authors may do: players with their own hands, in JSON or TOML."""

    bucket = {"POST": "judge"}  # noqa: RUF012 - as Endpoint has it
    permission_classes = (IsAuthenticated, OwnHand)
    parser_classes = (StrictJSONParser, asked.TOMLParser)


class CheckView(Authoring):
    """Judgements on rulesets that are not published."""

    queries: ClassVar = {"POST": frozenset({"deals"})}

    @extend_schema(
        operation_id="variant_check",
        parameters=[DEALS, KEY, REPLAYED, LOCATION],
        request=BODY,
        responses={200: serializers.Report, 202: serializers.Judgement},
        tags=["rules"],
    )
    def post(self, request: Request) -> Response:
        """Judge a ruleset: its schema, every fault with its place, and its examples. Nothing is kept of it.

        With `deals` so many random deals are played besides; the answer names the judgement, which a worker makes soon
        and which can be read for an hour. As TOML the body is a whole ruleset.
        """
        deals, (sent, base) = asked.deals_of(request), asked.document(request)
        author = signed_in(request).id
        with asked.refusals():
            if deals is None:
                asked.step_aside(request)
                return Response(authoring.check(author, sent, base))
            answer = once(
                request,
                lambda: authoring.order(author, sent, base, deals),
                lambda made: _judgement(UUID(made), author),
                status=HTTPStatus.ACCEPTED,
            )
        answer.headers["Location"] = asked.location(answer.data["id"])
        return answer


class JudgementView(Endpoint):
    """A judgement that was ordered."""

    @extend_schema(
        operation_id="variant_judgement",
        parameters=CACHED,
        responses={200: serializers.Judgement, 304: NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request, judgement: UUID) -> Response:
        """Return a judgement; its `report` once it is done. Only who ordered it may read it, for an hour."""
        return etags.answer(request, _judgement(judgement, signed_in(request).id))


def _judgement(judgement: UUID, author: UUID) -> dict[str, Any]:
    found = authoring.ordered(judgement, author)
    if found is None:
        raise Http404
    return asked.shown(found)
