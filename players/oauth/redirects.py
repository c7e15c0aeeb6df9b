"""The addresses to which an app may send the browser back."""

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 500
_HOST: Final = r"(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:]+\])"
_PORT: Final = "(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"
_CHARACTERS: Final = "!$%&'()*+,.0-9:;=?@A-Z_a-z~-"
_REST: Final = rf"(?:[/?][/{_CHARACTERS}]*)?"
_ALONE: Final = rf"(?:/(?:[{_CHARACTERS}][/{_CHARACTERS}]*)?|\?[/{_CHARACTERS}]*)?"
"""What follows a scheme without a host. It does not begin with two slashes."""
_WEB: Final = re.compile(rf"https://{_HOST}(?::{_PORT})?{_REST}")
_LOOPBACK: Final = re.compile(rf"(http://(?:127\.0\.0\.1|\[::1\]))(?::{_PORT})?({_REST})")
_NATIVE: Final = re.compile(rf"[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:(?://{_HOST}{_REST}|{_ALONE})")
PATTERN: Final = rf"^(?:{_WEB.pattern}|{_LOOPBACK.pattern}|{_NATIVE.pattern})$"
"""What an app may register: HTTPS, an address of its own machine, or a scheme that is a reversed domain (RFC 8252)."""


def is_valid(uri: str) -> bool:
    """Return whether an app may register this address.

    >>> is_valid("https://app.example/cb"), is_valid("com.example.app:/cb"), is_valid("http://127.0.0.1/cb")
    (True, True, True)
    >>> is_valid("https://app.example:65535/cb"), is_valid("https://app.example:65536/cb")
    (True, False)
    >>> is_valid("http://app.example/cb"), is_valid("javascript:alert(1)"), is_valid("https://app.example/cb#x")
    (False, False, False)
    """
    return len(uri) <= LONGEST and any(kind.fullmatch(uri) for kind in (_WEB, _LOOPBACK, _NATIVE))


def is_registered(uri: str, registered: Iterable[str]) -> bool:
    """Return whether an app has registered this address. Only the port on the app's own machine may differ."""
    if not is_valid(uri):
        return False
    own = _LOOPBACK.fullmatch(uri)
    return any(
        uri == known or (own and (found := _LOOPBACK.fullmatch(known)) and found.groups() == own.groups())
        for known in registered
    )


def origin_of(uri: str) -> str:
    """Return scheme and host, as a Content-Security-Policy names them.

    >>> origin_of("https://app.example:8443/cb?x=1"), origin_of("com.example.app:/cb")
    ('https://app.example:8443', 'com.example.app:')
    """
    parts = urlsplit(uri)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else f"{parts.scheme}:"
