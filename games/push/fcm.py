"""Firebase Cloud Messaging, HTTP v1, with a token of OAuth for a service account (RFC 7523)."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

import httpx
import jwt

from games.push.message import SENT, Ending, Message, Outcome, by_status, seconds_in

_SCOPE: Final = "https://www.googleapis.com/auth/firebase.messaging"
_GRANT: Final = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_EARLY: Final = timedelta(minutes=5)
"""How long before it expires a token is not used any more."""
_LONGEST: Final = 28 * 86_400
"""Seconds for which FCM keeps a message at most."""


class Fcm:
    """Sends data messages. The app makes the text, and shows it."""

    def __init__(self, account: Mapping[str, str], url: str, client: httpx.AsyncClient) -> None:
        """*account* is the JSON file of the service account, *url* the origin of FCM."""
        self._account, self._client = account, client
        self._url = f"{url}/v1/projects/{account['project_id']}/messages:send"
        self._token = ""
        self._good_until: datetime | None = None
        self._asking = asyncio.Lock()

    async def send(self, message: Message) -> Outcome:
        """Send *message*. Raises httpx.HTTPError."""
        token = await self._token_at(message.now)
        if isinstance(token, Outcome):
            return token
        sent = {
            "token": message.to.token,
            # FCM takes texts only, and leaves out what is not there.
            "data": {name: str(value) for name, value in message.body.items() if value is not None},
            "android": {
                "collapse_key": str(message.game),
                "priority": "high" if message.is_urgent else "normal",
                "ttl": f"{min(message.seconds, _LONGEST)}s",
            },
        }
        answer = await self._client.post(
            self._url, json={"message": sent}, headers={"Authorization": f"Bearer {token}"}
        )
        if answer.is_success:
            return SENT
        error = _error_in(answer)
        if error == "UNREGISTERED":
            return Outcome(Ending.GONE, error)
        if answer.status_code == 401:
            self._good_until = None
            return Outcome(Ending.LATER, error)
        return by_status(answer.status_code, error, seconds_in(answer.headers.get("Retry-After", "")))

    async def _token_at(self, now: datetime) -> str | Outcome:
        """Return a token, or why there is none."""
        async with self._asking:  # many messages at once ask for one token
            if self._good_until is not None and now < self._good_until:
                return self._token
            claims = {
                "iss": self._account["client_email"], "scope": _SCOPE, "aud": self._account["token_uri"], "iat": now,
                "exp": now + timedelta(hours=1),
            }  # fmt: skip
            headers = {"kid": self._account["private_key_id"]}
            assertion = jwt.encode(claims, self._account["private_key"], algorithm="RS256", headers=headers)
            answer = await self._client.post(
                self._account["token_uri"], data={"grant_type": _GRANT, "assertion": assertion}
            )
            if not answer.is_success:  # the host can repair this, so it is no reason to give up
                return Outcome(Ending.LATER, f"oauth {answer.status_code}")
            given = answer.json()
            self._token = str(given["access_token"])
            self._good_until = now + timedelta(seconds=int(given["expires_in"])) - _EARLY
            return self._token


def _error_in(answer: httpx.Response) -> str:
    """Return the error of FCM, such as ``UNREGISTERED``; or else the status of the answer."""
    with suppress(ValueError, KeyError, TypeError, AttributeError):
        error: dict[str, Any] = answer.json()["error"]
        found = [one["errorCode"] for one in error.get("details", []) if "errorCode" in one]
        return str(found[0] if found else error["status"])[:40]
    return str(answer.status_code)
