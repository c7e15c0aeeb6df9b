"""The page of consent: who signs in there, what it shows, and that nobody forges or frames it."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from players.models import AuthorizationCode, Player
from players.rights import SENTENCES, Right, has_right
from tests.players.conftest import PASSWORD, Caller
from tests.players.oauth.conftest import CALLBACK, Browser, Program, bert, browser, program, registered, sent

__all__ = ["bert", "browser", "program"]


def text_of(page: Any) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", page.content.decode()))


def test_the_page_says_who_asks_for_what(program: Program, browser: Browser) -> None:
    page = browser.get(program.address())

    text = text_of(page)
    assert all(one in text for one in ("Board", "anna", "https://app.example", "bert"))
    assert "as a program" in text_of(browser.get(program.address(scope="bot")))


@pytest.mark.parametrize("scope", ["read", "play", "bot"])
def test_the_page_names_each_thing_that_the_app_may_do(scope: str, program: Program, browser: Browser) -> None:
    page = browser.get(program.address(scope=scope))

    named = {right for right, sentence in SENTENCES.items() if f"<li>{sentence}</li>" in page.content.decode()}
    assert named == {right for right in Right if has_right(scope, right)}


def test_the_page_is_in_the_language_of_the_reader(program: Program, browser: Browser) -> None:
    page = browser.http.get(program.address(), headers={"Accept-Language": "pl"})

    assert "Zezwól" in text_of(page)
    assert page.headers["Content-Language"] == "pl"


def test_the_name_of_an_app_is_no_html(member: Caller, browser: Browser) -> None:
    evil = registered(member, name="<script>alert(1)</script>")

    page = browser.get(evil.address())
    assert b"<script" not in page.content
    assert "<script>alert(1)</script>" in text_of(page)


def test_the_page_cannot_be_framed_and_runs_no_script(program: Program, browser: Browser) -> None:
    page = browser.get(program.address())

    policy = page.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "script-src" not in policy
    assert "form-action 'self' https://app.example;" in policy
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["Cache-Control"] == "no-store"


def test_nobody_allows_an_app_by_a_forged_form(program: Program, browser: Browser) -> None:
    for action in ("allow", "sign-in", "sign-out"):
        forged = browser.http.post(program.address(), {"action": action, "username": "anna", "password": PASSWORD})
        assert forged.status_code == 403, action
    assert not AuthorizationCode.objects.exists()
    assert b"bert" in browser.get(program.address()).content


def test_a_visit_allows_nothing(program: Program, browser: Browser) -> None:
    browser.get(f"{program.address()}&action=allow")

    assert not AuthorizationCode.objects.exists()


def test_who_does_not_allow_says_so_to_the_app(program: Program, browser: Browser) -> None:
    answer = browser.press(program.address(), "deny")

    assert answer.headers["Location"].startswith(CALLBACK)
    assert (sent(answer)["error"], sent(answer)["state"]) == ("access_denied", "the state")
    assert not AuthorizationCode.objects.exists()


def test_nobody_is_sent_on_before_they_sign_in(program: Program, bert: Caller) -> None:  # noqa: ARG001
    stranger = Browser()

    assert stranger.get(program.address(scope="admin")).status_code == 400
    assert stranger.press(program.address(), "allow").status_code == 200
    assert not AuthorizationCode.objects.exists()


def test_a_sign_in_leads_back_to_the_same_request_only(program: Program, bert: Caller) -> None:  # noqa: ARG001
    address = f"{program.address()}&next=https%3A%2F%2Fevil.example"
    stranger = Browser()

    wrong = stranger.sign_in(address, "bert", "a wrong one")
    assert (wrong.status_code, b'role="alert"' in wrong.content) == (403, True)
    answer = stranger.sign_in(address)
    assert (answer.status_code, answer.headers["Location"]) == (303, address)


def test_guesses_are_counted_with_those_of_the_api(program: Program, bert: Caller, settings: Any) -> None:  # noqa: ARG001
    settings.RATE_LIMITS = {"password": {"account": (20, 36_000)}}  # nothing comes back meanwhile
    for _ in range(20):
        Caller().send("POST", "/auth/token", {"username": "bert", "password": "a guess"})

    answer = Browser().sign_in(program.address())

    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.parametrize("username", ["", "no\0name", "x" * 5_000, "nobody"])
def test_odd_usernames_are_only_wrong(username: str, program: Program) -> None:
    assert Browser().sign_in(program.address(), username=username).status_code == 403


def test_another_account(program: Program, browser: Browser) -> None:
    assert browser.press(program.address(), "sign-out").status_code == 303
    assert b'name="password"' in browser.get(program.address()).content
    assert browser.sign_in(program.address(), username="anna").status_code == 303
    assert "Your account  anna" in re.sub(r"\s*\n\s*", " ", text_of(browser.get(program.address())))


def test_the_cookie_is_renewed_with_the_sign_in_and_dies_with_the_password(program: Program, bert: Caller) -> None:
    browser = Browser()
    browser.get(program.address())
    browser.http.cookies["sessionid"] = "chosen-by-an-attacker"
    browser.sign_in(program.address())
    cookie = browser.http.cookies["sessionid"]
    assert cookie.value != "chosen-by-an-attacker"
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 3600)

    body = {"old_password": PASSWORD, "new_password": "a staple for my battery"}
    assert bert.send("PUT", "/me/password", body).status_code == 204
    assert b'value="allow"' not in browser.get(program.address()).content


def test_the_api_takes_no_cookie(browser: Browser) -> None:
    assert browser.http.get("/api/v1/me").status_code == 401
    assert browser.http.patch("/api/v1/me", {}, content_type="application/json").status_code == 401


def test_a_sign_in_that_ended_shows_the_sign_in(program: Program, browser: Browser, bert: Caller) -> None:
    Player.objects.filter(id=bert.player.id).update(is_active=False)

    assert b'name="password"' in browser.get(program.address()).content
    assert isinstance(browser.http, Client)
