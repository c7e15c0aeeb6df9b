"""`/games/{id}/share`: the link by which anybody may look back at a game."""

from types import MappingProxyType
from typing import Final
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import no_content
from base.http.problems import CONTENT_TYPE, ProblemDocument
from games.api.endpoint import Endpoint
from games.api.header import Header, header_for
from games.api.openapi import CACHED, NOT_MODIFIED
from games.api.shares.schema import ShareLink
from games.api.tables.problems import NotOver, NotSeated
from games.rules.game import Status
from games.services import shares
from players.authentication import needs
from players.rights import Right

_REFUSED: Final = {(403, CONTENT_TYPE): ProblemDocument}


class ShareView(Endpoint):
    """The share link of a game. Access tokens for bots and apps may not use it."""

    cost = MappingProxyType({"GET": "read", "PUT": "lobby", "DELETE": "lobby"})

    @extend_schema(
        operation_id="get_share_link",
        parameters=CACHED,
        responses={200: ShareLink, 304: NOT_MODIFIED, **_REFUSED},
        tags=["history"],
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request, game: UUID) -> Response:
        """Return the share link of a game in which you sat. All fields are null if there is none."""
        return etags.answer(request, _shown(shares.link_of(_own(request, game).id)))

    @extend_schema(
        operation_id="make_share_link",
        request=None,
        responses={200: ShareLink, **_REFUSED, (409, CONTENT_TYPE): ProblemDocument},
        tags=["history"],
    )
    @needs(Right.ACCOUNT)
    def put(self, request: Request, game: UUID) -> Response:
        """Make a link by which anybody may look back at a game in which you sat, without signing in.

        The game must be over. If it has a link already you get that one. Whoever has the link sees everything: all
        moves with all cards, and who played. Every player of the game may make the link, and take it back.

        Public games need no link, because everybody may see them at their address.
        """
        seen = _own(request, game)
        if seen.status != Status.OVER:
            raise NotOver
        return Response(_shown(shares.make(seen.id)))

    @extend_schema(operation_id="delete_share_link", responses={204: None, **_REFUSED}, tags=["history"])
    @needs(Right.ACCOUNT)
    def delete(self, request: Request, game: UUID) -> Response:
        """Take the share link of a game back: it opens nothing from now on. If you do it again, nothing changes.

        You must have sat in the game. A new link has another code.
        """
        shares.remove(_own(request, game).id)
        return no_content()


def _own(request: Request, game: UUID) -> Header:
    """Return a game in which the caller has a seat. Raises Http404 and NotSeated."""
    seen = header_for(request, game)
    if seen.viewer is None:
        raise NotSeated
    return seen


def _shown(link: shares.Share | None) -> ShareLink:
    if link is None:
        return ShareLink(code=None, url=None, created_at=None)
    return ShareLink(code=link.code, url=link.url, created_at=link.created_at)
