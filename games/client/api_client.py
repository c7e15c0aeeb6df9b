"""Requests of a signed-in player. While the server does not answer, a request is sent again under the same key."""

import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from games.client.account import Account
from games.client.http import Answer, HttpClient, Json, Refused, Unreachable, accepted

_LONGEST_PAUSE: Final = 5.0
_STALE: Final = {"token_expired", "token_invalid", "session_ended", "not_authenticated"}


class NotRunning(Exception):
    """No server listens at the address. The message names it."""


class ApiClient:
    """The API as one player sees it.

    *say* receives a line for the player when waiting takes long; *pause* sleeps for a number of seconds.
    """

    def __init__(
        self,
        http: HttpClient,
        account: Account,
        say: Callable[[str], None],
        *,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.http, self.account, self._say, self._pause = http, account, say, pause
        self._has_answered = False
        if account.broken:
            say(f"Your account file cannot be read. It is kept as {account.broken}, and you get a new account.")

    def get(self, path: str, **headers: str) -> Answer:
        """Return the answer to a GET. Raises Refused."""
        return self.call("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path: str, body: Json) -> Answer:
        """Return the answer to a POST under a new key, which the server handles once. Raises Refused."""
        return self.call("POST", path, body, {"Idempotency-Key": new_key()})

    def call(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """Return the answer to a request of the player. Makes a guest account before the first one. Raises Refused."""
        if not self.account.is_signed_in:
            self._make_guest()
        try:
            return self._send(method, path, body, headers)
        except Refused as refusal:
            if refusal.status != 401 or refusal.code not in _STALE:
                raise
        self._refresh()
        return self._send(method, path, body, headers)

    def fresh_token(self) -> str:
        """Return a new access token. Makes a guest account if there is none. Raises Refused."""
        if self.account.is_signed_in:
            self._refresh()
        else:
            self._make_guest()
        return self.account.access

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str] | None) -> Answer:
        signed = {**(headers or {}), "Authorization": f"Bearer {self.account.access}"}
        answer = self._send_until_answered(method, path, body, signed)
        if isinstance(answer.body, dict) and "receipt" in answer.body:
            self.account.add_receipt(answer.body["receipt"])
        return answer

    def _make_guest(self) -> None:
        # The key is on disk before the first try, so a client that is killed here makes no second account.
        if not self.account.key:
            self.account.key = new_key()
            self.account.save()
        pair = self._send_until_answered("POST", "/auth/guest", {}, {"Idempotency-Key": self.account.key}).body
        self.account.sign_in(pair)
        self._say(f"You play as {self.account.name}, a guest. Your account is saved in {self.account.file}.")

    def _refresh(self) -> None:
        """Get the next pair of tokens. If the session has ended, make a new guest: a guest has no password."""
        used = self.account.access
        self.account.reload()
        if self.account.access != used:  # another window of this player has refreshed
            return
        try:
            pair = self._send_until_answered("POST", "/auth/refresh", {"refresh": self.account.refresh}, {}).body
        except Refused as refusal:
            if refusal.status != 401:
                raise
            self._say(f"{refusal} A guest cannot sign in again, so a new account is made.")
            self.account.sign_out()
            self._make_guest()
        else:
            self.account.sign_in(pair)

    def _send_until_answered(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        """Send a request until its answer is not 429 or 503. Raises Refused for every other error.

        Raises NotRunning if nothing listens at the address when the first request is sent.
        """
        wait, told = 0.25, False
        while True:
            try:
                answer = accepted(self.http.send(method, path, body, headers))
            except Unreachable as away:
                if not self._has_answered and isinstance(away.__cause__, ConnectionRefusedError):
                    raise NotRunning(f"Nothing runs at {self.http.url}.") from away
                wait = min(wait * 2, _LONGEST_PAUSE)
                why = f"{self.http.url} does not answer ({away})"
            except Refused as refusal:
                if refusal.status not in {429, 503}:
                    raise
                seconds = refusal.headers.get("retry-after", "")
                wait = (float(seconds) if seconds.isdigit() else 0.0) or min(wait * 2, _LONGEST_PAUSE)
                why = str(refusal)
                self._has_answered = True
            else:
                self._has_answered = True
                if told:
                    self._say("The server is back.")
                return answer
            if not told:
                self._say(f"{why}; trying again … (Ctrl-C stops)")
                told = True
            self._pause(wait)


def new_key() -> str:
    """Return a new Idempotency-Key of 192 random bits."""
    return secrets.token_urlsafe(24)
