"""Who may watch how the service stands: whoever has the token; without one, this machine alone."""

from hmac import compare_digest
from ipaddress import ip_address
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest

from players.http.authentication import TokenInvalid

_TRACES: Final = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
"""Headers that a proxy adds."""


def let_in(request: HttpRequest) -> None:
    """Return for whoever may watch. Raises TokenInvalid where a token is wanted, Http404 where nobody has one."""
    token: str = settings.METRICS_TOKEN
    if not token:
        if not _is_of_this_machine(request):
            raise Http404
        return
    scheme, _, given = request.headers.get("Authorization", "").strip().partition(" ")
    if scheme.lower() != "bearer" or not compare_digest(given.strip().encode(), token.encode()):
        raise TokenInvalid


def _is_of_this_machine(request: HttpRequest) -> bool:
    if settings.TRUSTED_PROXIES or any(name in request.headers for name in _TRACES):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
