"""The problems of requests about accounts."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final

from base.http.problems import FieldErrors, FieldErrorsDocument, Problem, Unauthorized
from players.accounts import CodeInvalid, HasCredentials, NoCredentials, UsernameTaken, WeakPassword, WrongPassword
from players.names import BadName

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


class PasswordWrong(Problem):
    """The password that you sent is not the password of your account."""

    status_code = HTTPStatus.FORBIDDEN
    code = "wrong_password"
    title = "Wrong password"
    default_detail = "This is not your password."
    remedy = "Let the player type the password again. After some failures you get `throttled`."


class NotRegistered(Problem):
    """This account is a guest's: it has no username and no password yet."""

    status_code = HTTPStatus.CONFLICT
    code = "no_credentials"
    title = "No credentials"
    default_detail = "A guest has no password and no address. Choose a username and a password first."
    remedy = "Let the player choose a username and a password (`POST /me/credentials`)."


class MostApps(Problem):
    """You have registered the largest number of apps that a player may register."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_apps"
    title = "Too many apps"
    default_detail = "You have as many apps as one player may have. Delete one of them first."
    remedy = "Delete an app that you no longer need (`DELETE /me/apps/{app}`)."


class LinkInvalid(Problem):
    """The code was used before, is more than an hour old, was replaced by a newer one, or is not from a mail."""

    status_code = HTTPStatus.GONE
    code = "link_invalid"
    title = "Link invalid"
    default_detail = "This link does not work any more. Ask for a new mail."
    remedy = "Let the player ask for a new mail, and open the link in the newest one within an hour."


class TooManyTokens(Problem):
    """Your account has the largest number of bot tokens that an account may have."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_tokens"
    title = "Too many tokens"
    default_detail = "You have as many bot tokens as one account may have. End one of them first."
    remedy = "End the session of a bot that you no longer need (`DELETE /me/sessions/{session_id}`)."


class TooManyBlocks(Problem):
    """Your block list has the largest number of players that it may have."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_blocks"
    title = "Too many blocks"
    default_detail = "You have blocked as many players as one account may block. End one of these blocks first."
    remedy = "Let the player choose somebody to take off the list (`DELETE /me/blocks/{player}`)."


class TooManyDevicesKept(Problem):
    """Your account has the largest number of devices that an account may have."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_devices"
    title = "Too many devices"
    default_detail = "You have as many devices as one account may have. Remove one of them first."
    remedy = "Remove a device that you no longer use (`DELETE /me/devices/{installation_id}`), or end its session."


class SignInAgain(Problem):
    """This needs a sign-in of the last ten minutes. It shows that the account's owner holds the device."""

    status_code = HTTPStatus.FORBIDDEN
    code = "sign_in_again"
    title = "Sign in again"
    default_detail = "Sign in again, and repeat this within ten minutes."
    remedy = "Let the player type their password, send `POST /auth/token`, and repeat the request with the new token."


@contextmanager
def refusals(field: str = "password") -> Iterator[None]:
    """Raise the errors of `players.accounts` in the block as problems. `field` has the new password."""
    try:
        yield
    except UsernameTaken as error:
        raise Taken(members={"errors": {"username": [Taken.default_detail]}}) from error
    except HasCredentials as error:
        raise AlreadyRegistered from error
    except NoCredentials as error:
        raise NotRegistered from error
    except WrongPassword as error:
        raise PasswordWrong from error
    except CodeInvalid as error:
        raise LinkInvalid from error
    except BadName as error:
        raise FieldErrors({"name": [str(error)]}) from error
    except WeakPassword as error:
        raise FieldErrors({field: error.reasons}) from error
