"""The table at any version: as the caller saw it then, and when the game is over, as any seat did or all open."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from games import services, store
from games.api.header import REVISION, Header
from games.api.history.schema import StatePage
from games.api.lobby.listing import names_of
from games.api.tables.current import seat_in
from games.api.tables.problems import StillPlayed
from games.api.tables.schema import Table
from games.api.tables.table import TableContext, table_as, table_of
from games.rules.game import Game, Status
from games.rules.observation import lay_open
from players.http import etags
from players.http.authentication import signed_in
from players.http.problems import FieldErrors

ALL: Final = "all"
"""What `seat` says for all cards open."""
FOREVER: Final = "private, max-age=31536000, immutable"


def state(request: Request, seen: Header, version: int) -> Response:
    """Return the table at *version* as the query asks for it, or 304 where the caller has it.

    Raises Http404 for a version that there is not, StillPlayed and FieldErrors.
    """
    if not 1 <= version <= seen.version:
        raise Http404
    asked, over = request.query_params.get("seat"), seen.status == Status.OVER
    if asked is not None and not over:
        raise StillPlayed
    player = str(signed_in(request).id)
    etag = etags.weak("state", version, asked, player, seen.outages, REVISION, seen.revision)
    fresh = etags.is_fresh(request, etag)
    answer = etags.not_modified(etag) if fresh else Response(_shown(seen, version, asked, player))
    answer.headers["ETag"] = etag
    if over:
        answer.headers["Cache-Control"], answer.headers["Vary"] = FOREVER, "Authorization"
    return answer


def states(request: Request, seen: Header, *, after: int, limit: int) -> Response:
    """Return the tables at the *limit* versions after that one, each as ``state`` returns it, or 304.

    Raises StillPlayed and FieldErrors.
    """
    asked, over = request.query_params.get("seat"), seen.status == Status.OVER
    if asked is not None and not over:
        raise StillPlayed
    player = str(signed_in(request).id)
    media_type = str(request.accepted_renderer.media_type)
    told = (after, limit, seen.version, asked, player, seen.outages, REVISION, seen.revision, media_type)
    etag = etags.weak("states", *told)
    if etags.is_fresh(request, etag):
        return etags.not_modified(etag)
    row = store.head(seen.id)
    if row is None:
        raise Http404
    stood = services.tables(replace(row, version=min(row.version, seen.version)), after=after, limit=limit)
    items = [_seen_by(then, seen, asked, player) for then in stood]
    last = stood[-1].row.version if stood else seen.version
    page = StatePage(items=items, next_cursor=str(last) if last < seen.version else None)
    return Response(page, headers={"ETag": etag})


def _shown(seen: Header, version: int, asked: str | None, player: str) -> Table:
    row = store.head(seen.id)
    if row is None:
        raise Http404
    return _seen_by(services.as_it_was(row, version), seen, asked, player)


def _seen_by(then: services.Table, seen: Header, asked: str | None, player: str) -> Table:
    """Return the table as *player* saw it then, or as the query *asked*: the one door."""
    context = _context(then, seen)
    if asked == ALL:
        return table_as(then.game, lay_open(then.game), context)
    return table_of(then.game, seat_in(then.game, player) if asked is None else _seat(asked, then.game), context)


def _seat(asked: str, game: Game) -> int:
    """Return the seat that is *asked* for. Raises FieldErrors where there is none."""
    last = len(game.sitters) - 1
    if asked not in map(str, range(last + 1)):
        raise FieldErrors({"seat": [f"A seat from 0 to {last} or `{ALL}`, please."]})
    return int(asked)


def _context(then: services.Table, seen: Header) -> TableContext:
    row = then.row
    return TableContext(
        id=row.id,
        variant=row.variant,
        version=row.version,
        head=row.head_hash,
        deadline=row.deadline,
        server_time=row.now,
        names=names_with(seen, (one.player for one in then.game.sitters if one)),
    )


def names_with(seen: Header, players: Iterable[str]) -> Mapping[str, str]:
    """Return the names of who sits there, and of *players* who once did: some may have left before the start."""
    missing = {player for player in players if player} - seen.names.keys()
    return {**seen.names, **names_of(missing)} if missing else seen.names
