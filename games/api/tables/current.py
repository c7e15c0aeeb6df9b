"""The table as it is now: from the rows of a game to the answer for one caller."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.http import Http404
from msgspec import UNSET, structs
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.pagination import LIMIT
from base.sql import statements as sql
from games import services, store
from games.api.header import Header, header_for
from games.api.tables.digest import digest_page, events_near
from games.api.tables.schema import CurrentTable, Receipt, ReceivedTable
from games.api.tables.table import TableContext, table_of
from games.clocks import credited_deadline
from games.log.read import decoded
from games.log.stored_event import StoredEvent
from games.readers import Reader
from games.rules.game import Game
from games.services.receipts import receipt
from games.store import GameRow

_read_receipt: Final = Reader(Receipt)


def answer(request: Request, seen: Header, language: str, *, since: int | None) -> Response:
    """Return the table as the caller may see it, or 304 if they have it. For a 304 the state is never read.

    With *since* the table comes with the lines of the digest after that version.
    """
    if etags.is_fresh(request, etag := seen.etag(language)):
        return etags.not_modified(etag)
    row, game, near, seen = _together(request, seen, since)
    table = _received(row, game, seen, language)
    digest = UNSET if since is None else digest_page(seen, language, since=since, limit=LIMIT, near=near)
    return Response(CurrentTable(**structs.asdict(table), digest=digest), headers={"ETag": seen.etag(language)})


def shown(request: Request, game: UUID, language: str) -> ReceivedTable:
    """Return the table as it is now. Raises Http404 where the caller may not see it."""
    return _received(*together(request, header_for(request, game)), language)


def _received(row: GameRow, game: Game, seen: Header, language: str) -> ReceivedTable:
    """Return the table with its receipt."""
    table = table_of(game, seen.viewer, context_of(row, seen, language))
    return ReceivedTable(**structs.asdict(table), receipt=receipt_for(row), rematch=seen.rematch)


def together(request: Request, seen: Header) -> tuple[GameRow, Game, Header]:
    """Return row and state of a game, and the header of the same version.

    Raises Http404 where the caller may not see the game any more.
    """
    row, game, _, seen = _together(request, seen, None)
    return row, game, seen


def _together(request: Request, seen: Header, since: int | None) -> tuple[GameRow, Game, Sequence[StoredEvent], Header]:
    """Return what `together` does, and the events that a digest after version *since* needs, if there is one."""
    row, game, near = _read(seen, since)
    # The header was read first. If the game went on, another player may sit in the seat of the caller: read it again.
    while row.version != seen.version:
        seen = header_for(request, seen.id)
        row, game, near = _read(seen, since)
    return row, game, near, seen


def seat_in(game: Game, player: str | None) -> int | None:
    """Return the seat that *player* has in this state of the game, None without one, or if nobody is signed in.

    A seat may change hands, so an answer must be made for the seat of the caller in the state that it shows.
    """
    if not player:  # a bot has no id either
        return None
    return next((seat for seat, sitter in enumerate(game.sitters) if sitter and sitter.player == player), None)


def _read(seen: Header, since: int | None) -> tuple[GameRow, Game, Sequence[StoredEvent]]:
    """Return row, state and events of the game, which take one round trip. Raises Http404 if it is gone."""
    statements = [store.finding(seen.id)] + ([] if since is None else [events_near(seen, since)])
    rows, *near = sql.run(statements)
    row = store.found(rows)
    if row is None:
        raise Http404
    return row, store.game_of(row), decoded(near[0]) if near else ()


def context_of(row: GameRow, seen: Header, language: str) -> TableContext:
    """Return what the table in this *language* shows besides the game, from its *row* and its header."""
    deadline = row.deadline
    # Outages since the turn began are credited. Without one after its beginning, no query is needed.
    if deadline and row.turn_began and seen.last_outage and seen.last_outage > row.turn_began:
        outages = services.outages_since(row.turn_began, row.now)
        deadline = credited_deadline(deadline, row.turn_began, outages, row.now)
    return TableContext(
        id=row.id,
        variant=row.variant,
        version=row.version,
        head=row.head_hash,
        deadline=deadline,
        server_time=row.now,
        people=seen.people,
        language=language,
        row=row,
    )


def receipt_for(row: GameRow) -> Receipt:
    """Return the receipt for the version of *row*. Raises ValueError if *row* was read without the time of its head."""
    if row.head_at is None:
        raise ValueError(f"when version {row.version} was recorded is not known")
    return receipt_of(row.id, row.version, row.head_hash, row.head_at)


def receipt_of(game: UUID, version: int, head: bytes, at: datetime) -> Receipt:
    """Return the receipt for *game* at *version*, whose event has the hash *head* and was recorded at *at*."""
    return _read_receipt(receipt(game, version, head, at))
