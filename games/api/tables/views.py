"""`/games/{id}`: the table, its rules, its feed, and moves."""

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.compression import compressible
from base.http.idempotency import key_of
from base.http.pagination import limit_of
from base.http.problems import CONTENT_TYPE, ProblemDocument
from base.http.renderers import JSONRenderer, NDJSONRenderer
from games.api import long_poll, openapi
from games.api.endpoint import Endpoint, Watched
from games.api.header import REVISION, header_for
from games.api.languages import LANGUAGE, language_of
from games.api.query import beginning, number
from games.api.tables import current, requests, schema
from games.api.tables.feed import EventPage, feed
from games.api.tables.moves import check_move, command_of, seat_of
from games.api.tables.moving import Moving, answer_of_move
from games.api.tables.problems import REFUSALS, TurnRequired
from games.api.variants import rulesets
from games.api.variants.effective_rules import rules_of
from games.api.variants.schema import EffectiveRules
from games.log.read import read
from games.rules.commands import Resign
from games.rules.game import Status
from players.authentication import needs
from players.rights import Right


class TableView(Watched, long_poll.LongPolled):
    """A game."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"wait", "since", "lang"})}

    @extend_schema(
        operation_id="get_game",
        parameters=[
            openapi.number(
                "wait",
                "How many seconds to wait while `If-None-Match` names the current table.",
                long_poll.LONGEST_WAIT,
                default=0,
            ),
            openapi.number("since", "A version that you know. You also get the `digest` after it."),
            LANGUAGE,
            openapi.SHARE,
            *openapi.CACHED,
        ],
        responses={200: schema.CurrentTable, 304: openapi.NOT_MODIFIED},
        tags=["play"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Return the table as you may see it, with an ETag. A 304 costs almost nothing, so you may ask often.

        With `wait` the service answers when something has happened, or with 304 when the seconds are over. Without
        `If-None-Match`, or with an old ETag, it answers at once. With `since` the answer also says what has happened
        since that version. So one request waits for the move of an opponent and gets it. The lines and the labels of
        your moves are in the language of `lang`.

        The ETag names the table in this language: answers with other `since` have the same one. Nobody waits for a game
        that is over.
        """
        seen, seconds = header_for(request, game), number(request, "wait", long_poll.LONGEST_WAIT)
        since = number(request, "since") if "since" in request.query_params else None
        language = language_of(request)
        if etags.is_fresh(request, seen.etag(language)) and seen.status != Status.OVER:
            self.may_wait(seen.version, seconds)
        answer = current.answer(request, seen, language, since=since)
        return compressible(answer) if seen.status == Status.OVER else answer


class RulesView(Watched):
    """The rules of a game."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"lang"})}

    @extend_schema(
        operation_id="get_game_rules",
        parameters=[LANGUAGE, openapi.SHARE, *openapi.CACHED],
        responses={200: EffectiveRules, 304: openapi.NOT_MODIFIED},
        tags=["rules"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Return the effective rules of this game: its ruleset with the options that it has.

        They never change, so with `lang` a client may use what it has for a day before it asks again. Without `lang`
        they are in the language of your profile, which may change. `summary` explains them in about ten lines. It is in
        this language, like the options. Everything else is in English.
        """
        seen, language = header_for(request, game), language_of(request)
        etag = etags.weak("rules", seen.id, language, REVISION)
        if etags.is_fresh(request, etag):
            answer = etags.not_modified(etag)
        else:
            row, now, _ = current.together(request, seen)
            content = rules_of(rulesets.of(row.ruleset), len(now.sitters), now.options, language)
            answer = Response(content, headers={"ETag": etag})
        if "lang" in request.query_params:
            answer.headers["Cache-Control"] = "private, max-age=86400, immutable"
        return compressible(answer)


class MovesView(Moving):
    """The moves of a game."""

    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="make_move",
        parameters=[LANGUAGE, openapi.MOVE_KEY, openapi.REPLAYED],
        request=requests.MoveRequest,
        responses={201: schema.MoveAnswer, **REFUSALS, (428, CONTENT_TYPE): ProblemDocument},
        tags=["play"],
    )
    @needs(Right.MOVE)
    def post(self, request: Request, game: UUID) -> Response:
        """Make a move.

        `turn` names the decision that the move answers. If another decision is due you get 409 `turn_moved_on` with the
        current table. Make one Idempotency-Key for each move, and repeat the request with it until you have an answer:
        the same key always gets the first answer again.
        """
        seen = header_for(request, game)
        asked = requests.MoveRequest.read(request)
        if "turn" not in asked:
            raise TurnRequired
        move = command_of(asked["move"], seat_of(seen))
        return answer_of_move(request, seen, move, turn=asked["turn"], key=str(key_of(request, required=True)))


class MoveCheckView(Endpoint):
    """Checks of moves."""

    cost = "play"
    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="check_move",
        parameters=[LANGUAGE],
        request=requests.MoveRequest,
        responses={200: schema.LegalMove, **REFUSALS, (428, CONTENT_TYPE): ProblemDocument},
        tags=["play"],
    )
    @needs(Right.MOVE)
    def post(self, request: Request, game: UUID) -> Response:
        """Check whether a move is legal now, and change nothing.

        The body is that of a move. A move that is not legal gets the problem that it would get at
        `/games/{game}/moves`. A check needs no Idempotency-Key and does not use one up. It cannot say what the move
        would lead to, because that may depend on hidden cards.
        """
        seen = header_for(request, game)
        asked = requests.MoveRequest.read(request)
        if "turn" not in asked:
            raise TurnRequired
        language_of(request)  # refuses one that the service does not speak
        check_move(request, seen, asked["move"], asked["turn"])
        return Response(schema.LegalMove(legal=True))


class ResignationView(Moving):
    """The resignation of one seat."""

    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="resign_game",
        parameters=[LANGUAGE, openapi.KEY, openapi.REPLAYED],
        request=requests.Nothing,
        responses={201: schema.MoveAnswer, **REFUSALS},
        tags=["play"],
    )
    @needs(Right.MOVE)
    def post(self, request: Request, game: UUID) -> Response:
        """Resign from the game. You can do so at any time while it runs."""
        seen = header_for(request, game)
        requests.Nothing.read(request)
        move = Resign(seat=seat_of(seen))
        return answer_of_move(request, seen, move, turn=None, key=key_of(request) or "")


class EventsView(Watched, long_poll.LongPolled):
    """The feed."""

    cost = "read"
    renderer_classes = (JSONRenderer, NDJSONRenderer)
    queries: ClassVar = {"GET": frozenset({"after", "cursor", "limit", "wait"})}

    @extend_schema(
        operation_id="list_game_events",
        parameters=[
            openapi.number("after", "The last version that you have.", default=0),
            openapi.number("cursor", "The `next_cursor` of the page before: another name for `after`."),
            openapi.limit("How many events the page may have."),
            openapi.number(
                "wait", "How many seconds to wait for an event if there is none yet.", long_poll.LONGEST_WAIT, default=0
            ),
            openapi.SHARE,
            *openapi.CACHED,
        ],
        responses={
            (200, "application/json"): EventPage,
            (200, "application/x-ndjson"): openapi.LINES,
            304: openapi.NOT_MODIFIED,
        },
        tags=["play"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Return the events after a version, in order. None is missing, and none comes twice.

        Versions count up from 1 without gaps and are the same for everybody. `data` leaves out what you may not see.
        Of a list of cards everybody sees the length, as `cards_count`. `private_fields` names what you see beyond the
        public part.

        Any viewer can recompute the hash chain. In `data` drop every field that `private_fields` names, and rename each
        field `…_count` to the name without `_count`. Write the object of
        `version`, `turn`, `type`, `schema`, `at`, `seat`, `command` and `data` as JSON with sorted keys and no blanks.
        Then `hash = SHA-256(hash of the event before ‖ that text ‖ secret_digest)`, with 32 zero bytes before the first
        event. When the game is over, you can also check
        `secret_digest = SHA-256(salt ‖ JSON of the fields that private_fields names ‖ origin)`.

        With `Accept: application/x-ndjson` you get one event on each line.
        """
        seen = header_for(request, game)
        after, seconds = beginning(request, "after"), number(request, "wait", long_poll.LONGEST_WAIT)
        limit = limit_of(request)
        known = min(limit + 1, max(0, seen.version - after))  # in later events another player may have this seat
        events = read(game, after=after, limit=known) if known else []
        over = seen.status == Status.OVER
        if not events and not over:
            self.may_wait(after, seconds)
        items = feed(events[:limit], seen.viewer, over=over)
        page = EventPage(items, str(items[-1].version) if len(events) > limit else None)
        etag = etags.weak(request.accepted_renderer.media_type, etags.of(page))
        answer = etags.answer(request, page, etag=etag)
        return compressible(answer) if over else answer
