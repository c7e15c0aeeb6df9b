"""Where a request comes from."""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from django.conf import settings
from django.http import HttpRequest

from players import defaults

_WITH_PORT: Final = re.compile(r"\[([^\]]+)\](?::\d+)?|([^:\[\]]+):\d+")
"""Some proxies append the caller's port, which is another one for each connection."""


def address_of(request: HttpRequest) -> str:
    """Return the caller's address; of IPv6 the /64, since a household has that many. Empty over a unix socket.

    X-Forwarded-For counts only as far as `TRUSTED_PROXIES` proxies of ours have written it: the rest is the caller's.
    """
    trusted: int = getattr(settings, "TRUSTED_PROXIES", defaults.TRUSTED_PROXIES)
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    text = hops[-min(trusted, len(hops))] if trusted and hops else request.META.get("REMOTE_ADDR", "")
    return _household(text)


def _household(text: str) -> str:
    if found := _WITH_PORT.fullmatch(text):
        text = found[1] or found[2]
    try:
        address: IPv4Address | IPv6Address = ip_address(text)
    except (ValueError, AddressValueError):
        return text[:64]
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))
    return str(address)
