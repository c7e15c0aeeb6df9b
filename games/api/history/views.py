"""`/games/{id}/states`, `/digest` and `/fairness`, and `/players/{id}`: the past of games and players."""

from datetime import datetime
from typing import ClassVar, cast
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.compression import compressible
from base.http.pagination import limit_of
from base.http.problems import CONTENT_TYPE, FieldErrors, ProblemDocument
from base.http.renderers import JSONRenderer, NDJSONRenderer
from games.api import openapi
from games.api.endpoint import Endpoint, Watched
from games.api.header import REVISION, Header, header_for
from games.api.history import replays, schema, statistics
from games.api.history.fairness import disclosure_of
from games.api.history.games import ASKED, history
from games.api.languages import LANGUAGE, language_of
from games.api.old_reads import STALENESS, derived, past_of
from games.api.openapi import CACHED, LINES, NOT_MODIFIED, PAGE, SHARE, VARIANT
from games.api.query import beginning
from games.api.tables.current import receipt_of
from games.api.tables.digest import DigestPage, digest_page
from games.api.tables.feed import read_by
from games.api.tables.schema import GameStatus, GameTable
from games.api.variants import rulesets
from games.log.read import read
from games.rules.game import Status
from players.authentication import needs, signed_in
from players.rights import Right

_SEAT = OpenApiParameter(
    "seat",
    {"type": "string", "pattern": f"^({replays.ALL}|[0-9]|1[0-4])$"},
    description=f"Only when the game is over: the seat whose view you want, or `{replays.ALL}` for all cards.",
)

_FILTERS = [
    VARIANT,
    OpenApiParameter("opponent", UUID, description="Only games that this other player played, too."),
    OpenApiParameter("result", str, enum=schema.RESULTS, description="Only games with this result for the player."),
    OpenApiParameter("since", datetime, description="Only games that ended at this time or later."),
    OpenApiParameter("until", datetime, description="Only games that ended before this time."),
]


class StateView(Watched):
    """The table at a version."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"seat", "lang"})}

    @extend_schema(
        operation_id="get_game_state",
        parameters=[_SEAT, LANGUAGE, SHARE, *CACHED, STALENESS],
        responses={200: GameTable, 304: NOT_MODIFIED, (403, CONTENT_TYPE): ProblemDocument},
        tags=["history"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID, version: int) -> Response:
        """Return the table as you saw it when the event of this version was the last one.

        `deadline` is the deadline at that time, and `server_time` is the time of the event. While the game runs you get
        only your own view. When it is over `seat` selects the view of any seat, and only names change in the answer.
        A version that does not exist is a 404.
        """
        seen = header_for(request, game)
        return past_of(seen, request, lambda: replays.state(request, seen, version))


class StatesView(Watched):
    """The tables at many versions."""

    cost = "read"
    renderer_classes = (JSONRenderer, NDJSONRenderer)
    queries: ClassVar = {"GET": frozenset({"after", "cursor", "limit", "seat", "lang"})}

    @extend_schema(
        operation_id="list_game_states",
        parameters=[
            openapi.number("after", "The last version that you have.", default=0),
            openapi.number("cursor", "The `next_cursor` of the page before: another name for `after`."),
            openapi.limit("How many tables the page may have."),
            _SEAT,
            LANGUAGE,
            SHARE,
            *CACHED,
            STALENESS,
        ],
        responses={
            (200, "application/json"): schema.StatePage,
            (200, "application/x-ndjson"): LINES,
            304: NOT_MODIFIED,
            (403, CONTENT_TYPE): ProblemDocument,
        },
        tags=["history"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Return the tables after a version, one for each version, as `/states/{version}` returns them.

        A page costs about as much as one table. With `Accept: application/x-ndjson` you get one table on each line.
        """
        seen = header_for(request, game)
        after, limit = beginning(request, "after"), limit_of(request)
        return past_of(seen, request, lambda: replays.states(request, seen, after=after, limit=limit))


class DigestView(Watched):
    """The digest of a game: what happened since a version, in sentences."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"since", "cursor", "limit", "lang"})}

    @extend_schema(
        operation_id="get_game_digest",
        parameters=[
            openapi.number("since", "The last version that you know.", default=0),
            openapi.number("cursor", "The `next_cursor` of the page before: another name for `since`."),
            openapi.limit("How many lines the page may have."),
            LANGUAGE,
            SHARE,
            *CACHED,
            STALENESS,
        ],
        responses={200: DigestPage, 304: NOT_MODIFIED},
        tags=["history"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Return what happened after a version, as codes and as sentences. Events that do not matter are left out.

        `data` is the `data` of the event of this `version` in the feed. `seconds` counts whole seconds from the time at
        which the decision was due. `by_clock` is true if the seat let its time run out.
        """
        seen = header_for(request, game)
        language = language_of(request)
        since, limit = beginning(request, "since"), limit_of(request)
        return past_of(
            seen, request, lambda: etags.answer(request, digest_page(seen, language, since=since, limit=limit))
        )


class FairnessView(Watched):
    """The fairness of a game."""

    cost = "read"

    @extend_schema(
        operation_id="get_game_fairness",
        parameters=[SHARE, *CACHED, STALENESS],
        responses={200: schema.Fairness, 304: NOT_MODIFIED},
        tags=["history"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Return commitment, nonces and random acts, and when the game is over the seed and the cards of each act.

        `docs/check_fairness.py` repeats every act from this answer without any code of the service.
        """
        seen = header_for(request, game)
        etag = etags.weak("fairness", seen.version, REVISION)
        if etags.is_fresh(request, etag):
            return etags.not_modified(etag)
        return compressible(past_of(seen, request, lambda: etags.answer(request, _fairness(seen), etag=etag)))


def _fairness(seen: Header) -> schema.Fairness:
    recorded = read(seen.id, limit=seen.version)
    events = read_by(recorded, None, over=seen.status == Status.OVER)
    disclosed, last = disclosure_of(events), recorded[-1]
    signed = receipt_of(seen.id, last.version, last.hash, last.recorded_at)
    return schema.Fairness(
        game=seen.id,
        status=cast("GameStatus", seen.status),
        **disclosed._asdict(),
        head=signed.head,
        receipt=signed,
        ruleset=rulesets.of(events[0]["data"]["ruleset"]).content.decode(),
    )


class PlayerView(Endpoint):
    """A player."""

    cost = "read"

    @extend_schema(
        operation_id="get_player",
        parameters=[*CACHED, STALENESS],
        responses={200: schema.PlayerProfile, 304: NOT_MODIFIED},
        tags=["players"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request, player: UUID) -> Response:
        """Return the profile of a player. Their private games count only if you are that player."""
        return derived(request, lambda: etags.answer(request, statistics.profile(player, signed_in(request).id)))


class PlayerGamesView(Endpoint):
    """The history of a player."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"variant", "cursor", "limit"}) | ASKED}

    @extend_schema(
        operation_id="list_player_games",
        parameters=[*_FILTERS, *PAGE, *CACHED, STALENESS],
        responses={200: schema.HistoryPage, 304: NOT_MODIFIED},
        tags=["players"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request, player: UUID) -> Response:
        """List the games that a player has played to the end, the last one first.

        Private games are shown only if you played in them.
        """
        return derived(request, lambda: etags.answer(request, history(request, player)))


class StatsView(Endpoint):
    """The statistics of a player."""

    cost = "read"

    @extend_schema(
        operation_id="get_player_stats",
        parameters=[*CACHED, STALENESS],
        responses={200: schema.PlayerStats, 304: NOT_MODIFIED},
        tags=["players"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request, player: UUID) -> Response:
        """Return statistics of the ended games of a player, in all and by variant, the most played variant first."""
        return derived(request, lambda: etags.answer(request, statistics.stats(player, signed_in(request).id)))


class HeadToHeadView(Endpoint):
    """Two players."""

    cost = "read"

    @extend_schema(
        operation_id="get_head_to_head",
        parameters=[*CACHED, STALENESS],
        responses={200: schema.HeadToHead, 304: NOT_MODIFIED},
        tags=["players"],
    )
    @needs(Right.SEE_OTHERS)
    def get(self, request: Request, player: UUID, other: UUID) -> Response:
        """Return how two players did at the same tables. Private games count only if you are one of them."""
        if player == other:
            raise FieldErrors({"other": ["Name another player."]})
        return derived(
            request, lambda: etags.answer(request, statistics.head_to_head(player, other, signed_in(request).id))
        )
