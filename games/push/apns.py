"""Apple Push Notification service: HTTP/2, with a provider token (ES256)."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric import ec

from games.push.message import SENT, Ending, Message, Outcome, by_status, seconds_in

_RENEWED_AFTER: Final = timedelta(minutes=40)
"""Apple refuses tokens that are older than an hour, and wants none that is renewed within 20 minutes."""
_GONE: Final = frozenset({"BadDeviceToken", "Unregistered", "ExpiredToken"})
_OURS: Final = frozenset({"ExpiredProviderToken", "InvalidProviderToken", "MissingProviderToken"})
"""The device is well. The token has expired, or the host can repair the key."""


@dataclass(frozen=True, slots=True)
class AppleApp:
    """An app, and the key of its team."""

    key: ec.EllipticCurvePrivateKey
    key_id: str
    team: str
    topic: str
    """The bundle id."""


class Apns:
    """Sends alerts whose text an app makes from the type, in its own language."""

    def __init__(self, app: AppleApp, url: str, client: httpx.AsyncClient) -> None:
        """*url* is the origin of APNs, and *client* speaks HTTP/2."""
        self._app, self._url, self._client = app, url, client
        self._token = ""
        self._made: datetime | None = None

    async def send(self, message: Message) -> Outcome:
        """Send *message*. Raises httpx.HTTPError."""
        headers = {
            "authorization": f"bearer {self._token_at(message.now)}",
            "apns-id": str(message.id),
            "apns-collapse-id": str(message.game),
            "apns-expiration": str(int(message.until.timestamp())),
            "apns-priority": "10" if message.is_urgent else "5",
            "apns-push-type": "alert",
            "apns-topic": self._app.topic,
        }
        shown = {
            "alert": {"loc-key": message.body["type"]}, "mutable-content": 1, "thread-id": str(message.game),
        }  # fmt: skip
        answer = await self._client.post(
            f"{self._url}/3/device/{message.to.token}", json={"aps": shown, **message.body}, headers=headers
        )
        if answer.is_success:
            return SENT
        reason = str(answer.status_code)
        with suppress(ValueError, KeyError, TypeError):
            reason = str(answer.json()["reason"])[:40]
        if answer.status_code == 410 or reason in _GONE:
            return Outcome(Ending.GONE, reason)
        if reason in _OURS:
            if reason == "ExpiredProviderToken":
                self._made = None
            return Outcome(Ending.LATER, reason)
        return by_status(answer.status_code, reason, seconds_in(answer.headers.get("Retry-After", "")))

    def _token_at(self, now: datetime) -> str:
        if self._made is None or now - self._made >= _RENEWED_AFTER:
            claims = {"iss": self._app.team, "iat": now}
            self._token = jwt.encode(claims, self._app.key, algorithm="ES256", headers={"kid": self._app.key_id})
            self._made = now
        return self._token
