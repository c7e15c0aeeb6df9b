"""Clients that are too old: the host sets the oldest version of each that may use the API."""

import re
from http import HTTPStatus
from typing import Final

from django.conf import settings
from rest_framework.request import Request

from base.http.problems import Problem

HEADER: Final = "Client-Version"
_FORM: Final = re.compile(r"([a-z][a-z0-9-]{0,39})/([0-9]{1,9}(?:\.[0-9]{1,9}){0,3})(?![0-9.])")


class ClientTooOld(Problem):
    """The service no longer works with this version of your client. `GET /meta` says which versions it works with."""

    status_code = HTTPStatus.UPGRADE_REQUIRED
    code = "client_too_old"
    title = "Client too old"
    default_detail = "This version of the app is too old. Update it to go on playing."
    remedy = "Ask the player to update the app. Do not repeat the request with this version."


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers that compare. Zeros at the end do not count.

    >>> numbers("1.10") > numbers("1.9.3"), numbers("2.0") == numbers("2")
    (True, True)
    """
    parts = [int(part) for part in version.split(".")]
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)


def refuse_old(request: Request) -> None:
    """Check the client that `Client-Version` names, such as `ios/1.4.2`. Raises ClientTooOld.

    A header of another form, a client that the host does not know, and a request without the header pass.
    """
    found = _FORM.match(request.headers.get(HEADER, ""))
    oldest = found and settings.MIN_CLIENT_VERSION.get(found[1])
    if found and oldest and numbers(found[2]) < numbers(oldest):
        raise ClientTooOld
