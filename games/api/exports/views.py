"""`/me/export` and `/me/exports/{id}`: all that the service holds of you."""

from http import HTTPStatus
from typing import Final
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from msgspec import json
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.idempotency import once
from base.http.problems import CONTENT_TYPE, ProblemDocument
from games.api.endpoint import Endpoint
from games.api.exports.schema import AccountExport, ExportStatus
from games.api.openapi import CACHED, KEY, LOCATION, NOT_MODIFIED, REPLAYED
from games.api.tables.requests import Nothing
from games.services import exports
from players.authentication import needs, signed_in
from players.owners import owner_of
from players.rights import Right

PATH: Final = "/api/v1/me/exports"


class NewExportView(Endpoint):
    """New exports."""

    cost = "lobby"

    @extend_schema(
        operation_id="export_me",
        parameters=[KEY, REPLAYED, LOCATION],
        request=Nothing,
        responses={202: AccountExport, (403, CONTENT_TYPE): ProblemDocument},
        tags=["me"],
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request) -> Response:
        """Order a document with all that the service holds of you. A worker makes it soon.

        `Location` has its address. It is kept for a day. Until then you get the same one if you order again.
        """
        Nothing.read(request)
        player = signed_in(request).id
        answer = once(
            request,
            lambda: exports.order(player, owner=owner_of(request)),
            lambda made: _shown(made, player),
            status=HTTPStatus.ACCEPTED,
        )
        answer.headers["Location"] = f"{PATH}/{answer.data.id}"
        return answer


class ExportView(Endpoint):
    """An export."""

    cost = "read"

    @extend_schema(
        operation_id="get_my_export",
        parameters=CACHED,
        responses={200: AccountExport, 304: NOT_MODIFIED},
        tags=["me"],
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request, export_id: UUID) -> Response:
        """Return an export that you ordered, with its document when it is done. After a day it is a 404."""
        found = _shown(str(export_id), signed_in(request).id)
        return etags.answer(request, found, etag=etags.weak("export", found.id, found.status))


def _shown(export: str, player: UUID) -> AccountExport:
    """Return an export as an answer. Raises Http404."""
    found = exports.find(UUID(export), player)
    if found is None:
        raise Http404
    return AccountExport(
        id=found.id,
        status=ExportStatus(found.status),
        created_at=found.created_at,
        expires_at=found.expires_at,
        document=None if found.document is None else json.decode(found.document),
    )
