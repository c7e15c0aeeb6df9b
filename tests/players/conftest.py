"""Fixtures for tests of accounts: callers of the API, signed-in guests, and many callers at once."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any
from uuid import UUID

import pytest
from django.test import override_settings
from django.urls import clear_url_caches, include, path
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient

from config.embedded.pytest_plugin import CommittedDatabase
from config.settings.base import PASSWORD_HASHERS, RATE_LIMITS
from players.hashers import LeanArgon2PasswordHasher
from players.models import Player
from tests.answers import conforms
from tests.racing import at_once

API = "/api/v1"
PASSWORD = "correct horse battery"  # noqa: S105


@dataclass
class Caller:
    """A client of the API. It keeps its tokens after it has signed in."""

    tokens: dict[str, Any] = field(default_factory=dict)

    @property
    def http(self) -> APIClient:
        """A new client for each request, because several threads may call at once."""
        return APIClient(raise_request_exception=False)

    def send(self, method: str, where: str, body: Any = None, **headers: str) -> Any:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.tokens:
            given.setdefault("Authorization", f"Bearer {self.tokens['access']}")
        if body is None:
            return conforms(self.http.generic(method, API + where, headers=given))
        return conforms(getattr(self.http, method.lower())(API + where, headers=given, data=body, format="json"))

    def raw(self, where: str, body: bytes, content_type: str = "application/json", method: str = "POST") -> Any:
        headers = {"Authorization": f"Bearer {self.tokens['access']}"} if self.tokens else {}
        return self.http.generic(method, API + where, body, content_type, headers=headers)  # type: ignore[arg-type]

    def sign_in(self, where: str, body: dict[str, Any], **headers: str) -> Any:
        answer = self.send("POST", where, body, **headers)
        assert answer.status_code in (200, 201), answer.content
        self.tokens = answer.json()
        return answer

    @property
    def player(self) -> Player:
        return Player.objects.get(sessions__id=self.session)

    @property
    def session(self) -> UUID:
        return next(UUID(item["id"]) for item in self.send("GET", "/me/sessions").json()["items"] if item["current"])


class Urls:
    """The addresses that `config.urls` has for accounts, for tests without it."""

    urlpatterns = [path("api/v1/", include("players.api.urls")), path("", include("players.pages.urls"))]  # noqa: RUF012
    handler400 = "base.http.exception_handler.bad_request"
    handler403 = "base.http.exception_handler.permission_denied"
    handler404 = "base.http.exception_handler.page_not_found"
    handler500 = "base.http.exception_handler.server_error"


@pytest.fixture(autouse=True)
def _as_in_production(settings: Any) -> Iterator[None]:
    """Use the addresses, hashes and limits of accounts, whatever the settings of the tests are."""
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    settings.RATE_LIMITS = RATE_LIMITS
    settings.ROOT_URLCONF = Urls
    clear_url_caches()
    yield
    clear_url_caches()


@pytest.fixture
def caller() -> Caller:
    return Caller()


@pytest.fixture
def guest(db: None) -> Caller:  # noqa: ARG001
    guest = Caller()
    guest.sign_in("/auth/guest", {})
    return guest


@pytest.fixture
def member(db: None) -> Caller:  # noqa: ARG001
    member = Caller()
    member.sign_in("/auth/register", {"username": "Anna", "password": PASSWORD})
    return member


@pytest.fixture
def serve() -> Iterator[Callable[..., None]]:
    """Serve further views below `/api/v1/` for one test: `serve(path=view)`."""
    stack = []

    def add(**views: Any) -> None:
        added = [
            path(f"api/v1/{name}", view.as_view() if hasattr(view, "as_view") else view) for name, view in views.items()
        ]
        urls = type("TestUrls", (Urls,), {"urlpatterns": [*added, *Urls.urlpatterns]})
        override = override_settings(ROOT_URLCONF=urls)
        override.enable()
        stack.append(override)
        clear_url_caches()

    yield add
    for override in reversed(stack):
        override.disable()
    clear_url_caches()


@pytest.fixture
def committed(committed_db: CommittedDatabase, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:  # noqa: ARG001
    """Let the test and its threads commit, to a database of their own."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(name="at_once")
def _at_once() -> Callable[..., list[Any]]:
    return at_once


@pytest.fixture
def password() -> str:
    return PASSWORD


@pytest.fixture
def hashes(settings: Any) -> list[str]:
    """Return a list that gets every password that is hashed from now on, to store it or to compare it."""
    counted: list[str] = []

    class Counting(LeanArgon2PasswordHasher):
        def encode(self, password: str, salt: str) -> str:
            counted.append(password)
            return super().encode(password, salt)

        def verify(self, password: str, encoded: str) -> bool:
            counted.append(password)
            return super().verify(password, encoded)

    module = ModuleType("counting_hasher")
    module.Counting = Counting  # type: ignore[attr-defined]
    sys.modules["counting_hasher"] = module
    settings.PASSWORD_HASHERS = ["counting_hasher.Counting"]
    return counted
