"""The table at any version: the view of the caller, and when the game is over, any view or all cards."""

from dataclasses import replace
from typing import Final

from django.http import Http404
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.problems import FieldErrors
from games import services, store
from games.api.header import REVISION, Header, people_with, revision_of_all
from games.api.history.schema import StatePage
from games.api.languages import language_of
from games.api.tables.current import seat_in
from games.api.tables.problems import StillPlayed
from games.api.tables.schema import GameTable
from games.api.tables.table import TableContext, table_as, table_of
from games.rules.game import Status
from games.rules.observation import lay_open
from games.store import GameRow
from players.authentication import player_of

ALL: Final = "all"
"""The `seat` in the query that shows all cards."""


def state(request: Request, seen: Header, version: int) -> Response:
    """Return the table at *version* as the query asks for it, or 304 if the caller has it.

    Raises Http404 for a version that does not exist, StillPlayed and FieldErrors.
    """
    if not 1 <= version <= seen.version:
        raise Http404
    (seat, player), language = _viewer(request, seen), language_of(request)
    etag = etags.weak("state", version, seat, player, seen.outages, REVISION, revision_of_all(seen), language)
    if etags.is_fresh(request, etag):
        answer = etags.not_modified(etag)
    else:
        answer = Response(_seen_by(services.as_it_was(_head(seen), version), seen, seat, player, language))
    answer.headers["ETag"] = etag
    return answer


def states(request: Request, seen: Header, *, after: int, limit: int) -> Response:
    """Return the tables at the *limit* versions after *after*, each as ``state`` returns it, or 304.

    Raises StillPlayed and FieldErrors.
    """
    (seat, player), language = _viewer(request, seen), language_of(request)
    page_of = (after, limit, seen.version, str(request.accepted_renderer.media_type), language)
    etag = etags.weak("states", *page_of, seat, player, seen.outages, REVISION, revision_of_all(seen))
    if etags.is_fresh(request, etag):
        return etags.not_modified(etag)
    row = _head(seen)
    # Not beyond the version of the header: later, another player may sit in the seat of the caller.
    stood = services.tables(replace(row, version=min(row.version, seen.version)), after=after, limit=limit)
    items = [_seen_by(then, seen, seat, player, language) for then in stood]
    last = stood[-1].row.version if stood else seen.version
    page = StatePage(items=items, next_cursor=str(last) if last < seen.version else None)
    return Response(page, headers={"ETag": etag})


def _viewer(request: Request, seen: Header) -> tuple[str | None, str | None]:
    """Return `seat` of the query, and the id of the caller, None if they are not signed in.

    Raises StillPlayed for a `seat` while the game runs.
    """
    seat = request.query_params.get("seat")
    if seat is not None and seen.status != Status.OVER:
        raise StillPlayed
    player = player_of(request)
    return seat, None if player is None else str(player.id)


def _head(seen: Header) -> GameRow:
    row = store.head(seen.id)
    if row is None:
        raise Http404
    return row


def _seen_by(then: services.Table, seen: Header, seat: str | None, player: str | None, language: str) -> GameTable:
    """Return the table as *player* saw it then, or as `seat` of the query asks.

    All tables of the past are made here, so that none shows more. Raises FieldErrors for a seat that does not exist.
    """
    row, game = then.row, then.game
    context = TableContext(
        id=row.id,
        variant=row.variant,
        version=row.version,
        head=row.head_hash,
        deadline=row.deadline,
        server_time=row.now,
        people=people_with(seen, (one.player for one in game.sitters if one)),
        language=language,
        row=row,
    )
    if seat is None:
        return table_of(game, seat_in(game, player), context)
    if seat == ALL:
        return table_as(game, lay_open(game), context)
    if seat not in map(str, range(len(game.sitters))):
        raise FieldErrors(
            {"seat": [gettext("Send a seat from 0 to {last} or `all`.").format(last=len(game.sitters) - 1)]}
        )
    return table_of(game, int(seat), context)
