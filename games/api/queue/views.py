"""`/queue-entries`: your entries in the queue."""

from types import MappingProxyType
from typing import Any, ClassVar
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import no_content
from base.http.idempotency import once
from base.http.pagination import page
from base.http.problems import CONTENT_TYPE, ProblemDocument
from games import selectors, services, store
from games.api.endpoint import Endpoint
from games.api.lobby.newcomers import is_program, lacks
from games.api.openapi import CACHED, KEY, NOT_MODIFIED, PAGE, REPLAYED
from games.api.queue import problems, schema
from games.api.queue.requests import QueueRequest
from games.api.tables.service_errors import new_game_refusals
from games.matchmaking import UNBOUNDED, Pool
from players.authentication import needs, signed_in
from players.rights import Right

_POINT = 100
"""Ratings are kept in hundredths."""


class EntriesView(Endpoint):
    """Your entries in the queue."""

    cost = MappingProxyType({"GET": "read", "POST": "lobby"})
    queries: ClassVar = {"GET": frozenset({"cursor", "limit"})}

    @extend_schema(
        operation_id="list_queue_entries",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.QueueEntryPage, 304: NOT_MODIFIED},
        tags=["lobby"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request) -> Response:
        """List your entries in the queue, the newest first.

        An entry that got a game stays in the list for a week, and one that has expired for a day.
        """
        now = store.now()
        rows = selectors.queue_entries(signed_in(request).id)
        found = page(request, rows, ["-id"], lambda row: _entry_of(row, expired=row.expires_at <= now))
        return etags.answer(request, schema.QueueEntryPage(found.items, found.next_cursor))

    @extend_schema(
        operation_id="join_queue",
        parameters=[KEY, REPLAYED],
        request=QueueRequest,
        responses={
            201: schema.QueueEntry,
            (403, CONTENT_TYPE): ProblemDocument,
            (409, CONTENT_TYPE): ProblemDocument,
        },
        tags=["lobby"],
    )
    @needs(Right.TABLES)
    def post(self, request: Request) -> Response:
        """Wait for opponents at one game. It starts by itself as soon as enough players fit each other.

        Players fit if they want the same variant, seats and time to think, rated alike; if each accepts the ratings of
        the others; and if no two of them have blocked each other. Ratings are those of the ladder on which such a game
        counts, and 0 before the first rated game. Programs, which use a token of scope `bot`, meet only programs.

        While you wait, the range of ratings widens by one point on each side: every minute for `live`, and every hour
        for the others. The wait ends after 15 minutes for `live`, a day for `fast`, and seven days for `daily` and
        `slow`. You may wait for 10 games at once.
        """
        player, asked = signed_in(request), QueueRequest.read(request)
        pool = Pool(
            variant=asked["variant"],
            seats=asked["seats"],
            preset=asked.get("preset", "daily"),
            rated=asked.get("rated", False),
            program=is_program(request),
        )
        bounds = {name: asked[name] * _POINT for name in ("rating_min", "rating_max") if asked.get(name) is not None}
        try:
            with new_game_refusals():
                return once(
                    request,
                    lambda: services.join_queue(player.id, pool, **bounds, lacks=lacks(player)),
                    lambda made: _shown(player.id, UUID(made)),
                )
        except services.TooManyEntries as error:
            raise problems.TooManyQueueEntries from error


class EntryView(Endpoint):
    """One of your entries in the queue."""

    cost = MappingProxyType({"GET": "read", "DELETE": "lobby"})

    @extend_schema(
        operation_id="get_queue_entry",
        parameters=CACHED,
        responses={200: schema.QueueEntry, 304: NOT_MODIFIED},
        tags=["lobby"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, entry: UUID) -> Response:
        """Return an entry. Once it is `matched`, `game` is the game that has started."""
        return etags.answer(request, _shown(signed_in(request).id, entry))

    @extend_schema(
        operation_id="leave_queue",
        responses={204: None, (409, CONTENT_TYPE): ProblemDocument},
        tags=["lobby"],
    )
    @needs(Right.TABLES)
    def delete(self, request: Request, entry: UUID) -> Response:
        """Stop waiting, and delete the entry. If its game has started, you get `already_matched` and play it."""
        try:
            services.leave_queue(signed_in(request).id, entry)
        except services.NoSuchEntry as error:
            raise Http404 from error
        except services.AlreadyMatched as error:
            raise problems.AlreadyMatched from error
        return no_content()


def _shown(player: UUID, entry: UUID) -> schema.QueueEntry:
    """Return an entry of *player* as it is now. Raises Http404."""
    row = selectors.queue_entries(player).filter(id=entry).first()
    if row is None:
        raise Http404
    return _entry_of(row, expired=row.expires_at <= store.now())


def _entry_of(row: Any, *, expired: bool) -> schema.QueueEntry:
    return schema.QueueEntry(
        id=row.id,
        status="matched" if row.game else "expired" if expired else "waiting",
        variant=row.variant,
        seats=row.seats,
        preset=row.preset,
        rated=row.rated,
        rating_min=_points(row.rating_min),
        rating_max=_points(row.rating_max),
        accepts_min=_points(row.lowest),
        accepts_max=_points(row.highest),
        created_at=row.created_at,
        expires_at=row.expires_at,
        game=row.game,
    )


def _points(bound: int | None) -> int | None:
    return None if bound is None or abs(bound) == UNBOUNDED else bound // _POINT
