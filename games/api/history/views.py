"""`/games/{id}/states/{version}`, `/digest`, `/fairness`: what was, as far as the caller may know it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, ClassVar, cast
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import convert, structs
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint
from games.api.header import REVISION, Header, header_for
from games.api.history import replays, schema
from games.api.history.fairness import proof_of
from games.api.languages import LANGUAGE, language_of
from games.api.openapi import CACHED, NOT_MODIFIED
from games.api.query import beginning
from games.api.tables.feed import feed
from games.api.tables.schema import GameStatus, Receipt, Table
from games.api.variants import rulesets
from games.digest import Speech, opening, page
from games.log.read import read
from games.rules.game import Status
from games.services.receipts import receipt
from players.http import etags
from players.http.pagination import limit_of
from players.http.renderers import JSONRenderer, NDJSONRenderer

_SEAT = OpenApiParameter(
    "seat", str, description=f"When the game is over: the seat that looks, or `{replays.ALL}` for all cards open."
)


class StateView(Endpoint):
    """The table at a version."""

    queries: ClassVar = {"GET": frozenset({"seat"})}

    @extend_schema(
        operation_id="game_state",
        parameters=[_SEAT, *CACHED],
        responses={200: Table, 304: NOT_MODIFIED},
        tags=["history"],
    )
    def get(self, request: Request, game: UUID, version: int) -> Response:
        """Return the table as you saw it when this event was the last; 404 for a version that there is not.

        `deadline` is the one that held then, `server_time` the moment at which the table came to stand so. While the
        game runs there is only your own view; when it is over `seat` shows that of any seat, and the answer may be
        kept for ever.
        """
        return replays.state(request, header_for(request, game), version)


class StatesView(Endpoint):
    """The tables at many versions."""

    renderer_classes = (JSONRenderer, NDJSONRenderer)
    queries: ClassVar = {"GET": frozenset({"after", "cursor", "limit", "seat"})}

    @extend_schema(
        operation_id="game_states",
        parameters=[
            OpenApiParameter("after", int, description="The last version that you have; 0 by default."),
            OpenApiParameter("cursor", int, description="`next_cursor` of the page before: another name for `after`."),
            OpenApiParameter("limit", int, description="1 to 100 tables, 50 by default."),
            _SEAT,
            *CACHED,
        ],
        responses={
            (200, "application/json"): schema.StatePage,
            (200, "application/x-ndjson"): Table,
            304: NOT_MODIFIED,
        },
        tags=["history"],
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return the tables after a version, one for each version, as `/states/{version}` returns each.

        A page costs about as much as one table. With `Accept: application/x-ndjson` there is one table a line.
        """
        return replays.states(
            request, header_for(request, game), after=beginning(request, "after"), limit=limit_of(request)
        )


class DigestView(Endpoint):
    """What happened since a version."""

    queries: ClassVar = {"GET": frozenset({"since", "cursor", "limit", "lang"})}

    @extend_schema(
        operation_id="game_digest",
        parameters=[
            OpenApiParameter("since", int, description="The last version that you know of; 0 by default."),
            OpenApiParameter("cursor", int, description="`next_cursor` of the page before: another name for `since`."),
            OpenApiParameter("limit", int, description="1 to 100 lines, 50 by default."),
            LANGUAGE,
            *CACHED,
        ],
        responses={200: schema.DigestPage, 304: NOT_MODIFIED},
        tags=["history"],
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return what happened after a version, as far as it is worth a line: in codes, and in words.

        `data` is that of the feed's event of this `version`. `seconds` is whole seconds from the moment at which the
        seat was asked; `by_clock` tells that it let its time run out.
        """
        seen = header_for(request, game)
        since, limit = min(beginning(request, "since"), seen.version), limit_of(request)
        language = language_of(request)
        read = partial(_feed, seen, seen.viewer)
        opened = opening(read)
        lines = page(read, opened, _speech(language, opened, seen), since=since, most=limit + 1)
        more = str(lines[limit - 1].version) if len(lines) > limit else None
        shown = [schema.DigestLine(**asdict(line)) for line in lines[:limit]]
        answer = etags.answer(request, schema.DigestPage(lang=language, items=shown, next_cursor=more))
        answer.headers["Content-Language"], answer.headers["Vary"] = language, "Accept-Language"
        return answer


class FairnessView(Endpoint):
    """The proof of a game's chance."""

    @extend_schema(
        operation_id="game_fairness",
        parameters=CACHED,
        responses={200: schema.Fairness, 304: NOT_MODIFIED},
        tags=["history"],
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return commitment, nonces and random acts; when the game is over the seed too, and all that came of it.

        `docs/check_fairness.py` repeats every act from it, without any code of the service.
        """
        seen = header_for(request, game)
        etag = etags.weak("fairness", seen.version, REVISION)
        if etags.is_fresh(request, etag):
            return etags.not_modified(etag)
        recorded = read(seen.id, limit=seen.version)
        told = [*map(structs.asdict, feed(recorded, None, over=seen.status == Status.OVER))]
        proof, last = proof_of(told), recorded[-1]
        signed = convert(receipt(seen.id, last.version, last.hash, last.recorded_at), Receipt)
        shown = schema.Fairness(
            game=seen.id,
            status=cast("GameStatus", seen.status),
            **proof._asdict(),
            head=signed.head,
            receipt=signed,
            ruleset=rulesets.of(told[0]["data"]["ruleset"]).content.decode(),
        )
        return etags.answer(request, shown, etag=etag)


def _speech(language: str, opened: Sequence[Mapping[str, Any]], seen: Header) -> Speech:
    names = replays.names_with(seen, (event["data"]["player"] for event in opened if event["type"] == "seat-taken"))
    began = opened[0]["data"]
    rules = rulesets.of(began["ruleset"]).ruleset(began["seats"], began["options"])
    return Speech(language, rules.sections.deck.pack, names)


def _feed(seen: Header, viewer: int | None, after: int, most: int) -> list[dict[str, Any]]:
    """Return the feed after a version, up to the one that was seen: later events may be those of another sitter."""
    limit = max(0, min(most, seen.version - after))
    events = feed(read(seen.id, after=after, limit=limit), viewer, over=seen.status == Status.OVER)
    return [*map(structs.asdict, events)]
