r"""The bytes that a receipt signs: one head of one game, so that anybody can compute them again.

::

    signed = b"maumau receipt v1\n" || canonical({"at", "game", "head", "kid", "version"})

Two receipts for the same game and version with different heads prove that the history was rewritten.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final

from games.log.codec.canonical import canonical

CONTEXT: Final = b"maumau receipt v1\n"
"""The first line of all that is signed as a receipt, so that no other signed text passes for one."""
SIGNED: Final = ("at", "game", "head", "kid", "version")
"""The fields that the signature covers."""


def receipt_bytes(receipt: Mapping[str, Any]) -> bytes:
    """Return the bytes of a *receipt* that are signed. It may have its signature already. Raises KeyError."""
    return CONTEXT + canonical({field: receipt[field] for field in SIGNED})


def thumbprint(public: bytes) -> str:
    """Return the name of a public Ed25519 key: its JWK thumbprint (RFC 7638, RFC 8037)."""
    jwk = {"crv": "Ed25519", "kty": "OKP", "x": base64url(public)}
    return base64url(hashlib.sha256(canonical(jwk)).digest())


def base64url(content: bytes) -> str:
    """Return *content* in base64url without padding."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Return the bytes that *text* writes. Raises ValueError for any text that ``base64url`` would not write."""
    content = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64url(content) != text:
        raise ValueError("not base64url without padding")
    return content
