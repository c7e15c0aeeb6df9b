"""For whom expensive work is done: a player with an account, or all who have none at one network address."""

from uuid import UUID

from django.http import HttpRequest
from rest_framework.request import Request

from base.http.addresses import address_of
from base.http.rate_limits import digest
from players.authentication import player_of


def owner_of(request: Request) -> UUID:
    """Return the owner of what the caller of a *request* asks for: an account has its id, others have their address."""
    player = player_of(request)
    return address_owner(request._request) if player is None or player.is_guest else player.id  # noqa: SLF001


def address_owner(request: HttpRequest) -> UUID:
    """Return the owner of what guests and strangers ask for from one address: a hash with the server's key."""
    return UUID(bytes=digest("owner", address_of(request)))
