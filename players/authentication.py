"""The player who sends a request, by `Authorization: Bearer <access token>`."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext_noop
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from base.http.problems import Forbidden, NotSignedIn, SignedOut, Unauthorized
from players.models import Player, Session
from players.rights import Right, has_right
from players.sessions import SessionEnded, identify
from players.tokens import Access, ExpiredToken, InvalidToken

_SCHEME: Final = "bearer"
_CLOSED: Final = gettext_noop("A token of a bot or an app may not do this.")

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class TokenInvalid(Unauthorized):
    """This service has not issued the access token."""

    code = "token_invalid"
    default_detail = "The token is not valid."
    remedy = "Send the access token as you got it. If that does not help, sign in again."


class TokenExpired(Unauthorized):
    """The access token is too old. It lasts for 15 minutes."""

    code = "token_expired"
    default_detail = "The access token has expired. Refresh it."
    remedy = "Get a new pair of tokens with `POST /auth/refresh`, then send the request again."


class BearerAuthentication(BaseAuthentication):
    """Sets `request.user` to the player, and `request.auth` to the session."""

    def authenticate(self, request: Request) -> tuple[Player, Session] | None:
        """Return the player and the session, or None without a token.

        Raises Unauthorized for a token that fails, and Forbidden if its scope has no right to this method.
        """
        session = session_of(request.headers.get("Authorization"))
        if session is None:
            return None
        view, method = request.parser_context["view"], request.method or ""
        if method in view.allowed_methods:  # of any other method REST framework says so
            require(session.scope, right_of(view, method))
        return session.player, session

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        """Return the scheme for the header `WWW-Authenticate` of a 401."""
        return "Bearer"


def needs(right: Right) -> Callable[[F], F]:
    """Declare the right that a method of a view needs."""

    def declare(method: F) -> F:
        method.right = right  # type: ignore[attr-defined]  # functions take attributes
        return method

    return declare


def right_of(view: object, method: str) -> Right | None:
    """Return the right that a view declares for an HTTP method, or None."""
    handler = getattr(view, "get" if method == "HEAD" else method.lower(), None)
    return getattr(handler, "right", None)


def require(scope: str, right: Right | None) -> None:
    """Raise Forbidden unless a session of this scope may do this."""
    if not has_right(scope, right):
        raise Forbidden(_CLOSED)


def session_of(authorization: str | None) -> Session | None:
    """Return the session of an Authorization header with its player, or None without a token. It takes one query.

    Views outside REST framework call it themselves. Raises Unauthorized if the token fails.
    """
    return _read(authorization, identify)


def access_of(authorization: str | None) -> Access:
    """Return what the token of an Authorization header says. Whether its session lives, `live_sessions` has to find.

    It takes no query. Raises NotSignedIn without a token, and Unauthorized if the token fails.
    """
    found = _read(authorization, Access.read)
    if found is None:
        raise NotSignedIn
    return found


def _read(authorization: str | None, read: Callable[[str], T]) -> T | None:
    scheme, _, token = (authorization or "").strip().partition(" ")
    if scheme.lower() != _SCHEME:
        return None
    try:
        return read(token.strip())
    except ExpiredToken as error:
        raise TokenExpired from error
    except SessionEnded as error:
        raise SignedOut from error
    except InvalidToken as error:
        raise TokenInvalid from error


def signed_in(request: Request) -> Player:
    """Return the player of a request that `IsAuthenticated` has let pass."""
    assert isinstance(request.user, Player)  # noqa: S101  # the permission has refused everybody else
    return request.user


def current_session(request: Request) -> Session:
    """Return the session of a request that `IsAuthenticated` has let pass."""
    session: object = request.auth
    assert isinstance(session, Session)  # noqa: S101  # the permission has refused everybody else
    return session


def player_of(request: Request | HttpRequest) -> Player | None:
    """Return the signed-in player, or None."""
    user: Player | AnonymousUser = request.user
    return user if isinstance(user, Player) else None
