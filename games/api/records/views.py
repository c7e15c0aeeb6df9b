"""`/games/{id}/record` and `/records`: games as documents."""

from datetime import datetime
from http import HTTPStatus
from typing import Any, ClassVar
from uuid import UUID

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint
from games.api.header import header_for
from games.api.openapi import CACHED, KEY, LOCATION, NOT_MODIFIED, PAGE, REPLAYED
from games.api.records import documents, schema
from games.log.read import read
from games.services import imports, records
from players.http import etags
from players.http.authentication import signed_in
from players.http.idempotency import once
from players.http.renderers import JSONRenderer, NDJSONRenderer, TextRenderer

_LINK = OpenApiParameter(
    "Link", str, OpenApiParameter.HEADER, response=[200, 304], description="The next page, where there is one."
)
_BODY: Any = {
    "text/plain": OpenApiTypes.STR,
    "application/json": schema.JsonRecord,
    imports.LINES: OpenApiTypes.STR,
}


class RecordView(Endpoint):
    """The record of a game."""

    renderer_classes = (TextRenderer, JSONRenderer)

    @extend_schema(
        operation_id="game_record",
        parameters=CACHED,
        responses={
            (200, "text/plain"): OpenApiTypes.STR,
            (200, "application/json"): schema.JsonRecord,
            304: NOT_MODIFIED,
        },
        tags=["history"],
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return a game in one document: tags, each deal with its cards, one line a move; as text by default.

        Of a game that is over all is told. Of one that runs you are told what you may see, `?` for each other card.
        """
        seen = header_for(request, game)
        etag = etags.weak("record", seen.version, seen.viewer, seen.revision, documents.is_text(request))
        if etags.is_fresh(request, etag):
            return etags.not_modified(etag)
        found = records.record_of(read(game, limit=seen.version), seen.viewer, seen.names)
        return Response(documents.written(found, request), headers={"ETag": etag})


class RecordsView(Endpoint):
    """Many records, and those that players send."""

    bucket = {"POST": "judge"}  # noqa: RUF012 - as Endpoint has it
    queries: ClassVar = {"GET": frozenset({"player", "since", "cursor", "limit"})}
    renderer_classes = (JSONRenderer, NDJSONRenderer)
    parser_classes = (documents.RecordParser, documents.TwinParser, documents.LinesParser)
    body_bytes = documents.MOST_BYTES

    @extend_schema(
        operation_id="records",
        parameters=[
            OpenApiParameter("player", UUID, description="Only games of this player."),
            OpenApiParameter("since", datetime, description="Only games that ended at this instant or later."),
            PAGE[0],
            OpenApiParameter("limit", int, description=f"1 to {documents.MOST_ON_PAGE} records, as many by default."),
            _LINK,
            *CACHED,
        ],
        responses={
            (200, "application/json"): schema.RecordPage,
            (200, "application/x-ndjson"): schema.JsonRecord,
            304: NOT_MODIFIED,
        },
        tags=["history"],
    )
    def get(self, request: Request) -> Response:
        """Return the records of games that are over, the first to end first, from a minute after its end on.

        These are the public games, or with `player` the games of a player; private ones are told to who sat there.
        With `Accept: application/x-ndjson` there is one record a line; `Link` names the next page.
        """
        return documents.export(request)

    @extend_schema(
        operation_id="record_import",
        parameters=[KEY, REPLAYED, LOCATION],
        request=_BODY,
        responses={(202, "application/json"): schema.ImportedRecord},
        tags=["history"],
    )
    def post(self, request: Request) -> Response:
        """Send a record of at most 1 MiB, as text or as its JSON twin; a worker plays it again by the rules.

        Several are sent as an export gives them, one twin a line; they are accepted together or not at all.

        The answer names where its verdict will be. An accepted record is kept apart from the games, and never rated; a
        refused one, with the first line that does not follow, for an hour.
        """
        author, sent = signed_in(request).id, dict(request.data)
        if "record" not in sent:
            raise documents.MalformedRecord
        media_type = str(request.content_type).partition(";")[0].strip().lower()
        try:
            answer = once(
                request,
                lambda: imports.send(author, media_type, sent["record"].encode()),
                lambda made: _imported(UUID(made), author),
                status=HTTPStatus.ACCEPTED,
            )
        except imports.TooManyRecords as error:
            raise documents.TooManyRecords from error
        answer.headers["Location"] = documents.location(answer.data.id)
        return answer


class ImportedRecordView(Endpoint):
    """A record that was sent."""

    renderer_classes = (JSONRenderer, TextRenderer)

    @extend_schema(
        operation_id="record",
        parameters=CACHED,
        responses={
            (200, "application/json"): schema.ImportedRecord,
            (200, "text/plain"): OpenApiTypes.STR,
            304: NOT_MODIFIED,
        },
        tags=["history"],
    )
    def get(self, request: Request, record: UUID) -> Response:
        """Return a record that you sent with its verdict; with `Accept: text/plain` what you sent, byte for byte."""
        found = imports.imported(record, signed_in(request).id)
        if found is None:
            raise Http404
        content: Any = found.content if documents.is_text(request) else documents.shown(found)
        etag = etags.weak("record", found.id, found.status, documents.is_text(request))
        return etags.answer(request, content, etag=etag)


def _imported(record: UUID, author: UUID) -> schema.ImportedRecord:
    found = imports.imported(record, author)
    if found is None:
        raise Http404
    return documents.shown(found)
