"""The service's Ed25519 key: it signs receipts, records and anchors, and anybody can check the signatures.

The private half lies in the database, encrypted with a key that is derived from SECRET_KEY. A process keeps the opened
key for a minute: a move then needs no extra query, and a rotation by another process is noticed soon.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import structlog
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes

from games import store
from games.log.receipts import thumbprint
from games.store import StoredKey

__all__ = ["Signer", "StoredKey", "is_signature", "public_keys", "rotate", "signer"]

FRESH: Final = 60.0
"""Seconds for which a process uses its key without asking whether it is still the one that signs."""
_NONCE_BYTES: Final = 12
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Signer:
    """The key that signs now."""

    kid: str
    """Its JWK thumbprint (RFC 7638)."""
    private: Ed25519PrivateKey

    def sign(self, content: bytes) -> bytes:
        """Return the signature (64 bytes) of *content*.

        Start *content* with a line that names its purpose, so that no signature can be used for another purpose.
        """
        return self.private.sign(content)


_cached: tuple[Signer, float] | None = None
"""The opened key, and when it was read by the monotonic clock of this process."""


def signer() -> Signer:
    """Return the key that signs now; make one if there is none. No query for `FRESH` seconds after the last one.

    A key that neither SECRET_KEY nor one of SECRET_KEY_FALLBACKS opens is retired, and a new one takes its place.
    """
    global _cached  # noqa: PLW0603  # one key a process
    if _cached is None or time.monotonic() - _cached[1] > FRESH:
        read_at = time.monotonic()
        _cached = (_current(), read_at)
    return _cached[0]


def forget() -> None:
    """Make the next signature ask the database which key signs."""
    global _cached  # noqa: PLW0603  # one key a process
    _cached = None


def rotate() -> Signer:
    """Retire the key that signs, and return the new one. Other processes follow within a minute."""
    before = _current()
    store.replace_key(before.kid, _make)
    forget()
    return signer()


def public_keys() -> list[StoredKey]:
    """Return all keys that ever signed, the newest first; the first is the one that signs now."""
    signer()
    return store.stored_keys()


def is_signature(kid: str, signature: bytes, content: bytes) -> bool:
    """Return whether the key *kid* of this service made *signature* over *content*."""
    for key in store.stored_keys():
        if key.kid == kid:
            try:
                Ed25519PublicKey.from_public_bytes(key.public).verify(signature, content)
            except InvalidSignature:
                return False
            return True
    return False


def _current() -> Signer:
    stored = store.current_key()
    if stored is None:
        store.add_key(*_make())
        stored = store.current_key()
    opened = _open(stored) if stored else None
    if stored and opened is None:
        _log.error(
            "neither SECRET_KEY nor SECRET_KEY_FALLBACKS opens the signing key: a new one is made", kid=stored.kid
        )
        store.replace_key(stored.kid, _make)
        stored = store.current_key()
        opened = _open(stored) if stored else None
    if opened is None:
        raise RuntimeError("another process replaced the signing key with one that this process cannot open")
    return opened


def _make() -> tuple[str, bytes, bytes]:
    """Return id, public half and encrypted private half of a new key."""
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw()
    return thumbprint(public), public, _seal(private.private_bytes_raw(), public)


def _seal(private: bytes, public: bytes) -> bytes:
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + AESGCM(next(_wrapping_keys())).encrypt(nonce, private, public)


def _open(stored: StoredKey) -> Signer | None:
    """Return the *stored* key, opened with SECRET_KEY or a fallback; None if none of them opens it."""
    sealed = bytes(stored.sealed or b"")
    for number, wrapping in enumerate(_wrapping_keys()):
        try:
            content = AESGCM(wrapping).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], bytes(stored.public))
        except (InvalidTag, ValueError):
            continue
        if number:  # a fallback opened it: encrypt it with SECRET_KEY, so that you can drop the fallback
            store.reseal_key(stored.kid, _seal(content, bytes(stored.public)))
        return Signer(stored.kid, Ed25519PrivateKey.from_private_bytes(content))
    return None


def _wrapping_keys() -> Iterator[bytes]:
    """Yield the keys that encrypt private halves: that of SECRET_KEY first, then those of its fallbacks."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"maumau signing key v1")
        yield derive.derive(force_bytes(secret))
