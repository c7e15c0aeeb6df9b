"""`/me…`: your own account."""

from datetime import datetime
from http import HTTPStatus
from types import MappingProxyType
from typing import cast
from uuid import UUID

from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import Endpoint, no_content
from base.http.idempotency import once
from base.http.pagination import page
from base.http.parameters import CACHED, ETAG, KEY, NOT_MODIFIED, PAGE, REPLAYED
from base.http.problems import CONTENT_TYPE, ProblemDocument
from players import accounts, erasure, sessions
from players.api import requests, schema
from players.api.service_errors import BOT_TOKENS, SignInAgain, TooManyTokens, refusals
from players.authentication import current_session, needs, signed_in
from players.models import Player, Session
from players.rights import Right, has_right
from players.sign_in_limits import spend_mail

_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The ETag of the profile that you change. You get 428 without it, and 412 if it is an old one.",
)


class MeView(Endpoint):
    """Your own profile."""

    cost = MappingProxyType({"GET": "read", "PATCH": "lobby", "DELETE": "lobby"})

    @extend_schema(operation_id="get_me", parameters=CACHED, responses={200: schema.Profile, 304: NOT_MODIFIED})
    @needs(Right.SEE_PROFILE)
    def get(self, request: Request) -> Response:
        """Return the profile, with an ETag."""
        shows_email = has_right(current_session(request).scope, Right.ACCOUNT)
        player = Player.objects.get(id=signed_in(request).id)
        return etags.answer(request, schema.profile_of(player, shows_email=shows_email))

    @extend_schema(
        operation_id="change_me",
        parameters=[_MATCH, ETAG],
        request=requests.ProfileChange,
        responses={
            200: schema.Profile,
            (412, CONTENT_TYPE): ProblemDocument,
            (428, CONTENT_TYPE): ProblemDocument,
        },
    )
    @needs(Right.ACCOUNT)
    def patch(self, request: Request) -> Response:
        """Change the profile. `If-Match` must have its ETag: you get 428 without it, and 412 if it has changed."""
        asked = requests.ProfileChange(data=request.data)
        with transaction.atomic():
            player = Player.objects.select_for_update().get(id=signed_in(request).id)
            etags.require_match(request, schema.profile_of(player))
            asked.is_valid(raise_exception=True)
            with refusals():
                accounts.change_profile(player, asked.changes())
            player.refresh_from_db()  # the answer has the values as they are stored
        profile = schema.profile_of(player)
        return Response(profile, headers={"ETag": etags.of(profile)})

    @extend_schema(
        operation_id="erase_me",
        responses={202: schema.ErasedAnswer, (403, CONTENT_TYPE): ProblemDocument},
    )
    @needs(Right.ACCOUNT)
    def delete(self, request: Request) -> Response:
        """Erase your account, at once and for ever. A full account needs a sign-in of the last ten minutes.

        Your name, username, address, password, sessions, bots' tokens, devices, preferences and all else that the
        service knows of you are deleted. All your tokens fail from now on, also for a repetition of this request. Soon
        afterwards you have resigned from your running games, left the waiting ones, and are on no leaderboard. The
        games that you played stay, and show a new name that does not tell who you were.
        """
        if not signed_in(request).is_guest and not erasure.is_fresh(current_session(request)):
            raise SignInAgain
        erased = erasure.erase(signed_in(request).id)
        answer = schema.ErasedAnswer(id=erased.id, name=erased.name, erased_at=cast("datetime", erased.erased_at))
        return Response(answer, HTTPStatus.ACCEPTED)


class CredentialsView(Endpoint):
    """Guests become full accounts."""

    lasting = True
    cost = "sign-in"

    @extend_schema(
        operation_id="add_credentials",
        parameters=[KEY, REPLAYED],
        request=requests.Credentials,
        responses={201: schema.Profile, (409, CONTENT_TYPE): ProblemDocument},
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request) -> Response:
        """Give a guest a username and a password. The account keeps its id and its games."""
        asked = requests.Credentials.read(request)
        if "email" in asked:
            spend_mail(request._request, asked["email"])  # noqa: SLF001
        player_id = signed_in(request).id
        with refusals():
            return once(
                request,
                lambda: accounts.add_credentials(player_id, **asked).id,
                lambda _: schema.profile_of(Player.objects.get(id=player_id)),
            )


class SessionsView(Endpoint):
    """Your own sessions."""

    cost = "read"

    @extend_schema(
        operation_id="list_my_sessions",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.SessionPage, 304: NOT_MODIFIED},
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request) -> Response:
        """List the sessions that have not ended, the newest first."""
        current = current_session(request).id

        def answer_of(session: Session) -> schema.SessionAnswer:
            return schema.SessionAnswer(
                id=session.id,
                name=session.name,
                scope=cast("schema.SessionScope", session.scope),
                app=session.app_id,
                current=session.id == current,
                created_at=session.created_at,
                used_at=session.used_at,
                expires_at=session.expires_at,
            )

        found = page(request, sessions.live(signed_in(request)), ["-id"], answer_of)
        return etags.answer(request, schema.SessionPage(found.items, found.next_cursor))


class SessionView(Endpoint):
    """One of your own sessions."""

    cost = "lobby"

    @extend_schema(operation_id="end_session", responses={204: None})
    @needs(Right.ACCOUNT)
    def delete(self, request: Request, session_id: UUID) -> Response:
        """End a session. Its tokens fail from now on."""
        if not sessions.end(sessions.live(signed_in(request)).filter(id=session_id)):
            raise Http404
        return no_content()


class TokensView(Endpoint):
    """Tokens for bots."""

    cost = "lobby"

    @extend_schema(
        operation_id="create_bot_token",
        parameters=[KEY, REPLAYED],
        request=requests.BotTokenRequest,
        responses={201: schema.BotTokenAnswer, (409, CONTENT_TYPE): ProblemDocument},
    )
    @needs(Right.ACCOUNT)
    def post(self, request: Request) -> Response:
        """Make a token with which a bot plays in your name. Its seats are marked as a bot's."""
        asked = requests.BotTokenRequest.read(request)

        def make() -> UUID:
            # The lock on the player makes two requests at once count one after the other.
            player = Player.objects.select_for_update().get(id=signed_in(request).id)
            if sessions.live(player).filter(scope="bot").count() >= BOT_TOKENS:
                raise TooManyTokens
            return sessions.begin_bot(player, asked["name"]).id

        def show(session_id: str) -> schema.BotTokenAnswer:
            session = Session.objects.get(id=session_id)
            return schema.BotTokenAnswer(
                id=session.id,
                name=session.name,
                scope=cast("schema.SessionScope", session.scope),
                token=sessions.bot_token(session),
                expires_at=session.expires_at,
            )

        return once(request, make, show)
