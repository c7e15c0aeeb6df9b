"""`/games/{id}/analysis`: what the expert would have done."""

from http import HTTPStatus
from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.compression import compressible
from base.http.idempotency import once
from base.http.problems import CONTENT_TYPE, ProblemDocument
from games.api import openapi
from games.api.analyses.answers import analysis_of
from games.api.analyses.problems import TooManyAnalyses
from games.api.analyses.schema import Analysis
from games.api.endpoint import Watched
from games.api.header import header_for
from games.api.languages import LANGUAGE, language_of
from games.api.query import number
from games.api.tables.problems import NotOver
from games.api.tables.requests import Nothing
from games.rules.game import Status
from games.services import analyses
from players.authentication import needs, signed_in
from players.owners import owner_of
from players.rights import Right


class AnalysisView(Watched):
    """The analysis of a game."""

    cost = {"GET": "read", "POST": "check"}  # noqa: RUF012 - as Endpoint has it
    queries: ClassVar = {"GET": frozenset({"after", "lang"}), "POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="get_analysis",
        parameters=[
            openapi.number("after", "The version of the last decision that you have.", default=0),
            LANGUAGE,
            openapi.SHARE,
            *openapi.CACHED,
        ],
        responses={200: Analysis, 304: openapi.NOT_MODIFIED},
        tags=["history"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Return what `expert` would have done at each decision of a game, as far as it is known.

        While the analysis runs, ask again about once a second with `If-None-Match`, or with `after` for new decisions
        alone. Nothing is known of a game that runs: its `status` is `none`.
        """
        seen, language = header_for(request, game), language_of(request)
        after = number(request, "after") if "after" in request.query_params else 0
        return compressible(etags.answer(request, analysis_of(analyses.find(game), seen, language, after=after)))

    @extend_schema(
        operation_id="order_analysis",
        parameters=[LANGUAGE, openapi.SHARE, openapi.KEY, openapi.REPLAYED],
        request=Nothing,
        responses={
            202: Analysis,
            (409, CONTENT_TYPE): ProblemDocument,
            (429, CONTENT_TYPE): ProblemDocument,
        },
        tags=["history"],
    )
    @needs(Right.STUDY)
    def post(self, request: Request, game: UUID) -> Response:
        """Ask what `expert` would have done in a game that is over. A worker finds out, decision by decision.

        A game has one analysis: if somebody has asked for it already, you get that one. Everybody who is signed in and
        may see the game can ask; of a private game these are its players, and those who send the code of its share
        link. For each decision the search knows what its seat knew, and never the hidden cards.
        """
        seen, language = header_for(request, game), language_of(request)
        Nothing.read(request)
        if seen.status != Status.OVER:
            raise NotOver
        try:
            return once(
                request,
                lambda: analyses.order(game, signed_in(request).id, owner=owner_of(request)),
                lambda _: analysis_of(analyses.find(game), seen, language, after=0),
                status=HTTPStatus.ACCEPTED,
            )
        except analyses.TooManyAnalyses as error:
            raise TooManyAnalyses from error
