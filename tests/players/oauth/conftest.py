"""An app of one player, and a browser in which another player lets it use their account."""

import base64
import hashlib
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from tests.players.conftest import PASSWORD, Caller

CALLBACK = "https://app.example/callback"
VERIFIER = "a-verifier-of-at-least-forty-three-characters"


def challenge(verifier: str = VERIFIER) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


@dataclass
class Program:
    """An app, and what it sends."""

    id: str
    secret: str | None

    def address(self, **changes: str | None) -> str:
        """Return where the app sends the browser. `changes` replace parameters; None leaves one out."""
        given: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.id,
            "redirect_uri": CALLBACK,
            "scope": "play",
            "state": "the state",
            "code_challenge": challenge(),
            "code_challenge_method": "S256",
            **changes,
        }
        return f"/oauth/authorize?{urlencode({name: one for name, one in given.items() if one is not None})}"

    def post(self, where: str, **given: str) -> Any:
        own = {"client_id": self.id} | ({"client_secret": self.secret} if self.secret else {})
        return Client(SERVER_NAME="localhost").post(where, {**own, **given})

    def token(self, code: str, **changes: str) -> Any:
        given = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
        return self.post("/oauth/token", **{**given, **changes})

    def refresh(self, refresh_token: str, **changes: str) -> Any:
        return self.post("/oauth/token", grant_type="refresh_token", refresh_token=refresh_token, **changes)


@dataclass
class Browser:
    """A browser that keeps cookies, and that refuses forged forms as Django does in production."""

    http: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True, SERVER_NAME="localhost"))

    def get(self, address: str) -> Any:
        return self.http.get(address)

    def press(self, address: str, action: str, **fields: str) -> Any:
        """Open a page, and send its form."""
        page = self.http.get(address)
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
        assert found, page.content
        return self.http.post(address, {"csrfmiddlewaretoken": found[1], "action": action, **fields})

    def sign_in(self, address: str, username: str = "bert", password: str = PASSWORD) -> Any:
        return self.press(address, "sign-in", username=username, password=password)

    def allow(self, address: str) -> str:
        """Allow an app, and return its code."""
        answer = self.press(address, "allow")
        assert answer.status_code == 302, answer.content
        return sent(answer)["code"]


def sent(answer: Any) -> dict[str, str]:
    """Return the parameters of the redirect to an app."""
    return {name: one[0] for name, one in parse_qs(urlsplit(answer.headers["Location"]).query).items()}


def registered(owner: Caller, **changes: Any) -> Program:
    body = {"name": "Board", "redirect_uris": [CALLBACK], "kind": "public", **changes}
    answer = owner.send("POST", "/me/apps", body)
    assert answer.status_code == 201, answer.content
    return Program(answer.json()["id"], answer.json()["secret"])


@pytest.fixture
def program(member: Caller) -> Program:
    """A public app of Anna's."""
    return registered(member)


@pytest.fixture
def bert(db: None) -> Caller:  # noqa: ARG001
    bert = Caller()
    bert.sign_in("/auth/register", {"username": "Bert", "password": PASSWORD})
    return bert


@pytest.fixture
def browser(program: Program, bert: Caller) -> Browser:  # noqa: ARG001
    """A browser in which Bert is signed in."""
    browser = Browser()
    assert browser.sign_in(program.address()).status_code == 303
    return browser


@pytest.fixture
def tokens(program: Program, browser: Browser) -> Any:
    """What the app gets for Bert's account."""
    answer = program.token(browser.allow(program.address()))
    assert answer.status_code == 200, answer.content
    return answer.json()
