"""Records one request and its answers for each operation, with the same ids, names and times in every run."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from base.http.problems import CONTENT_TYPE
from games.store import now
from tests.answers import operations
from tests.games.api.conftest import Caller

Examples = dict[str, dict[str, Any]]
"""By the id of the operation: `request` by media type, and `answers` by status and media type."""

LONGEST: Final = 3
"""Items that a list of an example has at most. Lists of one entry for each seat or card are no longer."""
LONGEST_TEXT: Final = 400
NOW: Final = datetime(2026, 11, 24, 9, tzinfo=UTC)
"""When all examples happen."""
_SHOWN: Final = frozenset({"application/json", "text/plain", "application/x-ndjson", "application/toml"})
"""The media types that have examples. Pages and pictures have none."""
_NAMES: Final = ("Merry Otter 427", "Quiet Heron 118", "Brave Badger 730", "Calm Falcon 256")
_GUEST: Final = re.compile(r"\b[A-Z][a-z]+ [A-Z][a-z]+ \d{3}\b")
_UUID: Final = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
_INSTANT: Final = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)")
_LOCAL_TIME: Final = re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d\b")
_LINK: Final = re.compile(r"(?<=/i/)[\w-]+$")
_DIGEST: Final = re.compile(r"\b[0-9a-f]{64}\b")


@dataclass
class Recorder:
    """Keeps the first success of each operation."""

    examples: Examples = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)
    _ids: dict[str, str] = field(default_factory=dict)
    _began: datetime = field(default_factory=now)

    def keep(self, response: Any, kind: str, body: bytes) -> None:
        """Keep a request and its answer, unless the operation has an example already."""
        got = response.headers.get("Content-Type", "").partition(";")[0]
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", response.resolver_match.route)
        operation = operations().get(path, {}).get(response.request["REQUEST_METHOD"].lower())
        if operation is None or response.status_code not in (200, 201, 202, 204) or got == CONTENT_TYPE:
            return
        example = self.examples.setdefault(operation["operationId"], {"request": {}, "answers": {}})
        if body and kind in _SHOWN:
            example["request"].setdefault(kind, self._plain(_read(body, kind)))
        if response.content and got in _SHOWN:
            answers = example["answers"].setdefault(str(response.status_code), {})
            answers.setdefault(got, self._plain(_read(response.content, got)))

    def _plain(self, value: Any, name: str = "") -> Any:
        """Return a value as every run has it: short, and without anything random."""
        match value:
            case dict():
                return {key: self._plain(one, key) for key, one in value.items()}
            case list():
                kept = value if name in ("seats", "hand", "places", "points") else value[:LONGEST]
                return [self._plain(one, name) for one in kept]
            case str() if name in SECRET and any(one.isdigit() or one.isupper() for one in value):
                return SECRET[name]
            case str():
                return self._plain_text(value)
            case float():
                return round(value, 1) if name in SHARES else round(value)
            case _:
                return value

    def _plain_text(self, text: str) -> str:
        text = _GUEST.sub(lambda found: self._name(found[0]), text)
        text = _UUID.sub(lambda found: self._id(found[0]), text)
        text = _INSTANT.sub(lambda found: self._instant(found[0]), text)
        text = _LOCAL_TIME.sub("2026-11-24 18:00", text)
        text = _LINK.sub(SECRET["code"], _DIGEST.sub("9a" * 32, text))
        return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"

    def _name(self, real: str) -> str:
        return self._names.setdefault(real, _NAMES[len(self._names) % len(_NAMES)])

    def _id(self, real: str) -> str:
        return self._ids.setdefault(real, f"01975e0c-0000-7000-8000-{len(self._ids) + 1:012x}")

    def _instant(self, text: str) -> str:
        """Return when it would be if the test ran at NOW. What happens in the test happens then."""
        real = datetime.fromisoformat(text)
        hours = round((real - self._began) / timedelta(hours=1))
        at = (NOW + timedelta(hours=hours)).isoformat().removesuffix("+00:00")
        return f"{at}.000000Z" if "." in text else f"{at}Z"


SHARES: Final = frozenset({"value", "low", "high"})
"""The fields with numbers from 0 to 1."""
SECRET: Final = {
    "access": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTk3NWUwYyJ9.c2lnbmF0dXJl",
    "refresh": "r7Qm2Zk9Yb4Xn1Wc8Vd5",
    "token": "b3Ff8Kq1Lw6Zs0Td7Hm2",
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "client_secret": "k2Rt7Yp4Qa9Ws1Ed",
    "code": "Q3vT8mZkL1cWb5Xn",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    "kid": "nBRoDpiXjPGR",
    "signature": "c2lnbmF0dXJl",
    "nonce": "tulip",
    "next_cursor": "eyJhZnRlciI6M30",
}
"""What an example has in place of what is random, by the name of the field."""


def _read(body: bytes, kind: str) -> Any:
    text = body.decode()
    if kind == "application/json":
        return json.loads(text)
    return "\n".join(text.splitlines()[: 2 * LONGEST]) + "\n"


@dataclass
class Recording(Caller):
    """A caller whose requests are recorded."""

    recorder: Recorder = field(default_factory=Recorder)

    def get(self, where: str, **headers: str) -> Any:
        return self._kept(super().get(where, **headers))

    def delete(self, where: str, **headers: str) -> Any:
        return self._kept(super().delete(where, **headers))

    def raw(self, method: str, where: str, body: bytes, **headers: str) -> Any:
        response = super().raw(method, where, body, **headers)
        return self._kept(response, headers.get("Content_Type", "application/json"), body)

    def _kept(self, response: Any, kind: str = "", body: bytes = b"") -> Any:
        assert response.status_code < 300, (response.content, response.request)
        self.recorder.keep(response, kind, body)
        return response


def without_examples(examples: Examples, described: Any) -> Iterator[str]:
    """Yield each body in OpenAPI's document that has no example."""
    for methods in described.values():
        for operation in methods.values():
            name = operation["operationId"]
            example = examples.get(name, {"request": {}, "answers": {}})
            for kind in operation.get("requestBody", {}).get("content", {}):
                if kind not in example["request"]:
                    yield f"{name} <- {kind}"
            for status, answer in operation["responses"].items():
                for kind in answer.get("content", {}) if status.startswith("2") else ():
                    if kind in _SHOWN and kind not in example["answers"].get(status, {}):
                        yield f"{name} -> {status} {kind}"
