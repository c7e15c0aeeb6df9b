"""Callers of the API as people reach it: by HTTP, through the web server and the dispatcher.

Django's test client calls its handler, so what lies before that is not in a test. A `Caller` of this module sends what
it would send there over HTTP, to a server on a database that the test commits to.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any, Final
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.urls import ResolverMatch, resolve
from django.utils.datastructures import CaseInsensitiveMapping

from config.embedded.pytest_plugin import CommittedDatabase
from games.api.problems.catalogue import entries
from games.api.streams.views import EVENT_STREAM
from tests.games.api.conftest import Caller
from tests.games.api.serving import Server, serving

_LIKE_TESTS: Final = """
import os, django, pytest
django.setup()
from tests.games.api.conftest import unhurry
from tests.same_chance import fix_chance
patch = pytest.MonkeyPatch()
unhurry(patch)
if os.environ["CHANCE"]:
    fix_chance(os.environ["CHANCE"], patch)
"""
"""What the fixtures of the tests change in their process, the server changes in its own."""
_IN_ADDRESSES: Final = "%/?&=:;,+~!*'()[]@$"
_OF_SERVER: Final = frozenset({"date", "server", "connection", "transfer-encoding"})
"""Headers that the web server adds."""


@dataclass(frozen=True)
class Answer:
    """What came back, with the names of the answers that Django's client returns."""

    method: str
    where: str
    status_code: int
    headers: CaseInsensitiveMapping[str]
    content: bytes

    @property
    def request(self) -> dict[str, str]:
        return {"REQUEST_METHOD": self.method}

    @property
    def resolver_match(self) -> ResolverMatch:
        return resolve(urlsplit(self.where).path)

    def json(self) -> Any:
        return json.loads(self.content)


@dataclass(frozen=True)
class Wire:
    """A client that has the methods of Django's which `Caller` uses."""

    server: Server

    def get(self, where: str, headers: Mapping[str, str]) -> Answer:
        return self.generic("GET", where, headers=headers)

    def delete(self, where: str, headers: Mapping[str, str]) -> Answer:
        return self.generic("DELETE", where, headers=headers)

    def generic(
        self, method: str, where: str, body: bytes = b"", kind: str = "", *, headers: Mapping[str, str]
    ) -> Answer:
        given = ({"Content-Type": kind} if kind else {}) | dict(headers)
        address = urlsplit(self.server.address)
        there = HTTPConnection(str(address.hostname), address.port, timeout=60)
        try:
            there.request(method, quote(where, safe=_IN_ADDRESSES), body or None, given)
            answer = there.getresponse()
            found = {name: value for name, value in answer.getheaders() if name.lower() not in _OF_SERVER}
            content = b"" if answer.headers["Content-Type"] == EVENT_STREAM else answer.read()  # a stream does not end
            return Answer(method, where, answer.status, CaseInsensitiveMapping(found), content)
        finally:
            there.close()


@contextmanager
def serving_callers(
    database: CommittedDatabase, *, chance: str = "", **more: str
) -> Iterator[tuple[Server, Callable[[], Caller]]]:
    """Serve a database on a free port, and return the server and what makes its callers.

    The server knows the tokens that this process signs. It opens the games of *chance*, if that is given.
    """
    entries()  # imports every problem, as the first request to Django's client does
    given: dict[str, Any] = {
        "DJANGO_SETTINGS_MODULE": "tests.games.api.served_settings",
        "SECRET_KEY": settings.SECRET_KEY,
        "PUBLIC_URL": settings.PUBLIC_URL,
        "CHANCE": chance,
        **more,
    }
    with serving(database.url, pool=4, before=_LIKE_TESTS, **given) as server:
        yield server, lambda: Caller(http=Wire(server))  # type: ignore[arg-type]  # it has what a caller uses
