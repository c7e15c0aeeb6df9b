"""Requests that get through: signed in, repeated while the server is away, always under the same key."""

import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from games.client.account import Account
from games.client.http import Answer, Away, Http, Json, Refused, accepted

_LONGEST_PAUSE: Final = 5.0
_STALE: Final = {"token_expired", "token_invalid", "session_ended", "not_authenticated"}


class Caller:
    """A player's way to the server.

    *tell* is given a line when waiting takes long; *pause* waits for so many seconds.
    """

    def __init__(
        self, http: Http, account: Account, tell: Callable[[str], None], *, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self.http, self.account, self._tell, self._pause = http, account, tell, pause

    def get(self, path: str, **headers: str) -> Answer:
        """Return the answer to a GET. Raises Refused."""
        return self.call("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path: str, body: Json) -> Answer:
        """Return the answer to a POST under a key of its own: sent often, done once. Raises Refused."""
        return self.call("POST", path, body, {"Idempotency-Key": new_key()})

    def call(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """Return the answer to a request of the signed-in player; signs a guest in at first. Raises Refused."""
        if not self.account.is_signed_in:
            self._begin()
        try:
            return self._send(method, path, body, headers)
        except Refused as refusal:
            if refusal.status != 401 or refusal.code not in _STALE:
                raise
        self._refresh()
        return self._send(method, path, body, headers)

    def fresh_token(self) -> str:
        """Return an access token that has just begun to hold; signs a guest in at first. Raises Refused."""
        if self.account.is_signed_in:
            self._refresh()
        else:
            self._begin()
        return self.account.access

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str] | None) -> Answer:
        signed = {**(headers or {}), "Authorization": f"Bearer {self.account.access}"}
        answer = self._through(method, path, body, signed)
        if isinstance(answer.body, dict) and "receipt" in answer.body:
            self.account.keep(answer.body["receipt"])
        return answer

    def _begin(self) -> None:
        """Make a guest, once: the key is on disk before the first try."""
        if not self.account.key:
            self.account.key = new_key()
            self.account.save()
        pair = self._through("POST", "/auth/guest", {}, {"Idempotency-Key": self.account.key}).body
        self.account.take(pair)
        self._tell(f"You play as {self.account.name}, a guest; the account is kept in {self.account.file}.")

    def _refresh(self) -> None:
        """Get the next pair of tokens; where the session has ended there is no way back, so become a new guest."""
        used = self.account.access
        self.account.reload()
        if self.account.access != used:  # another window of this player has refreshed
            return
        try:
            pair = self._through("POST", "/auth/refresh", {"refresh": self.account.refresh}, {}).body
        except Refused as refusal:
            if refusal.status != 401:
                raise
            self._tell(f"{refusal} A guest cannot sign in again, so a new account is made.")
            self.account.forget()
            self._begin()
        else:
            self.account.take(pair)

    def _through(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        """Send until an answer comes that is not 429 or 503. Raises Refused for every other error."""
        wait, told = 0.25, False
        while True:
            try:
                answer = accepted(self.http.send(method, path, body, headers))
            except Away as away:
                wait = min(wait * 2, _LONGEST_PAUSE)
                why = f"{self.http.url} does not answer ({away})"
            except Refused as refusal:
                if refusal.status not in {429, 503}:
                    raise
                wait = _retry_after(refusal) or min(wait * 2, _LONGEST_PAUSE)
                why = str(refusal)
            else:
                if told:
                    self._tell("The server is back.")
                return answer
            if not told:
                self._tell(f"{why}; trying again … (Ctrl-C gives up)")
                told = True
            self._pause(wait)


def new_key() -> str:
    """Return a fresh Idempotency-Key of 192 random bits."""
    return secrets.token_urlsafe(24)


def _retry_after(refusal: Refused) -> float:
    given = refusal.headers.get("retry-after", "")
    return float(given) if given.isdigit() else 0.0
