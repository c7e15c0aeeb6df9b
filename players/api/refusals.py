"""Why an account's wish was refused, as problems."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from players.accounts import HasCredentials, UsernameTaken, WeakPassword
from players.http.problems import FieldErrors, Problem


class Conflict(Problem):
    """409: it does not fit what is there."""

    status_code = HTTPStatus.CONFLICT
    code = "conflict"
    title = "Conflict"
    default_detail = "This does not fit what is there."


@contextmanager
def refusals() -> Iterator[None]:
    """Turn refusals of `players.accounts` into problems."""
    try:
        yield
    except UsernameTaken as error:
        raise Conflict(
            "This username is taken.",
            code="username_taken",
            members={"errors": {"username": ["This username is taken."]}},
        ) from error
    except HasCredentials as error:
        raise Conflict("This account has credentials already.", code="has_credentials") from error
    except WeakPassword as error:
        raise FieldErrors({"password": error.reasons}) from error
