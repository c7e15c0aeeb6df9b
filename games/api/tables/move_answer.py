"""The answer to what changes a game: its events, and the table after them."""

from dataclasses import replace

from rest_framework.request import Request
from rest_framework.response import Response

from base.http.idempotency import REPLAYED
from games import services
from games.api.header import Header
from games.api.languages import language_of
from games.api.tables import current
from games.api.tables.feed import feed
from games.api.tables.schema import MoveAnswer
from games.api.tables.table import table_of
from games.rules.game import Status
from players.authentication import signed_in


def answer_of(request: Request, seen: Header, done: services.MoveResult, status: int) -> Response:
    """Return the answer to what the caller has *done*."""
    player, language = str(signed_in(request).id), language_of(request)
    seen = replace(seen, viewer=current.seat_in(done.after, player))
    if done.events:
        last = done.events[-1]
        receipt = current.receipt_of(last.stream, last.version, last.hash, last.recorded_at)
    else:  # nothing changed, so the head is the one that was there before
        receipt = current.receipt_for(done.row)
    answer = MoveAnswer(
        events=feed(done.events, seen.viewer, over=done.after.status == Status.OVER),
        table=table_of(done.after, seen.viewer, current.context_of(done.row, seen, language)),
        receipt=receipt,
    )
    headers = {REPLAYED: "true"} if done.replayed else {"ETag": seen.etag(language, done.last)}
    return Response(answer, status, headers=headers)
