"""Requests with more than they should have: fields, cursors, compressed bodies, forged tokens, and names of hosts."""

import gzip
import io
import json
import logging
from collections.abc import Iterator
from typing import Any, Final

import jwt
import pytest
from django.apps import apps
from django.contrib import admin
from django.core import mail as outbox
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from base.http import pagination
from base.http.pagination import encode_cursor
from config import logs
from players import mail, tokens
from players.models import MailKind, Player
from tests.games.api.attacks.things import everything_of, stored
from tests.games.api.conftest import API, Caller
from tests.games.puzzling import a_puzzle
from tests.openapi.document import document

FIELDS: Final = {
    "id": "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47",
    "is_staff": True,
    "is_active": False,
    "owner": "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47",
    "revision": 7,
    "rating": 100,
    "scope": "player",
    "seat": 0,
    "email_verified": True,
    "secret": "whsec_MTIzNA==",
}
"""Fields of rows that no request sets, or few do."""
FORM: Final = "application/x-www-form-urlencoded"
SCRIPT: Final = "<script>alert(1)</script>"


def described() -> Iterator[tuple[str, str, Any]]:
    """Yield method, path and description of each operation."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path.removeprefix(API), operation


@pytest.fixture
def owner(anna: Caller) -> Caller:
    return anna.upgrade()


@pytest.fixture
def ids(owner: Caller, bert: Caller) -> dict[str, str]:
    things = everything_of(owner, bert, game=owner.opens(seats=3)["id"])
    return {**things, "player": bert.id, "installation_id": bert.id, "puzzle": str(a_puzzle().id)}


def test_no_body_takes_a_field_that_it_does_not_have(owner: Caller, ids: dict[str, str]) -> None:
    before, tried = stored(), 0
    for method, path, operation in described():
        content = operation.get("requestBody", {"content": {}})["content"]
        name = str(content.get("application/json", {"schema": {}})["schema"].get("$ref", "")).rpartition("/")[2]
        if (method in ("GET", "DELETE", "PUT") and not name) or path == "/records":  # a record is a document of its own
            continue
        known = document()["components"]["schemas"][name]["properties"] if name else {}
        more = {field: value for field, value in FIELDS.items() if field not in known}
        headers = {"Idempotency_Key": ids["game"]} if method == "POST" else {"If_Match": "*"}
        answer = owner.raw(method, path.format(**ids), json.dumps(more).encode(), **headers)
        assert answer.status_code == 422, (method, path, answer.content)
        assert answer.json()["errors"].keys() >= more.keys(), (method, path, answer.content)
        tried += 1

    assert tried >= 30
    assert stored() == before


BOMB: Final = gzip.compress(b" " * 5_000_000)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "identity, gzip"])
def test_a_compressed_body_is_not_unpacked(owner: Caller, coding: str) -> None:
    before = stored()
    for path in ("/games", "/auth/guest", "/variants/check"):
        answer = owner.raw("POST", path, BOMB, Content_Encoding=coding)
        assert answer.status_code == 415, (path, answer.content)
    assert stored() == before


SORTED_BY: Final = {
    "/me/sessions": ("Session", ["-id"]),
    "/me/apps": ("App", ["-id"]),
    "/me/blocks": ("Block", ["-id"]),
    "/me/invitations": ("Invitation", ["expires_at", "id"]),
    "/games/{game}/invitations": ("Invitation", ["-id"]),
    "/webhooks": ("Webhook", ["id"]),
    "/webhooks/{webhook}/deliveries": ("WebhookDelivery", ["-created_at", "-id"]),
    "/queue-entries": ("QueueEntry", ["-id"]),
    "/me/devices": ("Device", ["-id"]),
}
"""The lists of rows of somebody, and by what their cursors are marked."""
VALUES: Final = [
    "", "-1", "9" * 30, "1e400", "nan", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999+00:00", "2020-01-01T00:00:00+23:59", "'; DROP TABLE player;--",
]  # fmt: skip
GARBAGE: Final = ["x", "AAAA", "W10", "WyJ4Il0", "[]", "é", "A" * 1_001, "bnVsbA", "eyJhIjoxfQ", "%FF%FE"]


def test_no_cursor_breaks_a_list_or_shows_what_another_player_has(
    owner: Caller, stranger: Caller, ids: dict[str, str]
) -> None:
    models = {model.__name__: model for model in apps.get_models()}
    lists = [
        path
        for method, path, operation in described()
        if method == "GET" and any(one["name"] == "cursor" for one in operation.get("parameters", ()))
    ]
    assert {*SORTED_BY} <= {*lists}
    for path in lists:
        where, cursors = path.format(**ids, key="mau_mau", other=owner.id), [*GARBAGE]
        if path in SORTED_BY:
            name, order = SORTED_BY[path]
            tag = pagination._tag(models[name], order)  # noqa: SLF001  # an attacker can make it as well
            cursors += [encode_cursor(tag, *one) for value in VALUES for one in _values(value, len(order))]
        else:
            cursors += [encode_cursor(*[value] * count) for value in VALUES for count in (2, 3)]
        for cursor in cursors:
            for caller in (owner, stranger):
                answer = caller.get(f"{where}?cursor={cursor}")
                assert answer.status_code in (200, 400, 403, 404, 422), (path, cursor, answer.content)
                if path in SORTED_BY and caller is stranger and answer.status_code == 200:
                    shown = answer.json()["items"]
                    assert shown == [] or (path == "/me/sessions" and all(one["current"] for one in shown)), path


def _values(value: str, count: int) -> list[list[str]]:
    some_id = "00000000-0000-0000-0000-000000000000"
    return [[value]] if count == 1 else [[value, some_id], ["2020-01-01T00:00:00Z", value]]


def claims_of(caller: Caller) -> dict[str, Any]:
    return jwt.decode(caller.tokens["access"], options={"verify_signature": False})


def status_with(token: str) -> int:
    answer = Caller(tokens={"access": token}).get("/me")
    return int(answer.status_code)


def test_no_token_of_another_kind_signs_in(anna: Caller, bert: Caller, settings: Settings) -> None:
    claims, key = claims_of(anna), tokens._signing_key(settings.SECRET_KEY)  # noqa: SLF001  # to show that the key is right
    assert status_with(jwt.encode(claims, key, algorithm="HS256")) == 200

    head, body, signature = anna.tokens["access"].split(".")
    others = bert.tokens["access"].split(".")
    public = anna.get("/keys").json()["keys"][0]["x"]
    forged = [
        jwt.encode(claims, key[::-1], algorithm="HS256"),
        jwt.encode(claims, key * 2, algorithm="HS512"),
        jwt.encode(claims, public, algorithm="HS256"),  # as if the public key were the secret
        jwt.encode(claims, public, algorithm="HS256", headers={"kid": "../../dev/null", "jku": "https://evil.example"}),
        f"{head}.{others[1]}.{signature}",
        f"{head}.{body}.{others[2]}",
        f"{head}.{body}.",
        f"{head}.{body}",
        *(f"{_part({'alg': alg, 'typ': 'JWT'})}.{body}." for alg in ("none", "None", "NONE", "nOnE", "")),
        f"{_part({'alg': 'HS256', 'crit': ['x'], 'x': 1})}.{body}.{signature}",
        f"{head}.{_part({**claims, 'sub': bert.id})}.{signature}",
        f"{head}.{_part({**claims, 'exp': 2**40})}.{signature}",
        *(jwt.encode({**claims, name: value}, key, algorithm="HS256")
          for name, value in (("sub", bert.id), ("sid", claims_of(bert)["sid"]), ("scope", "bot"), ("exp", 1))),
        *(jwt.encode({name: one for name, one in claims.items() if name != missing}, key, algorithm="HS256")
          for missing in claims),
    ]  # fmt: skip
    assert [token for token in forged if status_with(token) != 401] == []


def _part(content: Any) -> str:
    return jwt.utils.base64url_encode(json.dumps(content).encode()).decode()


def test_no_token_and_no_code_serves_for_another(owner: Caller, bert: Caller) -> None:
    bot = owner.post("/me/tokens", {"name": "Robot"}).json()["token"]
    for wrong in (owner.tokens["access"], bot, bert.tokens["access"]):
        assert Caller().post("/auth/refresh", {"refresh": wrong}).status_code in (401, 422)
    Player.objects.filter(id=owner.id).update(email="anna@mail.example", email_verified=True)
    for kind in (MailKind.RESET, MailKind.CONFIRM):
        mail.send(kind, Player.objects.get(id=owner.id))
        assert mail.send_next()
    reset, confirm = (str(one.body).partition("code=")[2].split()[0] for one in outbox.outbox)

    assert Caller().post("/auth/email/confirm", {"code": reset}).status_code == 410
    assert Caller().post("/auth/reset/confirm", {"code": confirm, "password": "a quite new one 7"}).status_code == 410
    for code in (reset, confirm):
        assert status_with(code) == 401
        assert Caller().post("/auth/refresh", {"refresh": code}).status_code in (401, 422)
        assert bert.get(f"/invitations/{code}").status_code == 404


def test_no_header_changes_the_links_that_others_get(owner: Caller, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    Player.objects.filter(id=owner.id).update(email="anna@mail.example", email_verified=True)
    headers = {"Host": "evil.example", "X_Forwarded_Host": "evil.example", "X_Forwarded_Proto": "http"}
    game = owner.opens(seats=2)["id"]

    made = owner.post(f"/games/{game}/invitations", {}, **headers)
    asked = Caller().post("/auth/reset", {"account": "anna@mail.example"}, **headers)
    while mail.send_next():
        pass

    assert made.json()["url"].startswith(f"{settings.PUBLIC_URL}/i/")
    assert asked.status_code == 202
    assert f"{settings.PUBLIC_URL}/accounts/reset?code=" in str(outbox.outbox[0].body)
    metadata = Client().get("/.well-known/oauth-authorization-server", headers={"host": "evil.example"})
    assert b"evil" not in metadata.content + made.content


def test_what_was_made_once_and_is_gone_breaks_no_repetition(owner: Caller, bert: Caller) -> None:
    game = owner.opens(seats=3)["id"]
    app = {"name": "Board", "redirect_uris": ["https://app.example/cb"], "kind": "public"}
    for path, body, gone in (
        ("/me/apps", app, "/me/apps/{id}"),
        ("/me/tokens", {"name": "Robot"}, "/me/sessions/{id}"),
        ("/webhooks", {"url": "https://hook.example.org/", "events": ["game.over"]}, "/webhooks/{id}"),
        ("/queue-entries", {"variant": "mau_mau", "seats": 2}, "/queue-entries/{id}"),
        (f"/games/{game}/invitations", {"player": bert.id}, "/invitations/{id}"),
    ):
        made = owner.post(path, body, Idempotency_Key="once")
        assert made.status_code == 201, made.content
        assert owner.delete(gone.format(**made.json())).status_code == 204

        assert owner.post(path, body, Idempotency_Key="once").status_code in (201, 404), path


FIELDS_OF_FORMS: Final = (
    "code", "client_secret", "code_verifier", "csrfmiddlewaretoken", "email", "next", "password", "redirect_uri",
    "refresh_token", "scope", "state", "token", "username",
)  # fmt: skip


def test_no_form_breaks_a_page(owner: Caller, client: Client) -> None:
    app = {"name": "Board", "redirect_uris": ["https://app.example/cb"], "kind": "public"}
    client_id = owner.post("/me/apps", app).json()["id"]
    client.raise_request_exception = False
    for value in ("%00", "%ED%A0%80", "%FF", "%C0%80", "a" * 4_000, "a&{field}=b"):
        fields = "&".join(f"{field}={value.format(field=field)}" for field in FIELDS_OF_FORMS)
        for page in ("/accounts/reset", "/accounts/email", "/oauth/authorize", "/notices/unsubscribe", "/admin/login/"):
            answer = client.post(page, f"client_id={client_id}&{fields}", content_type=FORM)
            assert answer.status_code < 500, (page, value, answer.content)
        for grant in ("authorization_code", "refresh_token"):
            for page in ("/oauth/token", "/oauth/revoke"):
                body = f"grant_type={grant}&client_id={client_id}&{fields}"
                answer = client.post(page, body, content_type=FORM)
                assert answer.status_code in (200, 400, 401), (page, value, answer.content)


def test_pages_show_names_as_text(owner: Caller, client: Client) -> None:
    Player.objects.filter(id=owner.id).update(name=SCRIPT, is_staff=True)
    game = owner.opens(seats=2)["id"]
    made = owner.post(f"/games/{game}/invitations", {}).json()
    Player.objects.filter(id=owner.id).update(is_superuser=True)
    client.force_login(Player.objects.get(id=owner.id))
    pages = [
        f"/i/{made['code']}",
        f"/api/v1/players/{owner.id}/ratings.svg",
        f"/api/v1/problems/{SCRIPT}",
        f"/oauth/authorize?client_id={SCRIPT}&state={SCRIPT}",
        f"/accounts/email?code={SCRIPT}",
        f"/accounts/reset?code={SCRIPT}",
        *(
            reverse(f"admin:{one.opts.app_label}_{one.opts.model_name}_changelist")
            for one in (
                admin.site.get_model_admin(model) for model in apps.get_models() if admin.site.is_registered(model)
            )
        ),
    ]
    named = 0
    for page in pages:
        answer = client.get(page, headers={"Accept": "text/html,image/svg+xml,*/*"})
        assert SCRIPT.encode() not in answer.content, page
        assert answer.headers["X-Frame-Options"] == "DENY", page
        if answer.headers["Content-Type"].startswith("text/html"):
            policy = answer.headers["Content-Security-Policy"]
            assert "unsafe" not in policy, page
            assert "frame-ancestors 'none'" in policy, page
        named += b"&lt;script&gt;" in answer.content
    assert named >= 3


SECRETS: Final = ["hunter2hunter2", "anna@mail.example", "s3cr3t-code-of-a-link"]
ODD: Final = "a\x1b[2J\x85b\u2028c\x7f"


@pytest.mark.parametrize("as_json", [True, False])
def test_logs_have_one_line_for_each_event_and_no_secret(owner: Caller, *, as_json: bool) -> None:
    written, root = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(written)
    given = dict(logs.configure(as_json=as_json, level="INFO")["formatters"]["line"])
    handler.setFormatter(given.pop("()")(**given))
    root.addHandler(handler)
    before = root.level
    root.setLevel("INFO")
    password, address, code = SECRETS
    try:
        for headers in ({"User_Agent": ODD}, {"X_Request_Id": ODD}, {"Client_Version": ODD}, {"Accept_Language": ODD}):
            owner.get("/me", **headers)
            Caller().post("/auth/token", {"username": address, "password": password}, **headers)
        Caller().post("/auth/register", {"username": "some.one", "password": password, "email": address})
        Caller().post("/auth/reset", {"account": address})
        Caller().post("/auth/reset/confirm", {"code": code, "password": password})
        Caller().raw("POST", "/auth/token", f'{{"password": "{password}", "username": '.encode())
        owner.get(f"/invitations/{code}")
        owner.post(f"/invitations/{code}/accept", {})
        Caller().get(f"/meta?code={code}&access={code}")
        owner.get("/nowhere%0d%0aINFO%20all%20is%20well%1b[2J")
        Client().get(f"/i/{code}")
        Client().get(f"/accounts/reset?code={code}")
        Client().post("/accounts/reset", {"code": code, "password": password})
        Client().get(f"/oauth/authorize?code={code}&client_secret={code}")
        Client().post("/oauth/token", {"code": code, "client_secret": code, "refresh_token": code})
        while mail.send_next():
            pass
    finally:
        root.removeHandler(handler)
        root.setLevel(before)

    said = written.getvalue()
    assert said.count("request_finished") >= 15
    assert len(said.splitlines()) == said.count("\n")
    secrets = (*SECRETS, owner.tokens["access"], owner.tokens["refresh"])
    assert [line for line in said.splitlines() if any(one in line for one in secrets)] == []
    assert not {*said} & {"\x1b", "\x85", "\u2028", "\x7f", "\r"}
