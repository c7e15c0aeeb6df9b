"""`/games/{id}`: the table, and what is done at it."""

from dataclasses import replace
from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.api import openapi
from games.api.endpoint import Endpoint
from games.api.header import REVISION, Glance, glance
from games.api.languages import LANGUAGE, language_of
from games.api.lobby import requests
from games.api.tables import current, schema
from games.api.tables.dry_run import judge
from games.api.tables.feed import feed
from games.api.tables.move_request import command_of, is_dry_run, seat_of, turn_of
from games.api.tables.refusals import refusals
from games.api.tables.table import table_of
from games.api.variants import rulesets
from games.api.variants.effective_rules import rules_of
from games.api.variants.schema import RulesInForce
from games.rules.commands import Move, Resign
from games.rules.game import Status
from games.services import MoveResult
from players.http import etags
from players.http.authentication import signed_in
from players.http.idempotency import REPLAYED, key_of, request_hash


class TableView(Endpoint):
    """A game."""

    @extend_schema(
        operation_id="game",
        parameters=openapi.CACHED,
        responses={200: schema.ReceivedTable, 304: openapi.NOT_MODIFIED},
        tags=["play"],
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return the table as the caller may see it, with an ETag; 304 costs almost nothing, so ask often."""
        return current.answer(request, glance(request, game))


class RulesView(Endpoint):
    """The rules of a game."""

    queries: ClassVar = {"GET": frozenset({"lang"})}

    @extend_schema(
        operation_id="game_rules",
        parameters=[LANGUAGE, *openapi.CACHED],
        responses={200: RulesInForce, 304: openapi.NOT_MODIFIED},
        tags=["rules"],
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return the rules that are in force in this game: its ruleset with its options set. They never change.

        `summary` says them in about ten lines, in the language of `lang`; all else is in English.
        """
        seen, language = glance(request, game), language_of(request)
        etag = etags.weak("rules", seen.id, language, REVISION)
        if etags.is_fresh(request, etag):
            return etags.not_modified(etag)
        row, now, _ = current.together(request, seen)
        content = rules_of(rulesets.of(row.ruleset), len(now.sitters), now.options, language)
        headers = {"ETag": etag, "Content-Language": language, "Vary": "Accept-Language"}
        return Response(content, headers=headers)


class MovesView(Endpoint):
    """The moves of a game."""

    bucket = "play"
    queries: ClassVar = {"POST": frozenset({"dry_run"})}

    @extend_schema(
        operation_id="move",
        parameters=[openapi.MOVE_KEY, openapi.REPLAYED, openapi.DRY_RUN],
        request=requests.MoveRequest,
        responses={
            201: schema.MoveAnswer,
            200: schema.Verdict,
            (409, openapi.PROBLEM): openapi.Conflicting,
            (422, openapi.PROBLEM): openapi.Refusal,
        },
        examples=[openapi.MOVE, openapi.ILLEGAL],
        tags=["play"],
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Make a move: the one critical call.

        `turn` is the decision that it answers: 409 `turn_moved_on` with the fresh table if another one is due. The
        Idempotency-Key is made once for a move and kept until there is an answer: the same key gets the first answer
        again, however late. With `dry_run=true` the move is only judged; no key is needed.
        """
        seen = glance(request, game)
        asked = requests.MoveRequest.read(request)
        turn, seat = turn_of(asked), seat_of(seen)
        if is_dry_run(request):
            judge(request, seen, asked["move"], turn)
            return Response(schema.Verdict(legal=True))
        move = command_of(asked["move"], seat)
        return _answer_of_move(request, seen, move, turn=turn, key=str(key_of(request, required=True)))


class ResignationView(Endpoint):
    """The end of the game for one seat."""

    bucket = "play"

    @extend_schema(
        operation_id="resign",
        parameters=[openapi.KEY, openapi.REPLAYED],
        request=requests.Nothing,
        responses={201: schema.MoveAnswer},
        tags=["play"],
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Give the game up, at any time while it runs."""
        seen = glance(request, game)
        requests.Nothing.read(request)
        move = Resign(seat=seat_of(seen))
        return _answer_of_move(request, seen, move, turn=None, key=key_of(request) or "")


def _answer_of_move(request: Request, seen: Glance, move: Move, *, turn: int | None, key: str) -> Response:
    player = str(signed_in(request).id)
    with refusals(request):
        done = services.make_move(seen.id, move, turn=turn, actor=player, key=key, request_hash=request_hash(request))
    return _told(done, replace(seen, viewer=current.seat_in(done.after, player)))


def _told(done: MoveResult, seen: Glance) -> Response:
    if done.events:
        last = done.events[-1]
        receipt = current.receipt_of(last.stream, last.version, last.hash, last.recorded_at)
    else:  # an accepted word that changes nothing: the head is the one that was there
        receipt = current.receipt_for(done.row)
    answer = schema.MoveAnswer(
        events=feed(done.events, seen.viewer, over=done.after.status == Status.OVER),
        table=table_of(done.after, seen.viewer, current.context_of(done.row, seen)),
        receipt=receipt,
    )
    headers = {REPLAYED: "true"} if done.replayed else {"ETag": seen.etag(done.last)}
    return Response(answer, 201, headers=headers)
