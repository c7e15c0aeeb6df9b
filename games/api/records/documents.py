"""Records as answers: one, an imported one, and pages of an export."""

from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.pagination import decode_cursor, encode_cursor, instant, limit_of
from base.http.renderers import TextRenderer
from games import selectors
from games.api.profiles import known, names_among, people_of
from games.api.records.requests import ExportQuery
from games.api.records.schema import ImportedRecord, ImportStatus, JsonRecord, RecordPage, RecordVerdict
from games.log.read import read
from games.readers import Reader
from games.records import Record, print_record, to_json
from games.selectors import Ended
from games.services import records
from games.services.imports import Imported
from players.authentication import signed_in

PATH: Final = "/api/v1/records"
MOST_ON_PAGE: Final = 20
TEXT: Final = TextRenderer.media_type
_read_verdict: Final = Reader(RecordVerdict)


def is_text(request: Request) -> bool:
    """Return whether the caller wants a record as text."""
    return bool(request.accepted_renderer.media_type == TEXT)


def written(record: Record, request: Request) -> bytes | JsonRecord:
    """Return *record* as the caller wants it: as text, or as JSON."""
    return print_record(record).encode() if is_text(request) else JsonRecord(**to_json(record))


def shown(imported: Imported) -> ImportedRecord:
    """Return an imported record as an answer."""
    return ImportedRecord(
        id=imported.id,
        status=ImportStatus(imported.status),
        verdict=None if imported.verdict is None else _read_verdict(imported.verdict),
        media_type=imported.media_type,
        record=imported.content.decode(),
        created_at=imported.created_at,
    )


def location(record: UUID | str) -> str:
    """Return the address of an imported record."""
    return f"{PATH}/{record}"


def export(request: Request) -> Response:
    """Return one page of the records in the query, with the address of the next page in `Link`.

    Raises FieldErrors, BadCursor, and Http404 for an unknown player.
    """
    query = ExportQuery(data={name: request.query_params[name] for name in ("player", "since")
                              if name in request.query_params})  # fmt: skip
    query.is_valid(raise_exception=True)
    limit, text = limit_of(request, largest=MOST_ON_PAGE), request.query_params.get("cursor")
    narrowed = query.validated_data
    if "player" in narrowed:
        known(narrowed["player"])
    found = selectors.exportable(
        signed_in(request).id, player=narrowed.get("player"), since=narrowed.get("since"),
        after=Ended(*decode_cursor(text, instant, UUID)) if text else None, limit=limit + 1,
    )  # fmt: skip
    more = encode_cursor(*found[limit - 1]) if len(found) > limit else None
    streams = [read(one.game) for one in found[:limit]]
    players = {one.public["player"] for stream in streams for one in stream if one.type == "seat-taken"} - {""}
    names = names_among(people_of(players))
    items = [JsonRecord(**to_json(records.record_of(stream, None, names))) for stream in streams]
    page = RecordPage(items=items, next_cursor=more)
    answer = etags.answer(request, page, etag=etags.weak(request.accepted_renderer.media_type, etags.of(page)))
    if more:
        again = urlencode({**request.query_params.dict(), "cursor": more})
        answer.headers["Link"] = f'<{request.path}?{again}>; rel="next"'
    return answer
