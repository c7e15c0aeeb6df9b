"""`/games/{id}/proposals`: what players agree on besides the rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http.idempotency import key_of, request_hash
from base.http.problems import CONTENT_TYPE, ProblemDocument
from games import services
from games.api import openapi
from games.api.endpoint import Endpoint
from games.api.header import header_for
from games.api.languages import LANGUAGE
from games.api.tables import requests, schema
from games.api.tables.move_answer import answer_of
from games.api.tables.moves import seat_of
from games.api.tables.problems import REFUSALS
from games.api.tables.proposal_problems import REFUSED
from games.api.tables.service_errors import refusals
from games.clocks import ProposalRefused
from games.rules.events import ProposalKind
from players.authentication import needs, signed_in
from players.rights import Right


class ProposalsView(Endpoint):
    """The proposals of a game."""

    cost = "play"
    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="make_proposal",
        parameters=[LANGUAGE, openapi.MOVE_KEY, openapi.REPLAYED],
        request=requests.ProposalRequest,
        responses={201: schema.MoveAnswer, **REFUSALS, (428, CONTENT_TYPE): ProblemDocument},
        tags=["play"],
    )
    @needs(Right.MOVE)
    def post(self, request: Request, game: UUID) -> Response:
        """Propose a pause, its end, more time for the turn that runs, or to abandon the game.

        You agree to your own proposal. It is accepted when every other player agrees; bots have no vote. If only bots
        play with you, it is accepted at once. It expires after three days. Make one Idempotency-Key for each proposal,
        and repeat the request with it until you have an answer.
        """
        seen = header_for(request, game)
        asked = requests.ProposalRequest.read(request)
        seat_of(seen)
        kind, key = ProposalKind(asked["kind"]), str(key_of(request, required=True))
        with refusals(request), proposal_refusals():
            done = services.propose(
                seen.id, kind, player=signed_in(request).id, key=key, request_hash=request_hash(request)
            )
        return answer_of(request, seen, done, 201)


class VoteView(Endpoint):
    """Your vote on a proposal."""

    cost = "play"
    queries: ClassVar = {"PUT": frozenset({"lang"})}

    @extend_schema(
        operation_id="vote_on_proposal",
        parameters=[LANGUAGE, openapi.KEY, openapi.REPLAYED],
        request=requests.VoteRequest,
        responses={200: schema.MoveAnswer, **REFUSALS},
        tags=["play"],
    )
    @needs(Right.MOVE)
    def put(self, request: Request, game: UUID, proposal: int) -> Response:
        """Vote on the proposal that is open.

        If you disagree, the proposal is rejected. If you are the last to agree, it is accepted. The same vote again
        changes nothing while the proposal is open; after it 409 `proposal_closed`. With an Idempotency-Key you get the
        first answer again.
        """
        seen = header_for(request, game)
        asked = requests.VoteRequest.read(request)
        seat_of(seen)
        with refusals(request), proposal_refusals():
            done = services.vote(
                seen.id,
                proposal,
                agrees=asked["agrees"],
                player=signed_in(request).id,
                key=key_of(request) or "",
                request_hash=request_hash(request),
            )
        return answer_of(request, seen, done, 200)


@contextmanager
def proposal_refusals() -> Iterator[None]:
    """Turn refusals of a proposal or a vote into problems."""
    try:
        yield
    except ProposalRefused as error:
        raise REFUSED[type(error)] from error
