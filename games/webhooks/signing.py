"""Secrets of webhooks, and signatures by Standard Webhooks.

A secret must be read back to sign, so it is not hashed but encrypted, with a key that is derived from SECRET_KEY.
"""

import base64
import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes
from standardwebhooks import Webhook

_BYTES: Final = 32
_PREFIX: Final = "whsec_"


class LostSecret(Exception):
    """Neither SECRET_KEY nor one of SECRET_KEY_FALLBACKS opens the secret."""


def new_secret() -> str:
    """Return a random secret as the receiver's library takes it: ``whsec_…``."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def seal(secret: str) -> bytes:
    """Return *secret* encrypted with SECRET_KEY."""
    return next(_boxes()).encrypt(secret.encode())


def open_sealed(sealed: bytes) -> tuple[str, bool]:
    """Return the secret, and whether it should be sealed again because a fallback has opened it. Raises LostSecret."""
    for number, box in enumerate(_boxes()):
        try:
            return box.decrypt(sealed).decode(), number > 0
        except InvalidToken:
            continue
    raise LostSecret


def headers(key: str, at: datetime, body: str, signing: Iterable[str]) -> Mapping[str, str]:
    """Return the headers that sign *body* at the time *at* with each of the secrets *signing*."""
    signatures = [Webhook(secret).sign(key, at, body) for secret in signing]
    return {
        "webhook-id": key,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def _boxes() -> Iterator[Fernet]:
    """Yield the box of SECRET_KEY, then those of its fallbacks."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"maumau webhook secrets v1")
        yield Fernet(base64.urlsafe_b64encode(derived.derive(force_bytes(secret))))
