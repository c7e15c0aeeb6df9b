"""`/games/{id}/record` and `/records`: records of games."""

from datetime import datetime
from http import HTTPStatus
from typing import Any, ClassVar
from uuid import UUID

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.compression import compressible
from base.http.idempotency import once
from base.http.problems import CONTENT_TYPE, ProblemDocument
from base.http.renderers import JSONRenderer, NDJSONRenderer, TextRenderer
from games.api.endpoint import Endpoint, Watched
from games.api.header import header_for
from games.api.old_reads import STALENESS, derived, past_of
from games.api.openapi import CACHED, KEY, LINES, LOCATION, NOT_MODIFIED, PAGE, REPLAYED, SHARE, limit
from games.api.records import documents, parsers, problems, schema
from games.log.read import read
from games.services import imports, records
from players.authentication import needs, signed_in
from players.owners import owner_of
from players.rights import Right

_LINK = OpenApiParameter(
    "Link",
    str,
    OpenApiParameter.HEADER,
    response=[200, 304],
    description="The address of the next page, if there is one.",
)
_BODY: Any = {
    "text/plain": OpenApiTypes.STR,
    "application/json": schema.JsonRecord,
    imports.LINES: OpenApiTypes.STR,
}


class RecordView(Watched):
    """The record of a game."""

    cost = "read"
    renderer_classes = (JSONRenderer, TextRenderer)

    @extend_schema(
        operation_id="get_game_record",
        parameters=[SHARE, *CACHED, STALENESS],
        responses={
            (200, "application/json"): schema.JsonRecord,
            (200, "text/plain"): OpenApiTypes.STR,
            304: NOT_MODIFIED,
        },
        tags=["history"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, game: UUID) -> Response:
        """Return a game as one document: its tags, the cards of each deal, and one line for each move.

        The record of a game that is over has everything. While the game runs it has what you may see, with `?` for each
        other card. With `Accept: text/plain` you get it in the notation.
        """
        seen = header_for(request, game)
        etag = etags.weak("record", seen.version, seen.viewer, seen.revision, documents.is_text(request))
        if etags.is_fresh(request, etag):
            return etags.not_modified(etag)

        def answer() -> Response:
            found = records.record_of(read(game, limit=seen.version), seen.viewer, seen.names)
            return Response(documents.written(found, request), headers={"ETag": etag})

        return past_of(seen, request, answer)


class RecordsView(Endpoint):
    """Exports and imports of records."""

    cost = {"GET": "read", "POST": "check"}  # noqa: RUF012 - as Endpoint has it
    queries: ClassVar = {"GET": frozenset({"player", "since", "cursor", "limit"})}
    renderer_classes = (JSONRenderer, NDJSONRenderer)
    parser_classes = (parsers.RecordParser, parsers.JSONRecordParser, parsers.LinesParser)
    body_bytes = parsers.MOST_BYTES

    @extend_schema(
        operation_id="list_records",
        parameters=[
            OpenApiParameter("player", UUID, description="Only games of this player."),
            OpenApiParameter("since", datetime, description="Only games that ended at this time or later."),
            PAGE[0],
            limit("How many records the page may have.", documents.MOST_ON_PAGE),
            _LINK,
            *CACHED,
            STALENESS,
        ],
        responses={
            (200, "application/json"): schema.RecordPage,
            (200, "application/x-ndjson"): LINES,
            304: NOT_MODIFIED,
            (404, CONTENT_TYPE): ProblemDocument,
        },
        tags=["history"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request) -> Response:
        """Return the records of games that are over, in the order in which they ended.

        A game is included from a minute after its end. You get public games. With `player` you get the games of this
        player, and private ones only if you played in them. With `Accept: application/x-ndjson` you get one record on
        each line, and `Link` has the next page.
        """
        return compressible(derived(request, lambda: documents.export(request)))

    @extend_schema(
        operation_id="import_record",
        parameters=[KEY, REPLAYED, LOCATION],
        request=_BODY,
        responses={
            (202, "application/json"): schema.ImportedRecord,
            (429, CONTENT_TYPE): ProblemDocument,
        },
        tags=["history"],
    )
    @needs(Right.STUDY)
    def post(self, request: Request) -> Response:
        """Import a record of at most 1 MiB, as text or as JSON. A worker checks it against the rules.

        Send several records as an export has them, one on each line. They are accepted together or not at all.

        The answer has the address of the verdict. An accepted record is kept apart from the games and is never rated. A
        refused record is kept for an hour, with the first line that the rules refuse.
        """
        author, sent = signed_in(request).id, dict(request.data)
        if "record" not in sent:
            raise problems.MalformedRecord
        media_type = str(request.content_type).partition(";")[0].strip().lower()
        try:
            answer = once(
                request,
                lambda: imports.send(author, media_type, sent["record"].encode(), owner=owner_of(request)),
                lambda made: documents.shown(_imported(UUID(made), author)),
                status=HTTPStatus.ACCEPTED,
            )
        except imports.TooManyRecords as error:
            raise problems.TooManyRecords from error
        answer.headers["Location"] = documents.location(answer.data.id)
        return answer


class ImportedRecordView(Endpoint):
    """An imported record."""

    cost = "read"
    renderer_classes = (JSONRenderer, TextRenderer)

    @extend_schema(
        operation_id="get_imported_record",
        parameters=CACHED,
        responses={
            (200, "application/json"): schema.ImportedRecord,
            (200, "text/plain"): OpenApiTypes.STR,
            304: NOT_MODIFIED,
        },
        tags=["history"],
    )
    @needs(Right.SEE_GAMES)
    def get(self, request: Request, record: UUID) -> Response:
        """Return a record that you imported, with its verdict. With `Accept: text/plain` you get what you sent."""
        found = _imported(record, signed_in(request).id)
        content: Any = found.content if documents.is_text(request) else documents.shown(found)
        etag = etags.weak("record", found.id, found.status, found.content, documents.is_text(request))
        return compressible(etags.answer(request, content, etag=etag))


def _imported(record: UUID, author: UUID) -> imports.Imported:
    found = imports.imported(record, author)
    if found is None:
        raise Http404
    return found
