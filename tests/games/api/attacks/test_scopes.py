"""Every operation with the tokens of apps and bots, which their player has given by the page of consent."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from django.urls import get_resolver
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from base.http.endpoint import Endpoint
from games.api.streams.views import AccountStreamView, GameStreamView
from players.authentication import needs, right_of
from players.rights import Right
from tests.games.api.attacks.things import (
    Operation,
    addresses,
    all_operations,
    everything_of,
    stored,
)
from tests.games.api.conftest import Caller
from tests.openapi.document import document
from tests.players.oauth.conftest import CALLBACK, Browser, Program

PLAY: Final = frozenset(
    {
        "DELETE /games/<game>/plan",
        "DELETE /games/<game>/seats/me",
        "DELETE /invitations/<invitation>",
        "DELETE /queue-entries/<entry>",
        "POST /auth/logout",
        "POST /games",
        "POST /games/<game>/analysis",
        "POST /games/<game>/bots",
        "POST /games/<game>/claims",
        "POST /games/<game>/invitations",
        "POST /games/<game>/moves",
        "POST /games/<game>/moves/check",
        "POST /games/<game>/nonces",
        "POST /games/<game>/proposals",
        "POST /games/<game>/rematch",
        "POST /games/<game>/resignation",
        "POST /games/<game>/return",
        "POST /games/<game>/seats",
        "POST /games/<game>/start",
        "POST /invitations/<invitation>/accept",
        "POST /invitations/<invitation>/decline",
        "POST /me/notices/read",
        "POST /puzzles/<puzzle>/attempts",
        "POST /queue-entries",
        "POST /records",
        "PUT /games/<game>/plan",
        "PUT /games/<game>/proposals/<proposal>/vote",
    }
)
"""What an app may do with `play` and `bot`, besides what it may with `read`. All else that is no GET is closed."""
UNSEEN: Final = frozenset(
    {
        "GET /games/<game>/share",
        "GET /me/apps",
        "GET /me/apps/<app>",
        "GET /me/blocks",
        "GET /me/devices",
        "GET /me/exports/<export_id>",
        "GET /me/sessions",
        "GET /me/subscriptions",
        "GET /players",
        "GET /variants/checks/<check>",
        "GET /webhooks",
        "GET /webhooks/<webhook>",
        "GET /webhooks/<webhook>/deliveries",
    }
)
"""What no app may read."""
ACCOUNT: Final = frozenset(
    {
        "app", "authorization_code", "block", "check_job", "custom_variant", "device", "export_job", "mail_code",
        "note", "notice_preference", "outgoing_mail", "player", "refresh_token", "share_link", "subscription",
        "vacation", "webhook", "webhook_delivery",
    }
)  # fmt: skip
"""The tables that no app may change."""
REFUSED: Final = "A token of a bot or an app may not do this."


def name(operation: Operation) -> str:
    return f"{operation.method} {operation.route}"


def silent(patterns: list[Any]) -> Iterator[str]:
    """Yield each method of an endpoint that reads tokens and does not declare what an app needs."""
    for route, _, view in addresses(patterns, "/"):
        cls = getattr(view, "cls", None)
        if cls is None or not cls.authentication_classes:
            continue  # no token is read
        for method in cls().allowed_methods:
            if right_of(cls, method) is None:
                yield f"{method} {route}"


def test_each_method_declares_what_an_app_needs() -> None:
    """A new method fails here until it declares its right: `needs(Right.ACCOUNT)` closes it to apps and bots."""
    assert [*silent(get_resolver().url_patterns)] == []
    views = [getattr(view, "cls", None) for _, _, view in addresses(get_resolver().url_patterns, "/")]
    assert [view for view in views if view and view.authentication_classes and not issubclass(view, Endpoint)] == []


class Half(Endpoint):
    """An endpoint that declares its GET only."""

    throttle_classes = ()

    @needs(Right.SEE_GAMES)
    def get(self, _request: Any) -> Response:
        """Return what it has."""
        return Response({})

    def put(self, _request: Any) -> Response:
        """Return what it has."""
        return Response({})


class Overridden(Half):
    """An endpoint whose GET is another one."""

    def get(self, _request: Any) -> Response:
        """Return what it has."""
        return Response({"more": 1})


def test_what_declares_nothing_is_closed(tokens: dict[str, Caller]) -> None:
    for view, method, allowed in (
        (Half, "get", 200), (Half, "head", 200), (Half, "put", 403), (Half, "post", 405),
        (Overridden, "get", 403), (Overridden, "head", 403),
    ):  # fmt: skip
        for who, caller in tokens.items():
            headers = {"Authorization": f"Bearer {caller.tokens['access']}"}
            answer = view.as_view()(getattr(APIRequestFactory(), method)("/", headers=headers))
            expected = 200 if who == "player" and allowed == 403 else allowed
            assert answer.status_code == expected, (view, method, who)


@pytest.fixture
def owner(anna: Caller) -> Caller:
    return anna.upgrade()


@pytest.fixture
def tokens(owner: Caller, stranger: Caller) -> dict[str, Caller]:
    """A caller for each kind of token of one account."""
    made = stranger.upgrade().post("/me/apps", {"name": "An app", "kind": "public", "redirect_uris": [CALLBACK]}).json()
    program = Program(made["id"], None)
    browser = Browser()
    username = owner.get("/me").json()["username"]
    assert browser.sign_in(program.address(), username, "correct horse battery staple").status_code == 303
    found = {"player": owner}
    for scope in ("read", "play", "bot"):
        given = program.token(browser.allow(program.address(scope=scope))).json()
        found[scope] = Caller(tokens={**owner.tokens, "access": given["access_token"]})
    own = owner.post("/me/tokens", {"name": "Robot"}).json()
    found["own bot"] = Caller(tokens={**owner.tokens, "access": own["token"]})
    return found


def test_each_operation_with_each_token(owner: Caller, bert: Caller, tokens: dict[str, Caller]) -> None:
    assert {name(one) for one in all_operations()} >= PLAY | UNSEEN
    game = str(owner.opens(seats=2)["id"])
    ids = everything_of(owner, bert, game=game) | dict.fromkeys(
        ("key", "code", "content", "other", "puzzle", "installation_id"), "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47"
    )
    ids["player"] = bert.id
    before = stored()

    for operation in sorted(all_operations(), key=lambda one: one.route == "/auth/logout"):
        if not operation.view.authentication_classes:
            continue
        for who in ("read", "play", "bot", "own bot"):
            allowed = name(operation) in PLAY if operation.method != "GET" else name(operation) not in UNSEEN
            if who == "read" and operation.method != "GET":
                allowed = False
            where, body = operation.path(ids), b"" if operation.method == "GET" else b"{}"
            answer = tokens[who].raw(operation.method, where, body)
            refused = answer.status_code == 403 and REFUSED.encode() in answer.content
            assert refused != allowed, (operation, who, answer.content)
            if refused and body == b"":
                assert tokens[who].raw("HEAD", where, b"").status_code in (403, 405), (operation, who)

    changed = {table for table, digest in stored().items() if before[table] != digest}
    assert changed & ACCOUNT == set()
    assert "session" in changed, "those who may play have signed out"


@pytest.mark.parametrize("view", [GameStreamView, AccountStreamView])
def test_a_stream_asks_for_its_right(
    view: Any, owner: Caller, tokens: dict[str, Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    where = "/me/stream" if view is AccountStreamView else f"/games/{owner.opens(seats=2)['id']}/stream"
    assert tokens["read"].get(where).status_code == 200
    monkeypatch.setattr(view.get, "right", Right.MOVE)

    statuses = {who: caller.get(where).status_code for who, caller in tokens.items()}
    assert statuses == {"player": 200, "read": 403, "play": 200, "bot": 200, "own bot": 200}


def test_no_app_spends_the_vacation_or_switches_notices(owner: Caller, tokens: dict[str, Caller]) -> None:
    until = datetime.fromisoformat(owner.get("/me/vacation").json()["server_time"]) + timedelta(days=4)
    assert owner.raw("PUT", "/me/vacation", b'{"until": "%s"}' % until.isoformat().encode()).status_code == 200
    later = b'{"until": "%s"}' % (until + timedelta(days=1)).isoformat().encode()
    before = stored()

    for who in ("read", "play", "bot", "own bot"):
        for method, where, body in (
            ("PUT", "/me/vacation", later),
            ("DELETE", "/me/vacation", b""),
            ("PATCH", "/me/notices/preferences", b'{"items": [{"kind": "your-turn", "push": false, "mail": true}]}'),
        ):
            answer = tokens[who].raw(method, where, body)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), (who, where)

    assert stored() == before


def test_the_document_says_what_an_app_needs() -> None:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            one = f"{method.upper()} {path.removeprefix('/api/v1').replace('{', '<').replace('}', '>')}"
            text = operation["description"]
            if {"bearer": []} not in operation["security"]:
                assert "Apps need" not in text
                assert "Closed to" not in text
            elif one in PLAY:
                assert "Apps need the scope `play`." in text, one
            elif method == "get" and one not in UNSEEN:
                assert "Apps need the scope `read`." in text, one
            else:
                assert "Closed to bots and apps." in text, one
