"""`/me/vacation`: stop the clocks of your games for two."""

from datetime import timedelta
from typing import Final

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http.problems import FieldErrors
from games import services
from games.api.endpoint import Endpoint
from games.api.vacations.requests import VacationRequest
from games.api.vacations.schema import VacationAnswer
from games.services.vacations import VacationState
from players.authentication import needs, signed_in
from players.rights import Right

_DAY: Final = timedelta(days=1)


class VacationView(Endpoint):
    """Your vacation."""

    cost = "lobby"

    @extend_schema(operation_id="get_vacation", responses={200: VacationAnswer}, tags=["me"])
    @needs(Right.SEE_PROFILE)
    def get(self, request: Request) -> Response:
        """Return your vacation, and how many days you have left."""
        return _answer(services.vacation_of(signed_in(request).id))

    @extend_schema(operation_id="take_vacation", request=VacationRequest, responses={200: VacationAnswer}, tags=["me"])
    @needs(Right.ACCOUNT)
    def put(self, request: Request) -> Response:
        """Go on vacation now, or change when your vacation ends.

        The clocks of your games for two stop, for both players, and those of games that start meanwhile. In games of
        more players the clock runs on; the other players do not wait for you. You may still move everywhere. The same
        request again changes nothing.
        """
        asked = VacationRequest.read(request)
        try:
            return _answer(services.take_vacation(signed_in(request).id, asked["until"]))
        except services.VacationRefused as error:
            raise FieldErrors({error.field: [error.fault]}) from error

    @extend_schema(operation_id="end_vacation", request=None, responses={204: None}, tags=["me"])
    @needs(Right.ACCOUNT)
    def delete(self, request: Request) -> Response:
        """End your vacation now. The clocks of your games for two run again, with the time that was left."""
        services.end_vacation(signed_in(request).id)
        return Response(status=204)


def _answer(state: VacationState) -> Response:
    answer = VacationAnswer(
        began=state.began,
        until=state.until,
        days_left=round(state.left / _DAY, 3),
        days_left_next_year=round(state.left_next_year / _DAY, 3),
        server_time=state.now,
    )
    return Response(answer)
