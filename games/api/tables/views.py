"""`/games/{id}`: the table, and what is done at it."""

from dataclasses import replace
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.api import long_poll, openapi
from games.api.endpoint import Endpoint
from games.api.header import REVISION, Header, header_for
from games.api.languages import LANGUAGE, language_of
from games.api.query import beginning, number
from games.api.tables import current, requests, schema
from games.api.tables.feed import Event, EventPage, feed
from games.api.tables.moves import check_move, command_of, seat_of
from games.api.tables.problems import TurnRequired
from games.api.tables.refusals import refusals
from games.api.tables.table import table_of
from games.api.variants import rulesets
from games.api.variants.effective_rules import rules_of
from games.api.variants.schema import RulesInForce
from games.log.read import read
from games.rules.commands import Move, Resign
from games.rules.game import Status
from players.http import etags
from players.http.authentication import signed_in
from players.http.idempotency import REPLAYED, key_of, request_hash
from players.http.pagination import limit_of
from players.http.problems import FieldErrors
from players.http.renderers import JSONRenderer, NDJSONRenderer


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
        return current.answer(request, header_for(request, game))


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
        seen, language = header_for(request, game), language_of(request)
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
        again, however late. With `dry_run=true` the move is only checked; no key is needed.
        """
        seen = header_for(request, game)
        asked = requests.MoveRequest.read(request)
        if "turn" not in asked:
            raise TurnRequired
        turn, seat = asked["turn"], seat_of(seen)
        dry_run = request.query_params.get("dry_run", "false")
        if dry_run not in ("true", "false"):
            raise FieldErrors({"dry_run": ["true or false, please."]})
        if dry_run == "true":
            check_move(request, seen, asked["move"], turn)
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
        seen = header_for(request, game)
        requests.Nothing.read(request)
        move = Resign(seat=seat_of(seen))
        return _answer_of_move(request, seen, move, turn=None, key=key_of(request) or "")


class EventsView(Endpoint):
    """The feed."""

    renderer_classes = (JSONRenderer, NDJSONRenderer)
    queries: ClassVar = {"GET": frozenset({"after", "cursor", "limit", "wait"})}

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return an async view that waits, around the sync one that reads."""
        read = super().as_view(**initkwargs)

        async def view(request: HttpRequest, game: UUID) -> HttpResponseBase:
            return await long_poll.answer(read, request, game)

        view.cls, view.initkwargs, view.csrf_exempt = cls, initkwargs, True  # type: ignore[attr-defined]
        return view

    def get_throttles(self) -> list[Any]:
        """Count a request that has waited once."""
        return [] if hasattr(self.request, "rate_buckets") else super().get_throttles()

    @extend_schema(
        operation_id="game_events",
        parameters=[
            OpenApiParameter("after", int, description="The last version that you have; 0 by default."),
            OpenApiParameter("cursor", int, description="`next_cursor` of the page before: another name for `after`."),
            OpenApiParameter("limit", int, description="1 to 100 events, 50 by default."),
            OpenApiParameter("wait", int, description="Seconds to wait for an event if there is none yet, up to 25."),
            *openapi.CACHED,
        ],
        responses={
            (200, "application/json"): EventPage,
            (200, "application/x-ndjson"): Event,
            304: openapi.NOT_MODIFIED,
        },
        tags=["play"],
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return the events after a version, in order: none is missing, none comes twice.

        Versions are dense from 1 and the same for everybody. What you may not see is missing inside `data`: a list of
        cards is its length. What you see beyond the public part is named in `private`.

        The chain can be recomputed by any viewer: in `data` replace each list named in `private` by its length (a list
        of lists by the list of their lengths) and drop what else is named there; write the object of `version`, `turn`,
        `type`, `schema`, `at`, `seat`, `command` and `data` as JSON with sorted keys and no blanks. Then
        `hash = SHA-256(hash before ‖ that text ‖ secret_digest)`, with 32 zero bytes before the first. When the game is
        over `secret_digest = SHA-256(salt ‖ JSON of the fields named in private ‖ origin)` can be checked too.

        With `Accept: application/x-ndjson` there is one event a line.
        """
        seen = header_for(request, game)
        after, seconds = beginning(request, "after"), number(request, "wait", long_poll.LONGEST_WAIT)
        limit = limit_of(request)
        known = min(limit + 1, max(0, seen.version - after))  # later ones may be of a game in which another sits there
        events = read(game, after=after, limit=known) if known else []
        over = seen.status == Status.OVER
        if not events and not over:
            request._request.nothing_new = (after, seconds)  # type: ignore[attr-defined]  # noqa: SLF001
        items = feed(events[:limit], seen.viewer, over=over)
        page = EventPage(items, str(items[-1].version) if len(events) > limit else None)
        etag = etags.weak(request.accepted_renderer.media_type, etags.of(page))
        return etags.answer(request, page, etag=etag)


def _answer_of_move(request: Request, seen: Header, move: Move, *, turn: int | None, key: str) -> Response:
    player = str(signed_in(request).id)
    with refusals(request):
        done = services.make_move(seen.id, move, turn=turn, actor=player, key=key, request_hash=request_hash(request))
    seen = replace(seen, viewer=current.seat_in(done.after, player))
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
