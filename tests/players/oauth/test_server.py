"""Apps get tokens only with a consent, a fresh code, its verifier and their secret; and no right beyond their scope."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db.models.functions import Now
from django.test import Client

from players.models import AuthorizationCode, Player, RefreshToken, Session
from tests.players.conftest import PASSWORD, Caller
from tests.players.oauth.conftest import CALLBACK, VERIFIER, Browser, Program, challenge, registered, sent


def caller_of(tokens: Any) -> Caller:
    return Caller({"access": tokens["access_token"]})


def error_of(answer: Any) -> tuple[int, str]:
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.status_code, answer.json()["error"]


def test_an_app_plays_for_a_player(program: Program, browser: Browser, bert: Caller) -> None:
    answer = browser.press(program.address(), "allow")
    assert answer.headers["Location"].startswith(f"{CALLBACK}?code=")
    assert sent(answer) | {"code": ""} == {"code": "", "state": "the state", "iss": "https://play.example"}

    given = program.token(sent(answer)["code"])
    assert (given.status_code, given.headers["Cache-Control"]) == (200, "no-store")
    tokens = given.json()
    assert (tokens["token_type"], tokens["scope"], tokens["expires_in"]) == ("Bearer", "read play", 900)
    assert caller_of(tokens).send("GET", "/me").json()["id"] == str(bert.player.id)

    (shown,) = [one for one in bert.send("GET", "/me/sessions").json()["items"] if one["app"]]
    assert (shown["app"], shown["name"], shown["scope"]) == (program.id, "Board", "play")
    assert bert.send("DELETE", f"/me/sessions/{shown['id']}").status_code == 204
    assert caller_of(tokens).send("GET", "/me").json()["code"] == "session_ended"
    assert error_of(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")


def test_an_app_with_a_secret_must_send_it(member: Caller, browser: Browser) -> None:
    server = registered(member, kind="confidential")
    code = browser.allow(server.address())

    assert error_of(Program(server.id, None).token(code)) == (401, "invalid_client")
    assert error_of(Program(server.id, "wrong").token(code)) == (401, "invalid_client")
    http = Client(SERVER_NAME="localhost")
    for basic in ("Basic x", "Basic Og==", "Basic /w==", "Basic " + "A" * 5_000):
        headers = {"Authorization": basic}
        assert http.post("/oauth/token", {"grant_type": "refresh_token"}, headers=headers).status_code == 401
    tokens = server.token(code)
    assert tokens.status_code == 200
    refresh = tokens.json()["refresh_token"]
    assert error_of(Program(server.id, None).refresh(refresh)) == (401, "invalid_client")
    assert server.refresh(refresh).status_code == 200


def test_a_public_app_has_no_secret(program: Program, browser: Browser) -> None:
    code = browser.allow(program.address())

    assert error_of(Program(program.id, "anything").token(code)) == (401, "invalid_client")


@pytest.mark.parametrize(
    "uri",
    [
        "https://app.example/callback/",
        "https://app.example/callback?x=1",
        "https://app.example/Callback",
        "https://app.example/callback#",
        "https://app.example/callback/../callback",
        "https://app.example.evil.example/callback",
        "https://app.example@evil.example/callback",
        "https://app.example:443/callback",
        "HTTPS://app.example/callback",
        "http://app.example/callback",
        "//app.example/callback",
        "https://evil.example/",
        "javascript:alert(1)",
        "https://app.example/callback\r\nX: y",
        'https://app.example/callback"é\\',
        "",
        None,
    ],
)
def test_nobody_is_sent_to_an_address_that_is_not_registered(
    uri: str | None, program: Program, browser: Browser
) -> None:
    address = program.address(redirect_uri=uri)
    for answer in (browser.get(address), browser.http.post(address)):
        assert answer.status_code in (400, 403)
        assert "Location" not in answer.headers


@pytest.mark.parametrize("changes", [{"client_id": "0"}, {"client_id": None}, {"client_id": "é\0"}])
def test_an_unknown_app_gets_nobody(changes: Any, program: Program, browser: Browser) -> None:
    answer = browser.get(program.address(**changes))

    assert (answer.status_code, "Location" in answer.headers) == (400, False)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": VERIFIER, "code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge": challenge()[:-1] + "\n"}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": 'code "é'}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"),
        ({"scope": "play admin"}, "invalid_scope"),
        ({"scope": "player"}, "invalid_scope"),
    ],
)
def test_a_request_with_a_mistake_comes_back_to_the_app(
    changes: Any, error: str, program: Program, browser: Browser
) -> None:
    answer = browser.get(program.address(**changes))

    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(f"{CALLBACK}?")
    assert (sent(answer)["error"], sent(answer)["state"]) == (error, "the state")
    assert "code" not in sent(answer)


def test_parameters_that_are_sent_twice_are_refused(program: Program, browser: Browser) -> None:
    answer = browser.get(f"{program.address()}&redirect_uri=https%3A%2F%2Fevil.example%2F")

    assert (answer.status_code, "Location" in answer.headers) == (400, False)


@pytest.mark.parametrize(
    "changes",
    [
        {"code_verifier": "another-verifier-of-at-least-forty-three-characters"},
        {"code_verifier": challenge()},
        {"redirect_uri": "https://app.example/other"},
        {"code": "0" * 43},
    ],
)
def test_a_code_alone_is_worth_nothing(changes: dict[str, str], program: Program, browser: Browser) -> None:
    code = browser.allow(program.address())

    assert error_of(program.token(**{"code": code, **changes})) == (400, "invalid_grant")
    assert not Session.objects.filter(app__isnull=False).exists()


@pytest.mark.parametrize("verifier", ["", "short", "é" * 43])
def test_a_verifier_must_look_like_one(verifier: str, program: Program, browser: Browser) -> None:
    assert program.token(browser.allow(program.address()), code_verifier=verifier).status_code == 400


def test_a_code_belongs_to_one_app(program: Program, browser: Browser, member: Caller) -> None:
    other = registered(member, kind="confidential")
    code = browser.allow(program.address())

    assert error_of(other.token(code)) == (400, "invalid_grant")
    assert program.token(code).status_code == 200


def test_a_code_that_is_used_again_ends_its_session(program: Program, browser: Browser) -> None:
    code = browser.allow(program.address())
    tokens = program.token(code).json()

    assert error_of(program.token(code)) == (400, "invalid_grant")

    assert caller_of(tokens).send("GET", "/me").json()["code"] == "session_ended"
    assert error_of(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")


def test_a_code_works_for_a_minute(program: Program, browser: Browser) -> None:
    code = browser.allow(program.address())
    assert AuthorizationCode.objects.filter(expires_at__lte=Now() + timedelta(seconds=60)).count() == 1
    AuthorizationCode.objects.update(expires_at=Now())

    assert error_of(program.token(code)) == (400, "invalid_grant")


def test_codes_and_tokens_are_stored_as_hashes(program: Program, browser: Browser) -> None:
    code = browser.allow(program.address())
    assert code.encode() not in bytes(AuthorizationCode.objects.get().digest)
    tokens = program.token(code).json()

    stored = str([vars(row) for model in (Session, RefreshToken, AuthorizationCode) for row in model.objects.all()])
    assert code not in stored
    assert tokens["refresh_token"] not in stored
    assert tokens["access_token"] not in stored


def test_a_refresh_token_is_replaced_and_its_replay_ends_the_session(program: Program, tokens: Any) -> None:
    following = program.refresh(tokens["refresh_token"]).json()
    assert following["refresh_token"] != tokens["refresh_token"]
    assert program.refresh(tokens["refresh_token"]).json()["refresh_token"] == following["refresh_token"], (
        "a repetition"
    )

    RefreshToken.objects.update(replaced_at=Now() - timedelta(minutes=2))
    assert error_of(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")
    assert caller_of(following).send("GET", "/me").json()["code"] == "session_ended"


def test_a_refresh_cannot_widen_the_scope(program: Program, browser: Browser) -> None:
    tokens = program.token(browser.allow(program.address(scope="read"))).json()
    assert tokens["scope"] == "read"

    assert error_of(program.refresh(tokens["refresh_token"], scope="read play")) == (400, "invalid_scope")
    assert program.refresh(tokens["refresh_token"], scope="read").json()["scope"] == "read"


def test_a_refresh_token_belongs_to_one_app(program: Program, tokens: Any, member: Caller) -> None:
    other = registered(member)

    assert error_of(other.refresh(tokens["refresh_token"])) == (400, "invalid_grant")
    own = Caller().send("POST", "/auth/refresh", {"refresh": tokens["refresh_token"]})
    assert (own.status_code, own.json()["code"]) == (401, "refresh_invalid"), "an app refreshes as itself"
    assert error_of(program.refresh(member.tokens["refresh"])) == (400, "invalid_grant")
    assert program.refresh(tokens["refresh_token"]).status_code == 200


@pytest.mark.parametrize("grant", ["password", "client_credentials", "implicit", "", 'x"é'])
def test_there_are_no_other_ways_to_a_token(grant: str, program: Program, bert: Caller) -> None:  # noqa: ARG001
    answer = program.post("/oauth/token", grant_type=grant, username="bert", password=PASSWORD, scope="play")

    assert error_of(answer) == (400, "unsupported_grant_type")


def test_tokens_are_not_asked_for_by_get(program: Program) -> None:
    assert Client(SERVER_NAME="localhost").get(f"/oauth/token?client_id={program.id}").status_code == 405


def test_the_service_gives_no_tokens_without_tls(program: Program, browser: Browser) -> None:
    code = browser.allow(program.address())
    answer = Client(SERVER_NAME="testserver").post("/oauth/token", {"client_id": program.id, "code": code})

    assert error_of(answer) == (400, "insecure_transport")
    assert Client(SERVER_NAME="testserver").get(program.address()).status_code == 400


def test_an_app_revokes_its_own_tokens_and_no_others(program: Program, tokens: Any, member: Caller) -> None:
    other = registered(member)
    other.post("/oauth/revoke", token=tokens["refresh_token"])
    program.post("/oauth/revoke", token=member.tokens["access"])
    assert caller_of(tokens).send("GET", "/me").status_code == 200
    assert member.send("GET", "/me").status_code == 200
    unknown = "nonsense"
    assert program.post("/oauth/revoke", token=unknown).status_code == 200

    assert program.post("/oauth/revoke", token=tokens["access_token"]).status_code == 200
    assert caller_of(tokens).send("GET", "/me").json()["code"] == "session_ended"


def test_an_inactive_or_deleted_account_ends_all(program: Program, browser: Browser, tokens: Any, bert: Caller) -> None:
    code = browser.allow(program.address())
    player = bert.player
    Player.objects.filter(id=player.id).update(is_active=False)
    assert error_of(program.token(code)) == (400, "invalid_grant")
    assert caller_of(tokens).send("GET", "/me").json()["code"] == "session_ended"
    assert error_of(program.refresh(tokens["refresh_token"])) == (400, "invalid_grant")
    assert b'value="allow"' not in browser.get(program.address()).content

    player.delete()
    assert error_of(program.token(code)) == (400, "invalid_grant")
    assert not AuthorizationCode.objects.exists()


def test_the_apps_of_an_inactive_owner_stop(program: Program, browser: Browser, member: Caller) -> None:
    code = browser.allow(program.address())
    Player.objects.filter(id=member.player.id).update(is_active=False)

    assert error_of(program.token(code))[1] == "invalid_client"
    assert browser.get(program.address()).status_code == 400


def test_a_token_to_read_changes_nothing(program: Program, browser: Browser, bert: Caller) -> None:
    reader = caller_of(program.token(browser.allow(program.address(scope="read"))).json())

    assert reader.send("GET", "/me").status_code == 200
    for method, where in (("POST", "/auth/logout"), ("PUT", f"/me/blocks/{bert.player.id}"), ("PATCH", "/me")):
        answer = reader.send(method, where, {})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), where


def test_an_app_does_not_see_the_address_for_mail(tokens: Any, bert: Caller) -> None:
    Player.objects.filter(id=bert.player.id).update(email="bert@mail.example", email_verified=True)

    seen = caller_of(tokens).send("GET", "/me").json()
    assert (seen["email"], seen["email_verified"]) == ("", False)
    assert bert.send("GET", "/me").json()["email"] == "bert@mail.example"


@pytest.mark.parametrize("scope", ["play", "bot", "read"])
@pytest.mark.parametrize(
    ("method", "where"),
    [
        ("PATCH", "/me"), ("POST", "/me/credentials"), ("PUT", "/me/password"), ("PUT", "/me/email"),
        ("GET", "/me/sessions"), ("POST", "/me/tokens"), ("GET", "/me/apps"), ("POST", "/me/apps"),
        ("GET", "/me/blocks"),
    ],
)  # fmt: skip
def test_no_app_touches_the_account(method: str, where: str, scope: str, program: Program, browser: Browser) -> None:
    tokens = program.token(browser.allow(program.address(scope=scope))).json()

    answer = caller_of(tokens).send(method, where, {} if method != "GET" else None)

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_an_app_on_the_own_machine_chooses_its_port(member: Caller, browser: Browser) -> None:
    native = registered(member, redirect_uris=["http://127.0.0.1/cb", "com.example.board:/cb"])
    for uri in ("http://127.0.0.1:51004/cb", "com.example.board:/cb"):
        code = browser.allow(native.address(redirect_uri=uri))
        assert native.token(code, redirect_uri=uri).status_code == 200
    for uri in ("http://127.0.0.2:51004/cb", "http://localhost:51004/cb", "http://127.0.0.1:51004/other"):
        assert browser.get(native.address(redirect_uri=uri)).status_code == 400


@pytest.mark.django_db
def test_the_metadata_names_what_is_there(client: Client) -> None:
    found = client.get("/.well-known/oauth-authorization-server").json()

    assert found["issuer"] == "https://play.example"
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert urlsplit(found["token_endpoint"]).path == "/oauth/token"
    assert client.get(urlsplit(found["authorization_endpoint"]).path).status_code == 400
