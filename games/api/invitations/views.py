"""`/invitations`, and the invitations of games and players."""

from contextlib import suppress
from datetime import timedelta
from types import MappingProxyType
from typing import Any, ClassVar, Final
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import no_content
from base.http.idempotency import once
from base.http.pagination import page
from base.http.problems import CONTENT_TYPE, FieldErrors, ProblemDocument
from games import selectors, store
from games.api.endpoint import Endpoint
from games.api.header import header_for
from games.api.invitations import requests, schema, showing
from games.api.invitations.problems import InvitationGone, InvitationGoneDocument
from games.api.invitations.service_errors import invitation_refusals
from games.api.languages import LANGUAGE, language_of
from games.api.lobby.newcomers import newcomer
from games.api.lobby.requests import SeatRequest
from games.api.openapi import CACHED, KEY, NOT_MODIFIED, PAGE, REPLAYED
from games.api.tables import current
from games.api.tables.problems import REFUSALS, NotSeated
from games.api.tables.requests import Nothing
from games.api.tables.schema import ReceivedTable
from games.services import invitations
from players.authentication import needs, signed_in
from players.blocks import blocks_of
from players.models import Player
from players.names import BadName, normal_username
from players.rights import Right

_GONE: Final[dict[Any, Any]] = {(410, CONTENT_TYPE): InvitationGoneDocument}


class GameInvitationsView(Endpoint):
    """The invitations to a game."""

    cost = MappingProxyType({"GET": "read", "POST": "lobby"})
    queries: ClassVar = {"GET": frozenset({"cursor", "limit"})}

    @extend_schema(
        operation_id="list_game_invitations",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.SentInvitationPage, 304: NOT_MODIFIED, (403, CONTENT_TYPE): ProblemDocument},
        tags=["lobby"],
    )
    @needs(Right.SEE_INBOX)
    def get(self, request: Request, game: UUID) -> Response:
        """List the invitations to a game, the newest first, also those that cannot be accepted any more.

        You must have a seat at the table. No code of a link is shown.
        """
        if header_for(request, game).viewer is None:
            raise NotSeated
        found = page(request, selectors.invitations_to(game), ["-id"], lambda row: row.id)
        items = showing.sent(store.invitations.find_all(found.items))
        return etags.answer(request, schema.SentInvitationPage(items, found.next_cursor))

    @extend_schema(
        operation_id="create_invitation",
        parameters=[KEY, REPLAYED],
        request=requests.InvitationRequest,
        responses={201: schema.NewInvitation, **REFUSALS, (409, CONTENT_TYPE): ProblemDocument},
        tags=["lobby"],
    )
    @needs(Right.INVITE)
    def post(self, request: Request, game: UUID) -> Response:
        """Invite others to a game that waits for players, public or private. You must have a seat.

        With `player` or `username` you invite one player, who finds the invitation in `GET /me/invitations`. Without
        them you get a link. Everybody who has the link can take a seat, as long as it can be used, so send it only to
        those whom you want at the table. Its `code` is shown only here, and in repetitions with the same
        Idempotency-Key.
        """
        header_for(request, game)
        asked, player = requests.InvitationRequest.read(request), signed_in(request)
        lasts = timedelta(seconds=asked["expires_in"]) if "expires_in" in asked else None

        def make() -> UUID:
            invited = _invited(asked, player)
            return invitations.invite(game, maker=player.id, player=invited, uses=asked.get("uses"), lasts=lasts)

        with invitation_refusals(request):
            return once(request, make, lambda made: showing.new(UUID(made)))


class OwnInvitationsView(Endpoint):
    """Your invitations."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"cursor", "limit"})}

    @extend_schema(
        operation_id="list_my_invitations",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.InvitationPage, 304: NOT_MODIFIED},
        tags=["play"],
    )
    @needs(Right.SEE_INBOX)
    def get(self, request: Request) -> Response:
        """List the invitations that name you and that you can accept, those that expire first come first.

        Until you accept or decline you may read the table of such an invitation, even if it is private. A page may have
        fewer invitations than `limit` even if there is a next page.
        """
        rows = selectors.open_invitations(signed_in(request).id)
        found = page(request, rows, ["expires_at", "id"], lambda row: row.id)
        items = showing.shown(store.invitations.find_all(found.items))
        return etags.answer(request, schema.InvitationPage(items, found.next_cursor))


class InvitationView(Endpoint):
    """An invitation."""

    cost = MappingProxyType({"GET": "read", "DELETE": "lobby"})

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Return how a caller signs in: who has the code of a link need not."""
        return super().get_authenticators() if self._revokes() else []

    def get_permissions(self) -> list[Any]:
        """Return who may call: everybody may read what a link invites to."""
        return [*super().get_permissions()] if self._revokes() else []

    def _revokes(self) -> bool:
        return getattr(self.request, "method", None) == "DELETE"  # OpenAPI is first made without a request

    @extend_schema(
        operation_id="get_invitation",
        parameters=CACHED,
        responses={200: schema.Invitation, 304: NOT_MODIFIED, **_GONE},
        tags=["lobby"],
    )
    @needs(Right.SEE_INBOX)
    def get(self, request: Request, invitation: str) -> Response:
        """Return who invites to what by the link with this code. You need not be signed in.

        An invitation that names you is in `GET /me/invitations`.
        """
        with invitation_refusals(request):
            found = invitations.find(invitation, None)
        if found.state != "open":
            raise InvitationGone(members={"state": found.state})
        shown = showing.shown([found])
        if not shown:
            raise Http404
        return etags.answer(request, shown[0])

    @extend_schema(
        operation_id="revoke_invitation",
        responses={204: None, (403, CONTENT_TYPE): ProblemDocument},
        tags=["lobby"],
    )
    @needs(Right.INVITE)
    def delete(self, request: Request, invitation: str) -> Response:
        """Revoke the invitation with this id, so that nobody can accept it any more.

        Only its maker, and whoever opened the game, may do so. If you do it again, nothing changes.
        """
        with invitation_refusals(request):
            invitations.revoke(_id(invitation), signed_in(request).id)
        return no_content()


class AcceptView(Endpoint):
    """Accepted invitations."""

    cost = "lobby"
    queries: ClassVar = {"POST": frozenset({"lang"})}

    @extend_schema(
        operation_id="accept_invitation",
        parameters=[LANGUAGE, KEY, REPLAYED],
        request=SeatRequest,
        responses={201: ReceivedTable, **REFUSALS, **_GONE},
        tags=["lobby"],
    )
    @needs(Right.INVITE)
    def post(self, request: Request, invitation: str) -> Response:
        """Accept an invitation, and take a seat: the one that `seat` names, or the first free one.

        In the path is the code of a link, or the id of an invitation that names you. If it was the last free seat, the
        game starts.
        """
        who, language = newcomer(request, SeatRequest.read(request)), language_of(request)
        with invitation_refusals(request):
            return once(
                request,
                lambda: invitations.accept(invitation, who),
                lambda game: current.shown(request, UUID(game), language),
                path="invitations/accept",
            )


class DeclineView(Endpoint):
    """Declined invitations."""

    cost = "lobby"

    @extend_schema(operation_id="decline_invitation", request=Nothing, responses={204: None, **_GONE}, tags=["lobby"])
    @needs(Right.INVITE)
    def post(self, request: Request, invitation: str) -> Response:
        """Decline an invitation that names you, by its id. If you do it again, nothing changes.

        Nobody at this table can invite you again by name. With the code of a link nothing changes, because the link is
        not for you alone.
        """
        Nothing.read(request)
        with invitation_refusals(request):
            invitations.decline(invitation, signed_in(request).id)
        return no_content()


def _invited(asked: dict[str, Any], player: Player) -> UUID | None:
    """Return whom a request of *player* invites, None for a link.

    Raises FieldErrors if there is no such player, or if *player* has blocked them.
    """
    field = next((name for name in ("player", "username") if name in asked), None)
    if field is None:
        return None
    players = Player.objects.filter(is_active=True)
    found = None
    with suppress(BadName):  # no account can have it
        wanted = {"id": asked["player"]} if field == "player" else {"username": normal_username(asked["username"])}
        found = players.filter(**wanted).first()
    if found is None:
        raise FieldErrors({field: ["There is no such player."]})
    if blocks_of(player).filter(blocked=found).exists():
        raise FieldErrors({field: ["You have blocked this player."]})
    return found.id


def _id(text: str) -> UUID:
    """Return the id of an invitation. Raises Http404 for what is none."""
    try:
        return UUID(text)
    except ValueError as error:
        raise Http404 from error
