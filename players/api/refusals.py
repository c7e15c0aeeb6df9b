"""Why a request on an account was refused, as problems."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final

from players.accounts import HasCredentials, UsernameTaken, WeakPassword
from players.http.authentication import Unauthorized
from players.http.problems import FieldErrors, Problem

BOT_TOKENS: Final = 20
"""The most tokens for bots that one account may have."""


class BadCredentials(Unauthorized):
    """There is no account with this username, or the password is not its own. The answer does not tell which."""

    code = "bad_credentials"
    default_detail = "Username and password do not belong together."
    remedy = "Let the player type both again. After some failures you get `throttled`."


class RefreshInvalid(Unauthorized):
    """The refresh token is not one that this service has made."""

    code = "refresh_invalid"
    default_detail = "This is no refresh token of ours."
    remedy = "Forget both tokens, and let the player sign in again."


class RefreshUsed(Unauthorized):
    """Somebody has used this refresh token more than a minute ago. It may be stolen, so its session was ended."""

    code = "refresh_reused"
    default_detail = "This refresh token was used before. Its session has been ended: sign in again."
    remedy = "Forget both tokens, and let the player sign in again. Always keep only the newest pair."


class Taken(Problem):
    """Another player has this username, or one that looks like it."""

    status_code = HTTPStatus.CONFLICT
    code = "username_taken"
    title = "Username taken"
    default_detail = "This username is taken."
    remedy = "Let the player choose another username."


class AlreadyRegistered(Problem):
    """This account has a username and a password already, so it is not a guest's."""

    status_code = HTTPStatus.CONFLICT
    code = "has_credentials"
    title = "Credentials exist"
    default_detail = "This account has credentials already."
    remedy = "Read the account again with `GET /me`, and do not offer this to the player."


class TooManyTokens(Problem):
    """You have as many tokens for bots as one account may have."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_tokens"
    title = "Too many tokens"
    default_detail = f"At most {BOT_TOKENS} bots' tokens; end one first."
    remedy = "End the session of a bot that you no longer need (`DELETE /me/sessions/{session_id}`)."


@contextmanager
def refusals() -> Iterator[None]:
    """Turn refusals of `players.accounts` into problems."""
    try:
        yield
    except UsernameTaken as error:
        raise Taken(members={"errors": {"username": [Taken.default_detail]}}) from error
    except HasCredentials as error:
        raise AlreadyRegistered from error
    except WeakPassword as error:
        raise FieldErrors({"password": error.reasons}) from error
