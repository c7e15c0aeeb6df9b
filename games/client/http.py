"""JSON over one kept connection to a server, and what can go wrong with it.

By hand: httpx takes three times the CPU time a request, and the load test shares the machine with the service (ADR 27).
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection, InvalidURL
from typing import Any, Final, Self, TypeAlias
from urllib.parse import urlsplit

Json: TypeAlias = dict[str, Any]

BASE: Final = "/api/v1"
PATIENCE: Final = 40
"""Seconds that an answer may take; a long poll takes up to 25."""


class BadUrl(ValueError):
    """The address is not that of a server, or the path cannot be requested."""


class Unreachable(Exception):
    """No answer came. Even so, the server may have handled the request."""


class Refused(Exception):
    """The server answered with a problem (RFC 9457)."""

    def __init__(self, status: int, problem: Json, headers: dict[str, str]) -> None:
        super().__init__(str(problem.get("detail") or f"The server answered {status}."))
        self.status, self.problem, self.headers = status, problem, headers

    @property
    def code(self) -> str:
        """The stable code of the problem, or empty if the answer was not a problem document."""
        return str(self.problem.get("code", ""))


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. ``body`` is the decoded JSON, the text of another type, or None if there was no content."""

    status: int
    headers: dict[str, str]
    body: Any


class HttpClient:
    """One kept connection. It is opened when needed, and again after the server has closed it."""

    def __init__(self, url: str, *, agent: str = "maumau-terminal", patience: float = PATIENCE) -> None:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        try:
            port = parts.port
        except ValueError as error:
            raise BadUrl(f"{url!r} has a port that is no number from 0 to 65535.") from error
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise BadUrl(f"{url!r} is not the address of a server. Write it like http://127.0.0.1:8000.")
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.url = f"{parts.scheme}://{parts.netloc}"
        try:
            self._connection = kind(parts.hostname, port, timeout=patience)
        except InvalidURL as error:
            raise BadUrl(f"{url!r} is not the address of a server: {error}.") from error
        self._agent = agent

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """Return the answer to a request below ``/api/v1``, whatever its status. *body* is sent as JSON, bytes as is.

        Raises Unreachable if no answer came, BadUrl for a path that cannot be requested.
        """
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        given = {"Accept": "application/json", "User-Agent": self._agent, **(headers or {})}
        if content is not None:
            given.setdefault("Content-Type", "application/json")
        # A kept connection may have been closed by the server meanwhile. Then the request is sent once more on a new
        # one. That is safe: every request of this client is a GET or carries an Idempotency-Key.
        was_open = self._connection.sock is not None
        try:
            return self._exchange(method, path, content, given)
        except (OSError, HTTPException) as error:
            self.close()
            if not was_open or isinstance(error, TimeoutError):
                raise Unreachable(str(error) or type(error).__name__) from error
        try:
            return self._exchange(method, path, content, given)
        except (OSError, HTTPException) as error:
            self.close()
            raise Unreachable(str(error) or type(error).__name__) from error

    def close(self) -> None:
        """Close the connection. The next request opens another."""
        with suppress(OSError):
            self._connection.close()

    def _exchange(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> Answer:
        try:
            self._connection.request(method, f"{BASE}{path}", content, headers)
        except (InvalidURL, UnicodeError) as error:
            raise BadUrl(f"{f'{self.url}{BASE}{path}'!r} is not an address: {error}.") from error
        response = self._connection.getresponse()
        raw = response.read()
        found = {name.lower(): value for name, value in response.getheaders()}
        content_type = found.get("content-type", "")
        decoded: Any = raw.decode(errors="replace") if raw else None
        if raw and "json" in content_type and "ndjson" not in content_type:
            with suppress(ValueError):
                decoded = json.loads(raw)
        return Answer(response.status, found, decoded)


def accepted(answer: Answer) -> Answer:
    """Return *answer* if its status is below 400. Raises Refused otherwise."""
    if answer.status < 400:
        return answer
    raise Refused(answer.status, answer.body if isinstance(answer.body, dict) else {}, answer.headers)
