"""`/me…`: your own account."""

from types import MappingProxyType
from typing import Any, cast
from uuid import UUID

from django.db import transaction
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from players import accounts, sessions
from players.api import requests, schema
from players.api.refusals import BOT_TOKENS, TooManyTokens, refusals
from players.http import etags
from players.http.authentication import OwnHand, current_session, signed_in
from players.http.endpoint import Endpoint, no_content
from players.http.idempotency import once
from players.http.pagination import page
from players.models import Player, Session

_NONE_MATCH = OpenApiParameter("If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, description="An ETag: 304.")
_MATCH = OpenApiParameter("If-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, required=True)
_KEY = OpenApiParameter("Idempotency-Key", OpenApiTypes.STR, OpenApiParameter.HEADER)
_PAGE = [
    OpenApiParameter("cursor", OpenApiTypes.STR, description="`next_cursor` of the page before."),
    OpenApiParameter("limit", OpenApiTypes.INT, description="1 to 100 items."),
]


class MeView(Endpoint):
    """Your own profile."""

    bucket = MappingProxyType({"GET": "read", "PATCH": "lobby"})

    def get_permissions(self) -> list[Any]:
        """Let a bot read the profile of its player, and no more."""
        return [IsAuthenticated()] if self.request.method == "GET" else [IsAuthenticated(), OwnHand()]

    @extend_schema(operation_id="me_read", parameters=[_NONE_MATCH], responses={200: schema.Profile, 304: None})
    def get(self, request: Request) -> Response:
        """Return the profile, with an ETag."""
        return etags.answer(request, schema.profile_of(Player.objects.get(id=signed_in(request).id)))

    @extend_schema(
        operation_id="me_change", parameters=[_MATCH], request=requests.ProfileChange, responses=schema.Profile
    )
    def patch(self, request: Request) -> Response:
        """Change the profile that `If-Match` names: 428 without it, 412 if it has changed meanwhile."""
        asked = requests.ProfileChange(data=request.data)
        with transaction.atomic():
            player = Player.objects.select_for_update().get(id=signed_in(request).id)
            etags.require_match(request, schema.profile_of(player))
            asked.is_valid(raise_exception=True)
            accounts.change_profile(player, asked.changes())
            player.refresh_from_db()  # what is answered is what will be read
        profile = schema.profile_of(player)
        return Response(profile, headers={"ETag": etags.of(profile)})


class CredentialsView(Endpoint):
    """A guest's way to a full account."""

    bucket = "sign-in"
    permission_classes = (IsAuthenticated, OwnHand)

    @extend_schema(
        operation_id="me_credentials",
        parameters=[_KEY],
        request=requests.Credentials,
        responses={201: schema.Profile},
    )
    def post(self, request: Request) -> Response:
        """Give a guest username and password: the same account, the same games."""
        asked = requests.Credentials.read(request)
        player_id = signed_in(request).id
        with refusals():
            return once(
                request,
                lambda: accounts.add_credentials(player_id, **asked).id,
                lambda _: schema.profile_of(Player.objects.get(id=player_id)),
            )


class SessionsView(Endpoint):
    """Your own sessions."""

    permission_classes = (IsAuthenticated, OwnHand)

    @extend_schema(operation_id="me_sessions", parameters=_PAGE, responses=schema.SessionPage)
    def get(self, request: Request) -> Response:
        """List the sessions that live, the youngest first."""
        current = current_session(request).id

        def answer_of(session: Session) -> schema.SessionAnswer:
            return schema.SessionAnswer(
                id=session.id,
                name=session.name,
                scope=cast("schema.SessionScope", session.scope),
                current=session.id == current,
                created_at=session.created_at,
                used_at=session.used_at,
                expires_at=session.expires_at,
            )

        found = page(request, sessions.live(signed_in(request)), ["-id"], answer_of)
        return etags.answer(request, schema.SessionPage(found["items"], found["next_cursor"]))


class SessionView(Endpoint):
    """One of your own sessions."""

    bucket = "lobby"
    permission_classes = (IsAuthenticated, OwnHand)

    @extend_schema(operation_id="me_session_end", responses={204: None})
    def delete(self, request: Request, session_id: UUID) -> Response:
        """End a session: its tokens fail at once."""
        if not sessions.end(sessions.live(signed_in(request)).filter(id=session_id)):
            raise Http404
        return no_content()


class TokensView(Endpoint):
    """Tokens for bots."""

    bucket = "lobby"
    permission_classes = (IsAuthenticated, OwnHand)

    @extend_schema(
        operation_id="me_tokens",
        parameters=[_KEY],
        request=requests.BotTokenRequest,
        responses={201: schema.BotTokenAnswer},
    )
    def post(self, request: Request) -> Response:
        """Make a token that lets a bot play in your name, marked as a bot."""
        asked = requests.BotTokenRequest.read(request)

        def make() -> UUID:
            player = Player.objects.select_for_update().get(id=signed_in(request).id)
            if sessions.live(player).filter(scope="bot").count() >= BOT_TOKENS:
                raise TooManyTokens
            return sessions.begin_bot(player, asked["name"]).id

        return once(request, make, _bot_token)


def _bot_token(session_id: str) -> schema.BotTokenAnswer:
    session = Session.objects.get(id=session_id)
    return schema.BotTokenAnswer(
        id=session.id,
        name=session.name,
        scope=cast("schema.SessionScope", session.scope),
        token=sessions.bot_token(session),
        expires_at=session.expires_at,
    )
