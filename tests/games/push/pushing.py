"""What tests of push services share."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from games.push.message import Address, Message

NOW = datetime(2126, 11, 24, 10, tzinfo=UTC)
"""In the future, so that what is signed now has not expired yet."""
GAME, ID = UUID(int=7), UUID(int=8)


def message(to: Address, **fields: Any) -> Message:
    values: dict[str, Any] = {
        "id": ID, "to": to, "game": GAME, "is_urgent": True, "now": NOW, "until": NOW + timedelta(hours=1),
        "body": {"type": "your-turn", "game": str(GAME), "turn": 3, "version": 9, "deadline": None},
    }  # fmt: skip
    return Message(**{**values, **fields})


def pem(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


@dataclass
class Browser:
    """A subscription with both of its keys, as a browser has it."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = bytes(range(16))

    @property
    def p256dh(self) -> str:
        return encoded(self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    @property
    def auth(self) -> str:
        return encoded(self.secret)

    def decrypted(self, body: bytes) -> bytes:
        found: bytes = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return found
