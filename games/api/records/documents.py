"""Records over HTTP: how they are written, read and listed."""

from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.lobby.listing import names_of
from games.api.profiles import known
from games.api.records.requests import ExportQuery
from games.api.records.schema import ImportedRecord, ImportStatus, JsonRecord, RecordPage, RecordVerdict
from games.log.read import read
from games.records import Record, print_record, to_json
from games.selectors import Ended
from games.services import imports, records
from games.services.imports import Imported
from players.http import etags
from players.http.authentication import signed_in
from players.http.pagination import decode_cursor, encode_cursor, instant, limit_of
from players.http.parsers import TextParser
from players.http.problems import Malformed, Problem
from players.http.renderers import TextRenderer

PATH: Final = "/api/v1/records"
MOST_BYTES: Final = 1 << 20
"""Of a record that is sent."""
MOST_ON_PAGE: Final = 20
TEXT: Final = TextRenderer.media_type


class MalformedRecord(Malformed):
    """The body is no record: it is empty, or not UTF-8. What a record says is checked later, by a worker."""

    code = "malformed_record"
    title = "Malformed record"
    default_detail = "The body is not a record."
    remedy = "Send the record as text or as JSON, in UTF-8, with the right `Content-Type`."


class TooManyRecords(Problem):
    """Three records of yours wait to be checked, or a thousand are kept, and no more may be."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    code = "too_many_records"
    title = "Too many records"
    default_detail = "Too many records are waiting. Try again when one has been checked."
    remedy = "Send it again after the seconds in `Retry-After`, when one of your records has its verdict."
    retry_after = 60


class RecordParser(TextParser):
    """`text/plain`: a record as text, as it is; the child that judges it reads it."""

    media_type = TEXT
    field = "record"
    malformed = MalformedRecord
    most_bytes = MOST_BYTES


class TwinParser(RecordParser):
    """`application/json`: the JSON twin of a record, as it is."""

    media_type = "application/json"


class LinesParser(RecordParser):
    """`application/x-ndjson`: JSON twins, one a line, as an export gives them."""

    media_type = imports.LINES


def is_text(request: Request) -> bool:
    """Tell whether the caller wants a record as text."""
    return bool(request.accepted_renderer.media_type == TEXT)


def written(record: Record, request: Request) -> bytes | JsonRecord:
    """Return *record* as the caller wants it: as text, or as JSON."""
    return print_record(record).encode() if is_text(request) else JsonRecord(**to_json(record))


def shown(imported: Imported) -> ImportedRecord:
    """Return a record that was sent."""
    return ImportedRecord(
        id=imported.id,
        status=ImportStatus(imported.status),
        verdict=None if imported.verdict is None else msgspec.convert(imported.verdict, RecordVerdict),
        media_type=imported.media_type,
        record=imported.content.decode(),
        created_at=imported.created_at,
    )


def location(record: UUID | str) -> str:
    """Return where a record that was sent is."""
    return f"{PATH}/{record}"


def export(request: Request) -> Response:
    """Return one page of the records that are asked for, with the address of the next one in `Link`.

    Raises FieldErrors, BadCursor, and Http404 for the games of nobody.
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
    page = RecordPage(items=[JsonRecord(**to_json(one)) for one in _records(found[:limit])], next_cursor=more)
    answer = etags.answer(request, page, etag=etags.weak(request.accepted_renderer.media_type, etags.of(page)))
    if more:
        again = urlencode({**request.query_params.dict(), "cursor": more})
        answer.headers["Link"] = f'<{request.path}?{again}>; rel="next"'
    return answer


def _records(ended: list[Ended]) -> list[Record]:
    streams = [read(one.game) for one in ended]
    players = {one.public["player"] for stream in streams for one in stream if one.type == "seat-taken"} - {""}
    names = names_of(players)
    return [records.record_of(stream, None, names) for stream in streams]
