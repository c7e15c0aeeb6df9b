"""The authorization server: codes with PKCE, refresh tokens and revocation, by Authlib (ADR 19).

Authlib checks requests and writes answers. What it hands out are sessions of this service, so apps have the same access
tokens and rotating refresh tokens as players, and there is one place that ends them.
"""

import json
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from authlib.common.urls import add_params_to_uri
from authlib.oauth2 import AuthorizationServer, OAuth2Request
from authlib.oauth2.rfc6749 import (
    AuthorizationCodeMixin,
    ClientMixin,
    InvalidClientError,
    InvalidGrantError,
    InvalidRequestError,
    OAuth2Payload,
    TokenMixin,
    grants,
)
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from django.conf import settings
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.crypto import constant_time_compare

from players import sessions
from players.models import App, AuthorizationCode, Player, Scope, Session
from players.oauth import redirects
from players.oauth.registration import digest_of
from players.oauth.scopes import SCOPES, granted, session_scope
from players.sessions import Pair, RefreshReused, SessionEnded
from players.tokens import Access, ExpiredToken, InvalidToken, Refresh

CODE_LIFETIME: Final = timedelta(seconds=60)
_WAYS: Final = ["client_secret_basic", "client_secret_post", "none"]
"""How apps prove who they are. An app with a secret must send it, and a public app has none to send."""


class Client(ClientMixin):  # type: ignore[misc]  # Authlib has no types
    """An app, as Authlib sees it."""

    def __init__(self, app: App) -> None:
        self.app = app

    def get_client_id(self) -> str:
        """Return the `client_id`."""
        return str(self.app.id)

    def get_default_redirect_uri(self) -> None:
        """Return None: `redirect_uri` is required."""

    def get_allowed_scope(self, scope: str | None) -> str | None:
        """Return the scopes that the app gets, or None if there is no such scope."""
        found = session_scope(scope or "")
        return None if found is None else granted(found)

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Return whether the app has registered this address."""
        return redirects.is_registered(redirect_uri, self.app.redirect_uris)

    def check_client_secret(self, client_secret: str) -> bool:
        """Return whether this is the secret of the app."""
        stored = self.app.secret_digest
        return stored is not None and constant_time_compare(digest_of(client_secret), bytes(stored))

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:  # noqa: ARG002
        """Return whether the app may prove who it is in this way."""
        return (method == "none") == (self.app.secret_digest is None)

    def check_response_type(self, response_type: str) -> bool:
        """Return whether it is `code`."""
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """Return whether the app may get tokens for this."""
        return grant_type in ("authorization_code", "refresh_token")


@dataclass(frozen=True, slots=True)
class Code(AuthorizationCodeMixin):  # type: ignore[misc]
    """A stored code, as Authlib sees it."""

    row: AuthorizationCode

    def get_redirect_uri(self) -> str:
        """Return the address to which the code was sent."""
        return self.row.redirect_uri

    def get_scope(self) -> str:
        """Return the scopes that the player has allowed."""
        return granted(Scope(self.row.scope))

    @property
    def code_challenge(self) -> str:
        """The challenge of PKCE."""
        return self.row.challenge

    @property
    def code_challenge_method(self) -> str:
        """The only method."""
        return "S256"


@dataclass(frozen=True, slots=True)
class Token(TokenMixin):  # type: ignore[misc]
    """A token of an app's session, as Authlib sees it."""

    session: Session
    text: str

    def check_client(self, client: Client) -> bool:
        """Return whether the session is of this app."""
        return self.session.app_id == client.app.id

    def get_scope(self) -> str:
        """Return the scopes of the session."""
        return granted(Scope(self.session.scope))


class Challenge(CodeChallenge):  # type: ignore[misc]
    """PKCE is required, by S256, also for apps with a secret."""

    SUPPORTED_CODE_CHALLENGE_METHOD: Final = ["S256"]

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        """Raise InvalidRequestError unless the request has a challenge by S256."""
        asked = grant.request.payload.data
        if asked.get("code_challenge_method") != "S256" or len(asked.get("code_challenge", "")) != 43:
            raise InvalidRequestError("Send a code_challenge with code_challenge_method S256.")
        super().validate_code_challenge(grant, redirect_uri)


class CodeGrant(grants.AuthorizationCodeGrant):  # type: ignore[misc]
    """A code for a session."""

    TOKEN_ENDPOINT_AUTH_METHODS: Final = _WAYS

    @staticmethod
    def validate_authorization_redirect_uri(request: Any, client: Client) -> str:
        """Return the `redirect_uri`. Raises InvalidRequestError for one that the app has not registered."""
        uri = request.payload.redirect_uri or ""
        if not client.check_redirect_uri(uri):
            raise InvalidRequestError("The redirect_uri is missing, or the app has not registered it.")
        return str(uri)

    def generate_authorization_code(self) -> str:
        """Return a random code."""
        return secrets.token_urlsafe(32)

    def save_authorization_code(self, code: str, request: Any) -> None:
        """Store a code, which works for a minute."""
        AuthorizationCode.objects.create(
            digest=digest_of(code),
            app=request.client.app,
            player=request.user,
            scope=session_scope(request.scope) or Scope.READ,
            redirect_uri=request.payload.redirect_uri,
            challenge=request.payload.data["code_challenge"],
            expires_at=Now() + CODE_LIFETIME,
        )

    def query_authorization_code(self, code: str, client: Client) -> Code | None:
        """Return a code of this app that works, and lock it. If the code was used before, its session ends."""
        rows = AuthorizationCode.objects.select_for_update(of=("self",)).select_related("player")
        row = rows.filter(digest=digest_of(code), app=client.app).first()
        if row is not None and row.session_id is not None:
            sessions.end(Session.objects.filter(id=row.session_id))
            return None
        is_fresh = AuthorizationCode.objects.filter(digest=digest_of(code), expires_at__gt=Now()).exists()
        return Code(row) if row is not None and is_fresh else None

    def authenticate_user(self, authorization_code: Code) -> Player | None:
        """Return the player who has allowed the app, or None if the account is inactive."""
        player = authorization_code.row.player
        return player if player.is_active else None

    def generate_token(self, **_given: Any) -> dict[str, Any]:
        """Open a session for the app, and return its first pair of tokens."""
        row, app = self.request.authorization_code.row, self.request.client.app
        session, pair = sessions.begin(row.player, name=app.name, scope=Scope(row.scope), app=app)
        row.session = session
        row.save(update_fields=["session"])
        return _tokens(pair, session)

    def delete_authorization_code(self, authorization_code: Code) -> None:
        """Keep the code. Its session shows that it was used."""


class RefreshGrant(grants.RefreshTokenGrant):  # type: ignore[misc]
    """A new pair for a refresh token, which works once."""

    TOKEN_ENDPOINT_AUTH_METHODS: Final = _WAYS

    def authenticate_refresh_token(self, refresh_token: str) -> Token | None:
        """Return the token if its session lives. It may be an old token of that session."""
        return _by_refresh_token(refresh_token)

    def authenticate_user(self, refresh_token: Token) -> Player | None:
        """Return the player of the session."""
        return refresh_token.session.player

    def issue_token(self, user: Player, refresh_token: Token) -> dict[str, Any]:  # noqa: ARG002
        """Return the next pair. Raises InvalidGrantError for a token that was used before, and ends its session."""
        session = refresh_token.session
        try:
            _, pair = sessions.refresh(refresh_token.text, session.app)
            return _tokens(pair, session)
        except (InvalidToken, SessionEnded, RefreshReused) as error:
            raise InvalidGrantError from error

    def revoke_old_credential(self, refresh_token: Token) -> None:
        """Do nothing: the refresh has replaced it."""


class Revocation(RevocationEndpoint):  # type: ignore[misc]
    """Sign-outs of apps (RFC 7009). Either token ends the whole session."""

    CLIENT_AUTH_METHODS: Final = _WAYS

    def query_token(self, token_string: str, token_type_hint: str | None) -> Token | None:  # noqa: ARG002
        """Return the token if its session lives."""
        if found := _by_refresh_token(token_string):
            return found
        try:
            claims = Access.read(token_string)
        except (InvalidToken, ExpiredToken):
            return None
        session = Session.objects.filter(id=claims.session, ended_at=None, app__isnull=False).first()
        return None if session is None else Token(session, token_string)

    def revoke_token(self, token: Token, request: Any) -> None:  # noqa: ARG002
        """End the session."""
        sessions.end(Session.objects.filter(id=token.session.id))


class Payload(OAuth2Payload):  # type: ignore[misc]
    """The parameters of a request: the query of a page, or the form that a program sends, and never both."""

    def __init__(self, given: QueryDict) -> None:
        self._given = given

    @property
    def data(self) -> dict[str, str]:
        """The parameters."""
        return {name: str(self._given[name]) for name in self._given}

    @property
    def response_type(self) -> str:
        """What the app asks for. Authlib cannot describe a mistake with characters that are not ASCII."""
        return "code" if self.data.get("response_type") == "code" else "unknown"

    @property
    def datalist(self) -> dict[str, list[str]]:
        """All values of each parameter."""
        return {name: list(map(str, self._given.getlist(name))) for name in self._given}


class Request(OAuth2Request):  # type: ignore[misc]
    """A request, as Authlib sees it. Raises InsecureTransportError without TLS, except on this machine."""

    def __init__(self, request: HttpRequest, given: QueryDict) -> None:
        super().__init__(request.method, request.build_absolute_uri(), headers=request.headers)
        self.payload: Payload = Payload(given)

    @property
    def form(self) -> dict[str, str]:
        """The parameters."""
        return self.payload.data


class Server(AuthorizationServer):  # type: ignore[misc]
    """The authorization server of this service."""

    def query_client(self, client_id: str) -> Client | None:
        """Return the app with this `client_id`, or None."""
        try:
            app = App.objects.select_related("owner").filter(id=UUID(client_id), owner__is_active=True).first()
        except ValueError:
            return None
        return None if app is None else Client(app)

    def authenticate_client(self, request: Any, methods: list[str], endpoint: str = "token") -> Client:
        """Return the app that sends a request. Raises InvalidClientError."""
        try:
            client: Client = super().authenticate_client(request, methods, endpoint)
        except ValueError as error:  # a header that Authlib cannot read
            raise InvalidClientError(status_code=401) from error
        return client

    def save_token(self, token: dict[str, Any], request: Any) -> None:
        """Do nothing: the session is stored before its token is made."""

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        """Do nothing: nobody listens."""

    def create_oauth2_request(self, request: HttpRequest) -> Request:
        """Return the request with the parameters of its query for pages, of its form for programs."""
        return Request(request, request.GET if request.path == "/oauth/authorize" else request.POST)

    def handle_response(self, status: int, body: Any, headers: list[tuple[str, str]]) -> HttpResponse:
        """Return the answer. Redirects to apps say who sends them (RFC 9207)."""
        content = json.dumps(dict(body)) if isinstance(body, dict | list) else body
        answer = HttpResponse(content, status=status, headers=dict(headers))
        if "Location" in answer.headers:
            answer.headers["Location"] = add_params_to_uri(answer.headers["Location"], {"iss": settings.PUBLIC_URL})
        return answer


def metadata() -> dict[str, Any]:
    """Return what a client must know of the server (RFC 8414)."""
    here = settings.PUBLIC_URL
    return {
        "issuer": here,
        "authorization_endpoint": f"{here}/oauth/authorize",
        "token_endpoint": f"{here}/oauth/token",
        "revocation_endpoint": f"{here}/oauth/revoke",
        "scopes_supported": [*SCOPES],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": _WAYS,
        "revocation_endpoint_auth_methods_supported": _WAYS,
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "ui_locales_supported": [code for code, _ in settings.LANGUAGES],
        "service_documentation": f"{here}/docs/",
    }


def _tokens(pair: Pair, session: Session) -> dict[str, Any]:
    return {
        "token_type": "Bearer",
        "access_token": pair.access,
        "expires_in": int(settings.ACCESS_LIFETIME.total_seconds()),
        "refresh_token": pair.refresh,
        "scope": granted(Scope(session.scope)),
    }


def _by_refresh_token(text: str) -> Token | None:
    try:
        family = Refresh.parse(text).family_digest
    except InvalidToken:
        return None
    live = Session.objects.filter(ended_at=None, expires_at__gt=Now(), player__is_active=True, app__isnull=False)
    session = live.select_related("player", "app").filter(family=family).first()
    return None if session is None else Token(session, text)


SERVER: Final = Server()
SERVER.register_grant(CodeGrant, [Challenge(required=True)])
SERVER.register_grant(RefreshGrant)
SERVER.register_endpoint(Revocation)
