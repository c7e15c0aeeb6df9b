"""From the rows of a game to what a caller reads of it."""

from datetime import datetime
from uuid import UUID

from django.http import Http404
from msgspec import convert, structs
from rest_framework.request import Request
from rest_framework.response import Response

from games import services, store
from games.api.header import Header, header_for
from games.api.tables.schema import Receipt, ReceivedTable
from games.api.tables.table import TableContext, table_of
from games.clocks import credit
from games.rules.game import Game
from games.services.receipts import receipt
from games.store import GameRow
from players.http import etags


def answer(request: Request, seen: Header) -> Response:
    """Return the table as the caller may see it, or 304 where he has it: then the state is never read."""
    if etags.is_fresh(request, seen.etag()):
        return etags.not_modified(seen.etag())
    content, seen = _whole(request, seen)
    return Response(content, headers={"ETag": seen.etag()})


def shown(request: Request, game: UUID) -> ReceivedTable:
    """Return the table as it is now. Raises Http404 where the caller may not see it."""
    return _whole(request, header_for(request, game))[0]


def _whole(request: Request, seen: Header) -> tuple[ReceivedTable, Header]:
    """Return the table, and the header that belongs to it."""
    row, game, seen = together(request, seen)
    table = table_of(game, seen.viewer, context_of(row, seen))
    return ReceivedTable(**structs.asdict(table), receipt=receipt_for(row)), seen


def together(request: Request, seen: Header) -> tuple[GameRow, Game, Header]:
    """Return row and state of a game, and the header of the same version: in between somebody else may have sat down.

    Raises Http404 where the caller may not see it any more.
    """
    row, game = _read(seen)
    while row.version != seen.version:
        seen = header_for(request, seen.id)
        row, game = _read(seen)
    return row, game, seen


def seat_in(game: Game, player: str) -> int | None:
    """Return the seat that *player* holds in this very *game*, None where he has none.

    What is told of a state must be told to who sat there then, not to who has sat there at another moment.
    """
    return next((seat for seat, sitter in enumerate(game.sitters) if sitter and sitter.player == player), None)


def _read(seen: Header) -> tuple[GameRow, Game]:
    """Return row and state of a game that was seen."""
    row = store.find(seen.id)
    if row is None:
        raise Http404
    return row, store.game_of(row)


def context_of(row: GameRow, seen: Header) -> TableContext:
    """Return what the table shows besides the game: what *row* says, and the names that were *seen*."""
    return TableContext(
        id=row.id,
        variant=row.variant,
        version=row.version,
        head=row.head_hash,
        deadline=_deadline(row, seen.last_outage),
        server_time=row.now,
        names=seen.names,
    )


def receipt_for(row: GameRow) -> Receipt:
    """Return the receipt for *row*'s version. Raises ValueError where nobody read when that was recorded."""
    if row.head_at is None:
        raise ValueError(f"when version {row.version} was recorded is not known")
    return receipt_of(row.id, row.version, row.head_hash, row.head_at)


def receipt_of(game: UUID, version: int, head: bytes, at: datetime) -> Receipt:
    """Return the receipt for *game* at *version*, whose event has the hash *head* and was recorded *at*."""
    return convert(receipt(game, version, head, at), Receipt)


def _deadline(row: GameRow, last_outage: datetime | None) -> datetime | None:
    """Return when the time of the seat on turn is up, outages since its turn began credited."""
    if row.deadline is None or row.turn_began is None or last_outage is None or last_outage <= row.turn_began:
        return row.deadline
    return row.deadline + credit(services.outages_since(row.turn_began, row.now), row.turn_began, row.now)
