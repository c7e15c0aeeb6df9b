"""Callers of the API, and tables at which they sit."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

import pytest
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient

from base.identifiers import uuid7
from config.embedded.pytest_plugin import CommittedDatabase
from games import sandbox, services
from games.clocks import Terms
from games.clocks.terms import Visibility
from games.services import invitations
from tests.answers import conforms
from tests.same_chance import same_chance

__all__ = ["same_chance"]

API = "/api/v1"


@dataclass
class Caller:
    """A client that knows the base address, and its tokens once it has signed in."""

    http: APIClient = field(default_factory=lambda: APIClient(raise_request_exception=False))
    tokens: dict[str, Any] = field(default_factory=dict)

    def sign_in(self) -> "Caller":
        answer = self.post("/auth/guest", {})
        assert answer.status_code == 201, answer.content
        self.tokens = answer.json()
        return self

    @property
    def id(self) -> str:
        return str(self.tokens["player"]["id"])

    def upgrade(self) -> "Caller":
        """Become a full account, unless it is one: guests play no rated games."""
        wanted = {"username": f"player-{self.id[-12:]}", "password": "correct horse battery staple"}
        assert self.post("/me/credentials", wanted, Idempotency_Key=str(uuid7())).status_code in (200, 201, 409)
        return self

    def get(self, where: str, **headers: str) -> Any:
        return conforms(self.http.get(API + where, headers=self._headers(headers)))

    def post(self, where: str, body: Any = None, **headers: str) -> Any:
        return self.raw("POST", where, b"" if body is None else json.dumps(body).encode(), **headers)

    def delete(self, where: str, **headers: str) -> Any:
        return conforms(self.http.delete(API + where, headers=self._headers(headers)))

    def raw(self, method: str, where: str, body: bytes, **headers: str) -> Any:
        kind = "application/json" if body else ""
        send: Any = self.http.generic  # its stubs know no bytes
        return conforms(send(method, API + where, body, kind, headers=self._headers(headers)))

    def _headers(self, given: dict[str, str]) -> dict[str, str]:
        headers = {name.replace("_", "-"): value for name, value in given.items()}
        if self.tokens:
            headers.setdefault("Authorization", f"Bearer {self.tokens['access']}")
        return headers

    def opens(self, **wanted: Any) -> dict[str, Any]:
        """Make a table, and return it."""
        answer = self.post("/games", {"variant": "mau_mau", "seats": 2, **wanted})
        assert answer.status_code == 201, answer.content
        return dict(answer.json())

    def table(self, game: str) -> dict[str, Any]:
        answer = self.get(f"/games/{game}")
        assert answer.status_code == 200, answer.content
        table = dict(answer.json())
        del table["receipt"], table["rematch"]  # they are about the table, and no part of it
        return table

    def moves(self, game: str, move: str, turn: int, key: str | None = None) -> Any:
        return self.post(f"/games/{game}/moves", {"turn": turn, "move": move}, Idempotency_Key=key or str(uuid7()))

    def checks(self, game: str, move: str, turn: int, **headers: str) -> Any:
        """Check a move without making it."""
        return self.post(f"/games/{game}/moves/check", {"turn": turn, "move": move}, **headers)

    def speaks(self, locale: str) -> None:
        """Put *locale* into the profile."""
        etag = self.get("/me").headers["ETag"]
        self.raw("PATCH", "/me", f'{{"locale": "{locale}"}}'.encode(), If_Match=etag)
        assert self.get("/me").json()["locale"] == locale

    def feed(self, game: str) -> list[dict[str, Any]]:
        """Return the whole feed, read in pages of 100."""
        events: list[dict[str, Any]] = []
        after: str | None = "0"
        while after is not None:
            page = self.get(f"/games/{game}/events?limit=100&after={after}").json()
            events += page["items"]
            after = page["next_cursor"]
        return events


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give checks all the time that a busy machine needs, and as much of the processor as others have."""
    unhurry(monkeypatch)


def unhurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what `unhurried` says, until *monkeypatch* is undone."""
    for name in ("QUICK", "THOROUGH"):
        monkeypatch.setattr(sandbox, name, replace(getattr(sandbox, name), wall=600, gives_way=False))


@pytest.fixture
def call() -> Callable[[], Caller]:
    """Return a new guest, signed in."""
    return lambda: Caller().sign_in()


@pytest.fixture
def nobody() -> Caller:
    return Caller()


@pytest.fixture
def rules(db: None) -> None:
    """The built-in rulesets, which each test database has."""


@pytest.fixture
def anna(rules: None) -> Caller:  # noqa: ARG001
    return Caller().sign_in()


@pytest.fixture
def bert(rules: None) -> Caller:  # noqa: ARG001
    return Caller().sign_in()


@pytest.fixture
def stranger(rules: None) -> Caller:  # noqa: ARG001
    return Caller().sign_in()


@pytest.fixture
def duel(anna: Caller, bert: Caller) -> str:
    """The id of a running game of two players: anna made it, bert sits at seat 1."""
    game = str(anna.opens()["id"])
    assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    return game


@pytest.fixture
def ended(anna: Caller, bert: Caller) -> Callable[..., str]:
    """Let anna open a game, others sit down, and the last of them resign, or who is to lose; return its id."""

    def end(*others: Caller, loser: Caller | None = None, **wanted: Any) -> str:
        sitters = others or (bert,)
        game = opened(anna, len(sitters) + 1, **wanted)
        for one in sitters:
            if wanted.get("visibility") == "private":
                invitations.invite(UUID(game), maker=UUID(anna.id), player=UUID(one.id))
            services.take_seat(UUID(game), player=UUID(one.id))
        for one in [loser] if loser else reversed(sitters):
            assert one.post(f"/games/{game}/resignation", Idempotency_Key=str(uuid7())).status_code == 201
        return game

    return end


def opened(
    caller: Caller, seats: int, *, variant: str = "mau_mau", visibility: Visibility = "public", **wanted: Any
) -> str:
    """Open a game by the service, which takes no time for an answer."""
    terms = Terms(visibility=visibility)
    return str(services.open_game(player=UUID(caller.id), variant=variant, seats=seats, terms=terms, **wanted))


@pytest.fixture
def committed(committed_db: CommittedDatabase, django_db_blocker: DjangoDbBlocker) -> Iterator[CommittedDatabase]:
    """A database of the test's own, that it and other threads and processes may commit to."""
    with django_db_blocker.unblock():
        yield committed_db
