"""Limits on tries of passwords and on mails: by account and address, and tighter for strangers."""

from contextlib import suppress

from django.db.models.functions import Now
from django.http import HttpRequest

from base.http.addresses import address_of
from base.http.rate_limits import digest, limits_called, spend
from players.models import KnownAddress, Player
from players.names import BadName, normal_username


def spend_password(request: HttpRequest, username: str) -> None:
    """Count a try of a password, in whatever spelling the username is. Every sign-in calls this. Raises Throttled.

    If the username has signed in from this address before, only the limit for the address counts.
    """
    username = _normal(username)
    spend(request, "password", account=f"{username} {address_of(request)}")
    if limits_called("stranger") and not KnownAddress.objects.filter(digest=_known(request, username)).exists():
        spend(request, "stranger", username=username)


def spend_mail(request: HttpRequest, recipient: str) -> None:
    """Count a request that sends a mail to `recipient`, a username or an address. Raises Throttled."""
    recipient = _normal(recipient)
    spend(request, "mail", account=f"{recipient} {address_of(request)}", username=recipient)


def remember(request: HttpRequest, username: str, player: Player) -> None:
    """Store that the username of a player has signed in from this address: later tries from it are no stranger's."""
    digest = _known(request, _normal(username))
    KnownAddress.objects.update_or_create(digest=digest, defaults={"seen_at": Now(), "player": player})


def _normal(username: str) -> str:
    with suppress(BadName):  # no account can have it, but its tries count too
        return normal_username(username)
    return username.lower()


def _known(request: HttpRequest, username: str) -> bytes:
    """Return a hash of a username and an address, so that neither is stored."""
    return digest("known-address", username, address_of(request))
