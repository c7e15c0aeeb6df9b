"""The address from which a request comes."""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from django.conf import settings
from django.http import HttpRequest

_WITH_PORT: Final = re.compile(r"\[([^\]]+)\](?::\d+)?|([^:\[\]]+):\d+")
"""An address with a port. Some proxies append the caller's port, which changes with each connection."""


def address_of(request: HttpRequest) -> str:
    """Return the caller's address, or its /64 for IPv6, because a household has that many. Empty for a unix socket.

    The last `TRUSTED_PROXIES` entries of X-Forwarded-For count. The caller may have written all others.
    """
    trusted: int = settings.TRUSTED_PROXIES
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    text = hops[-min(trusted, len(hops))] if trusted and hops else request.META.get("REMOTE_ADDR", "")
    if found := _WITH_PORT.fullmatch(text):
        text = found[1] or found[2]
    try:
        address: IPv4Address | IPv6Address = ip_address(text)
    except (ValueError, AddressValueError):
        return text[:64]
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))
    return str(address)
