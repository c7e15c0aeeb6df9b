"""The problems of requests about accounts."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final

from players.accounts import HasCredentials, UsernameTaken, WeakPassword
from players.blocks import MOST_BLOCKS
from players.http.authentication import Unauthorized
from players.http.problems import FieldErrors, FieldErrorsDocument, Problem

BOT_TOKENS: Final = 20
"""The largest number of bot tokens that one account may have."""


class BadCredentials(Unauthorized):
    """There is no account with this username, or it has another password. The answer does not say which."""

    code = "bad_credentials"
    default_detail = "The username or the password is wrong."
    remedy = "Let the player type both again. After some failures you get `throttled`."


class RefreshInvalid(Unauthorized):
    """This service has not issued the refresh token."""

    code = "refresh_invalid"
    default_detail = "The refresh token is not valid."
    remedy = "Forget both tokens, and let the player sign in again."


class RefreshUsed(Unauthorized):
    """The refresh token was used more than a minute ago. It may be stolen, so the service has ended its session."""

    code = "refresh_reused"
    default_detail = "This refresh token was used before, so its session has ended. Sign in again."
    remedy = "Forget both tokens, and let the player sign in again. Always keep only the newest pair."


class Taken(Problem):
    """Another player has this username, or one that looks like it."""

    document = FieldErrorsDocument
    status_code = HTTPStatus.CONFLICT
    code = "username_taken"
    title = "Username taken"
    default_detail = "This username is taken."
    remedy = "Let the player choose another username."


class AlreadyRegistered(Problem):
    """This account is not a guest: it already has a username and a password."""

    status_code = HTTPStatus.CONFLICT
    code = "has_credentials"
    title = "Credentials exist"
    default_detail = "This account already has a username and a password."
    remedy = "Read the account again with `GET /me`, and do not offer this to the player."


class TooManyTokens(Problem):
    """Your account has the largest number of bot tokens that an account may have."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_tokens"
    title = "Too many tokens"
    default_detail = f"You already have {BOT_TOKENS} bot tokens. End one of them first."
    remedy = "End the session of a bot that you no longer need (`DELETE /me/sessions/{session_id}`)."


class TooManyBlocks(Problem):
    """Your block list has the largest number of players that it may have."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_blocks"
    title = "Too many blocks"
    default_detail = f"You have already blocked {MOST_BLOCKS} players. End one of these blocks first."
    remedy = "Let the player choose somebody to take off the list (`DELETE /me/blocks/{player}`)."


@contextmanager
def refusals() -> Iterator[None]:
    """Raise the errors of `players.accounts` in the block as problems."""
    try:
        yield
    except UsernameTaken as error:
        raise Taken(members={"errors": {"username": [Taken.default_detail]}}) from error
    except HasCredentials as error:
        raise AlreadyRegistered from error
    except WeakPassword as error:
        raise FieldErrors({"password": error.reasons}) from error
