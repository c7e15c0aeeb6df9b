"""Access to the metrics: callers with the token, or if the host has set none, callers on this machine."""

from hmac import compare_digest
from ipaddress import ip_address
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest

from players.authentication import TokenInvalid

_TRACES: Final = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
"""Headers that a proxy adds."""


def let_in(request: HttpRequest) -> None:
    """Raise TokenInvalid for a caller without the token, and Http404 for another machine if no token is set."""
    token: str = settings.METRICS_TOKEN
    if not token:
        # Behind a proxy every caller seems to be on this machine.
        if settings.TRUSTED_PROXIES or any(name in request.headers for name in _TRACES):
            raise Http404
        try:
            is_local = ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
        except ValueError:
            is_local = False
        if not is_local:
            raise Http404
        return
    scheme, _, given = request.headers.get("Authorization", "").strip().partition(" ")
    if scheme.lower() != "bearer" or not compare_digest(given.strip().encode(), token.encode()):
        raise TokenInvalid
