"""Access and refresh tokens as text. Nothing here uses the database.

A refresh token is 48 bytes in base64url: 16 that its whole family shares, then 32 of its own. Each successor is derived
from its predecessor by HMAC with a key of the server. So the same old token always gives the same new one, and neither
the database nor the key alone is enough to make it.
"""

import base64
import binascii
import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final, Self
from uuid import UUID

import jwt
from django.conf import settings
from django.utils.crypto import salted_hmac
from jwt.types import Options

_FAMILY_BYTES: Final = 16
_SECRET_BYTES: Final = 32
_ALGORITHM: Final = "HS256"

Key = str | bytes
"""A secret key of the server, in the types that Django's settings allow."""


class InvalidToken(Exception):
    """The service has not issued this token, or somebody has changed it."""


class ExpiredToken(Exception):
    """The access token is too old."""


@dataclass(frozen=True, slots=True)
class Refresh:
    """A refresh token in its two parts. Both are secret."""

    family: bytes
    secret: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the parts of a token. Raises InvalidToken if the text is no refresh token."""
        try:
            raw = base64.b64decode(text.encode("ascii"), altchars=b"-_", validate=True)
        except (UnicodeEncodeError, binascii.Error) as error:
            raise InvalidToken from error
        if len(raw) != _FAMILY_BYTES + _SECRET_BYTES:
            raise InvalidToken
        return cls(raw[:_FAMILY_BYTES], raw[_FAMILY_BYTES:])

    @classmethod
    def first(cls, session: UUID, seed: bytes, key: Key) -> Self:
        """Return the first token of a session's family. It is always the same for the same seed and key."""
        return cls(
            _derive("family", session.bytes + seed, key)[:_FAMILY_BYTES], _derive("first", session.bytes + seed, key)
        )

    def successor(self, key: Key) -> "Refresh":
        """Return the token that replaces this one. It is always the same for the same key."""
        return Refresh(self.family, _derive("successor", self.family + self.secret, key))

    def __str__(self) -> str:
        return base64.urlsafe_b64encode(self.family + self.secret).decode("ascii")

    def __repr__(self) -> str:
        return "Refresh(…)"  # without its secrets

    @property
    def family_digest(self) -> bytes:
        """The SHA-256 under which the family is stored."""
        return hashlib.sha256(self.family).digest()

    @property
    def digest(self) -> bytes:
        """The SHA-256 under which this token is stored."""
        return hashlib.sha256(self.family + self.secret).digest()


@dataclass(frozen=True, slots=True)
class Access:
    """The content of an access token."""

    player: UUID
    session: UUID
    scope: str
    issued_at: datetime
    expires_at: datetime

    def sign(self) -> str:
        """Return the JWT (HS256). It is always the same for the same content."""
        claims = {
            "sub": str(self.player),
            "sid": str(self.session),
            "scope": self.scope,
            "iat": int(self.issued_at.timestamp()),
            "exp": int(self.expires_at.timestamp()),
        }
        return jwt.encode(claims, _signing_key(settings.SECRET_KEY), algorithm=_ALGORITHM)

    @classmethod
    def read(cls, text: str) -> "Access":
        """Return the content of a JWT that the service has signed. Raises InvalidToken or ExpiredToken."""
        access = _read(text, tuple(server_keys()))
        if access.expires_at.timestamp() <= time.time():  # the clock that the library reads, too
            raise ExpiredToken
        return access


@lru_cache(maxsize=4096)
def _read(text: str, keys: tuple[Key, ...]) -> Access:
    """Return the content of a JWT that one of the *keys* has signed. Raises InvalidToken or ExpiredToken.

    A client sends the same one again and again, so its signature is checked once.
    """
    options: Options = {"require": ["sub", "sid", "scope", "iat", "exp"], "verify_iat": False}
    for key in keys:
        try:
            claims = jwt.decode(text, _signing_key(key), algorithms=[_ALGORITHM], options=options)
            break
        except jwt.ExpiredSignatureError as error:
            raise ExpiredToken from error
        except (jwt.InvalidTokenError, ValueError):
            continue  # another key may have signed it
    else:
        raise InvalidToken
    try:
        return Access(
            player=UUID(claims["sub"]),
            session=UUID(claims["sid"]),
            scope=claims["scope"],
            issued_at=datetime.fromtimestamp(claims["iat"], UTC),
            expires_at=datetime.fromtimestamp(claims["exp"], UTC),
        )
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidToken from error


def app_secret(app: UUID, key: Key) -> str:
    """Return the secret of an app. It is always the same for the same key, so a repeated request gets it again."""
    return base64.urlsafe_b64encode(_derive("app", app.bytes, key)).decode("ascii").rstrip("=")


def server_keys() -> Iterator[Key]:
    """Yield the key in use, then the keys that it has replaced. Their signatures are still valid."""
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS


def _signing_key(key: Key) -> bytes:
    return _derive("access", b"", key)


def _derive(purpose: str, content: bytes, key: Key) -> bytes:
    return salted_hmac(f"players.tokens.{purpose}", content, secret=key, algorithm="sha256").digest()
