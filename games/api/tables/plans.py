"""`/games/{id}/plan`: what your seat does when its turn comes. Nobody else ever reads that there is a plan."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.problems import CONTENT_TYPE, ProblemDocument
from games import services
from games.api.endpoint import Endpoint
from games.api.header import header_for
from games.api.openapi import CACHED, NOT_MODIFIED
from games.api.tables import requests
from games.api.tables.moves import seat_of
from games.api.tables.plan_problems import NoPlan, NotInGame, OnTurn, OtherDeal
from games.api.tables.plan_schema import PlannedMove, PlanOfSeat
from games.api.tables.problems import Conflict
from games.api.tables.proposal_problems import NotPlaying
from games.api.tables.service_errors import refusals
from games.rules.events import Ask
from games.services.plans import Step
from players.authentication import needs, signed_in
from players.rights import Right

_REFUSED: Final[Mapping[type[Exception], type[Conflict]]] = {
    services.NotPlaying: NotPlaying,
    services.NotInGame: NotInGame,
    services.OtherDeal: OtherDeal,
    services.OnTurn: OnTurn,
}
_NOT_YOURS: Final = {(403, CONTENT_TYPE): ProblemDocument, (409, CONTENT_TYPE): ProblemDocument}


class PlanView(Endpoint):
    """Your plan in one game."""

    cost = "play"

    @extend_schema(
        operation_id="get_plan",
        parameters=[*CACHED],
        responses={200: PlanOfSeat, 304: NOT_MODIFIED, **_NOT_YOURS},
        tags=["play"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Return your plan. You get 404 `no_plan` if you have none, also after it was used or dropped."""
        seen = header_for(request, game)
        plan = services.plan_of(seen.id, seat_of(seen), signed_in(request).id)
        if plan is None:
            raise NoPlan
        return etags.answer(request, _answer(plan.deal, plan.steps))

    @extend_schema(
        operation_id="put_plan",
        request=requests.PlanRequest,
        responses={200: PlanOfSeat, **_NOT_YOURS},
        tags=["play"],
    )
    @needs(Right.MOVE)
    def put(self, request: Request, game: UUID) -> Response:
        """Say what your seat does when its turn comes, in place of the plan that you have.

        When your turn comes, the service makes the first of `moves` that is legal then, like a move of yours: it is in
        the log, and it counts as yours. This takes a few seconds, at most a minute, however many moves you have listed
        and whatever you hold. If you must decide again in the same turn, for example after a draw, the service goes on
        with the moves after it. A plan is used for one turn. If no move of it is legal, it is dropped, and you get the
        notice `your-turn` as if there had been no plan. If it plays, you get none.

        If you move yourself first, or your time runs out, the plan is dropped. It ends with the deal for which it was
        made. Nobody else learns that you have a plan. The same request again changes nothing.
        """
        seen = header_for(request, game)
        asked = requests.PlanRequest.read(request)
        seat_of(seen)
        steps = [Step(one["move"], Ask(one["ask"]) if "ask" in one else None) for one in asked["moves"]]
        try:
            with refusals(request):
                services.make_plan(seen.id, steps, deal=asked["deal"], player=signed_in(request).id)
        except tuple(_REFUSED) as error:
            raise _REFUSED[type(error)] from error
        return Response(_answer(asked["deal"], steps))

    @extend_schema(operation_id="drop_plan", request=None, responses={204: None, **_NOT_YOURS}, tags=["play"])
    @needs(Right.MOVE)
    def delete(self, request: Request, game: UUID) -> Response:
        """Drop your plan, if you have one."""
        seen = header_for(request, game)
        services.drop_plan(seen.id, seat_of(seen))
        return Response(status=204)


def _answer(deal: int, steps: Sequence[Step]) -> PlanOfSeat:
    return PlanOfSeat(deal, [PlannedMove(step.move, step.ask) for step in steps])
