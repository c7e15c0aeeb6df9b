"""Where the service may send requests that players ask for: to public addresses, and to networks of the host's choice.

Webhooks and Web Push share this check, when an address is stored and each time before something is sent there.
"""

import re
from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

import httpx

Network: TypeAlias = IPv4Network | IPv6Network

LONGEST: Final = 2_048
_VISIBLE: Final = re.compile(rf"[!-~]{{1,{LONGEST}}}")
_NUMERIC: Final = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)", re.IGNORECASE)
"""A last label like this makes the host an address, perhaps in an old spelling such as ``0177.1`` or ``2130706433``."""
_LOCAL: Final = frozenset({"localhost", "local", "internal", "intranet", "lan", "home", "corp", "arpa", "onion"})
"""Top-level names of private networks."""
_LOWEST_PORT: Final = 1024
_HTTPS: Final = 443
# Python counts these as global, or did so in some versions, although they lead elsewhere.
_SPECIAL: Final = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "169.254.0.0/16", "192.0.0.0/24", "192.31.196.0/24",
            "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4",
            "64:ff9b::/96", "64:ff9b:1::/48", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16",
        ),
    )
)  # fmt: skip
_UNICAST: Final = ip_network("2000::/3")
"""All of IPv6 that is given out for use on the internet. Addresses that hold one of IPv4 are elsewhere, or special."""


class BadUrl(ValueError):
    """The service sends nothing to this URL; the text says why."""


def check_url(text: str, networks: Collection[Network]) -> httpx.URL:
    """Return the URL, read as it is read to send. Raises BadUrl.

    The addresses of its name are checked each time before something is sent: they may change. If the host of the
    service allows *networks*, plain HTTP and names of these networks pass here, and are checked again then.
    """
    if not _VISIBLE.fullmatch(text) or "\\" in text:
        raise BadUrl(f"Send a URL of at most {LONGEST} visible ASCII characters.")
    try:
        url = httpx.URL(text)
        host, port = url.host, url.port
    except (httpx.InvalidURL, ValueError) as error:
        raise BadUrl("This is not a URL.") from error
    if url.scheme != "https" and not (networks and url.scheme == "http"):
        raise BadUrl("The URL must begin with https://.")
    if url.userinfo:
        raise BadUrl("The URL must not contain a name or a password.")
    if "#" in text:
        raise BadUrl("The URL must not have a fragment.")
    if port is not None and port != _HTTPS and not _LOWEST_PORT <= port < 65_536:
        raise BadUrl(f"The port must be {_HTTPS}, or {_LOWEST_PORT} to 65535.")
    if not host:
        raise BadUrl("The URL has no host.")
    try:
        ip_address(host)
    except ValueError:
        _check_name(host, is_local_allowed=bool(networks))
    else:
        if not is_allowed(host, networks):
            raise BadUrl("The address is not public.")
    return url


def _check_name(host: str, *, is_local_allowed: bool) -> None:
    labels = host.rstrip(".").lower().split(".")
    if _NUMERIC.fullmatch(labels[-1]) or not all(labels):
        raise BadUrl("The host is neither a name nor an address in the usual form.")
    if not is_local_allowed and (len(labels) == 1 or labels[-1] in _LOCAL):
        raise BadUrl("The host is a name in a private network.")


def is_allowed(address: str, networks: Collection[Network]) -> bool:
    """Return whether something may be sent to *address*: it is public, or in one of *networks*.

    >>> is_allowed("93.184.215.14", []), is_allowed("127.0.0.1", []), is_allowed("::ffff:127.0.0.1", [])
    (True, False, False)
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return is_listed(found, networks) or _is_public(found)


def is_listed(address: IPv4Address | IPv6Address, networks: Collection[Network]) -> bool:
    """Return whether *address* is in one of *networks*."""
    return any(address in network for network in networks if network.version == address.version)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address) and (address.scope_id or address not in _UNICAST):
        return False
    return address.is_global and not address.is_multicast and not is_listed(address, _SPECIAL)
