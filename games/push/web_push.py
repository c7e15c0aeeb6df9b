"""Web Push (RFC 8030) with encrypted payloads (RFC 8291), signed by the service (VAPID, RFC 8292)."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from typing import Final

import http_ece
import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from games.push.message import SENT, Ending, Message, Outcome, by_status
from games.webhooks.sending import DeliveryError, Request, Sender

_SIGNED_FOR: Final = timedelta(hours=12)
"""How long a signature is valid. RFC 8292, section 2, allows a day."""
_GONE: Final = (404, 410)
_NEVER: Final = (DeliveryError.ADDRESS, DeliveryError.REDIRECT)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key that *text* has: 32 bytes in base64url. Raises ValueError."""
    number = _decoded(text)
    if len(number) != 32:
        raise ValueError("32 bytes are needed")
    return ec.derive_private_key(int.from_bytes(number, "big"), ec.SECP256R1())


def public_key(key: ec.EllipticCurvePrivateKey) -> str:
    """Return the public half as browsers take it (``applicationServerKey``)."""
    return _encoded(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def new_key() -> str:
    """Return a new private key, as ``private_key`` reads it."""
    return _encoded(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big"))


class WebPush:
    """Sends to the addresses that browsers have given. They are checked like those of webhooks."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, subject: str, sender: Sender) -> None:
        self._key, self._subject, self._sender = key, subject, sender
        self._public = public_key(key)

    async def send(self, message: Message) -> Outcome:
        """Send *message*."""
        try:
            content = _encrypted(message)
        except ValueError:  # the key is no point of the curve, and never will be one
            return Outcome(Ending.GONE, "key")
        headers = {
            "Authorization": f"vapid t={self._token(message)}, k={self._public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(message.seconds),
            "Topic": message.game.hex,  # RFC 8030, section 5.4: at most 32 characters
            "Urgency": "high" if message.is_urgent else "normal",
            "User-Agent": "Mau-Mau notices",
        }
        came = await self._sender.send(Request(message.id, message.to.endpoint, content, headers))
        if came.error is None:
            return SENT
        if came.status is None:
            return Outcome(Ending.FAILED if came.error in _NEVER else Ending.LATER, came.error)
        if came.status in _GONE:
            return Outcome(Ending.GONE, str(came.status))
        return by_status(came.status, retry_after=came.retry_after)

    def _token(self, message: Message) -> str:
        # Without a port that is the default one: RFC 6454, section 6.1.
        origin = httpx.URL(message.to.endpoint)
        claims = {
            "aud": f"{origin.scheme}://{origin.netloc.decode('ascii')}",
            "exp": message.now + _SIGNED_FOR,
            "sub": self._subject,
        }
        return jwt.encode(claims, self._key, algorithm="ES256")


def _encrypted(message: Message) -> bytes:
    content = json.dumps(message.body, separators=(",", ":")).encode()
    found: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(message.to.p256dh),
        auth_secret=_decoded(message.to.auth),
        version="aes128gcm",
    )
    return found


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
