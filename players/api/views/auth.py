"""`/auth/…`: signing in and out."""

import secrets
import unicodedata
from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ValidationError

from base.http.endpoint import Endpoint, no_content
from base.http.idempotency import key_of, once
from base.http.languages import accepted
from base.http.parameters import FIRST_KEY, REPLAYED
from base.http.problems import CONTENT_TYPE, ProblemDocument, SignedOut
from players import accounts, sessions
from players.api import requests, schema
from players.api.service_errors import BadCredentials, RefreshInvalid, RefreshUsed, refusals
from players.authentication import current_session, needs, require, signed_in
from players.models import Player, Session
from players.names import NAME_LENGTH, normal_name
from players.rights import Right
from players.sign_in_limits import remember, spend_mail, spend_password
from players.tokens import InvalidToken

_DEVICE_LENGTH = 80


class SignIn(Endpoint):
    """The base of endpoints without a session. They ignore the header `Authorization`, so an old token does no harm."""

    authentication_classes = ()
    permission_classes = ()
    cost = "sign-in"


class GuestView(SignIn):
    """New guests."""

    @extend_schema(
        operation_id="create_guest",
        parameters=[FIRST_KEY, REPLAYED],
        request=requests.GuestRequest,
        responses={201: schema.SignedInAnswer},
    )
    def post(self, request: Request) -> Response:
        """Make an account without credentials, and sign it in. Its language is the first one in `Accept-Language`."""
        asked = {**_profile_of(request), **requests.GuestRequest.read(request)}
        with refusals():
            return _begin_once(request, lambda: accounts.make_guest(asked))


class RegisterView(SignIn):
    """New accounts with credentials."""

    @extend_schema(
        operation_id="register_account",
        parameters=[FIRST_KEY, REPLAYED],
        request=requests.RegisterRequest,
        responses={201: schema.SignedInAnswer, (409, CONTENT_TYPE): ProblemDocument},
    )
    def post(self, request: Request) -> Response:
        """Make an account with a username and a password, and sign it in.

        Its language is the first one in `Accept-Language`, its name the username as you wrote it, unless you send them.
        """
        asked = requests.RegisterRequest.read(request)
        if "email" in asked:
            spend_mail(request._request, asked["email"])  # noqa: SLF001
        written = unicodedata.normalize("NFKC", dict(request.data)["username"])
        profile = {**_profile_of(request), "name": normal_name(written)[: NAME_LENGTH.stop - 1], **asked}
        username, password = profile.pop("username"), profile.pop("password")
        with refusals():
            return _begin_once(request, lambda: accounts.register(username, password, profile))


class TokenView(SignIn):
    """Sign-ins with username and password."""

    @extend_schema(
        operation_id="sign_in",
        request=requests.SignInRequest,
        responses={200: schema.PairAnswer, (401, CONTENT_TYPE): ProblemDocument},
    )
    def post(self, request: Request) -> Response:
        """Open a session. An unknown username and a wrong password get the same answer."""
        asked = requests.SignInRequest.read(request)
        spend_password(request._request, asked["username"])  # noqa: SLF001
        player = accounts.sign_in(asked["username"], asked["password"])
        if player is None:
            raise BadCredentials
        remember(request._request, asked["username"], player)  # noqa: SLF001
        _, pair = sessions.begin(player, name=_device(request))
        return Response(schema.pair_of(pair, player))


class RefreshView(SignIn):
    """New pairs of tokens for old ones."""

    cost = "read"

    @extend_schema(
        operation_id="refresh_tokens",
        request=requests.RefreshRequest,
        responses={200: schema.PairAnswer, (401, CONTENT_TYPE): ProblemDocument},
    )
    def post(self, request: Request) -> Response:
        """Replace a refresh token. It works once. If you repeat it within a minute, you get the same new pair again."""
        asked = requests.RefreshRequest.read(request)
        try:
            session, pair = sessions.refresh(asked["refresh"])
        except InvalidToken as error:
            raise RefreshInvalid from error
        except sessions.SessionEnded as error:
            raise SignedOut from error
        except sessions.RefreshReused as error:
            raise RefreshUsed from error
        return Response(schema.pair_of(pair, session.player))


class LogoutView(Endpoint):
    """Sign-outs."""

    cost = "read"

    @extend_schema(
        operation_id="sign_out",
        request=requests.LogoutRequest,
        responses={204: None, (403, CONTENT_TYPE): ProblemDocument},
    )
    @needs(Right.SIGN_OUT)
    def post(self, request: Request) -> Response:
        """End this session, or with `all` every session of the player, also those of bots. A bot cannot send `all`."""
        asked = requests.LogoutRequest.read(request)
        if asked["all"]:
            require(current_session(request).scope, Right.ACCOUNT)
        own = sessions.live(signed_in(request))
        sessions.end(own if asked["all"] else own.filter(id=current_session(request).id))
        return no_content()


def _begin_once(request: Request, make: Callable[[], Player]) -> Response:
    """Make an account and its first session, once for each Idempotency-Key. A repetition gets the same tokens again."""
    key = key_of(request)
    seed = key.encode() if key else secrets.token_bytes(32)

    def begin() -> object:
        session, _ = sessions.begin(make(), name=_device(request), seed=seed)
        return session.id

    def show(session_id: str) -> schema.SignedInAnswer:
        session = Session.objects.select_related("player").get(id=session_id)
        pair = sessions.first_pair(session, seed)
        return schema.SignedInAnswer(
            pair.access, pair.access_expires_at, pair.refresh, schema.profile_of(session.player)
        )

    return once(request, begin, show)


def _device(request: Request) -> str:
    """Return the name of the client, for the list of sessions."""
    agent: str = request.headers.get("User-Agent", "")
    return "".join(filter(str.isprintable, agent))[:_DEVICE_LENGTH]


def _profile_of(request: Request) -> dict[str, Any]:
    """Return the first language in Accept-Language as a field of a profile; an empty one if there is none."""
    for tag in accepted(request):
        try:
            return {"locale": requests.LocaleField().run_validation(tag)}
        except ValidationError:
            continue
    return {}
