"""The pages at the links in mails: they work without scripts, and only for who reads the mail."""

import re
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from players import mail
from players.models import MailKind, Player
from tests.players.conftest import PASSWORD, Caller
from tests.players.mailing import code_in, sent

NEW = "a staple for my battery"


@pytest.fixture
def browser() -> Client:
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def anna(member: Caller) -> Caller:
    Player.objects.update(email="anna@mail.example")
    return member


@pytest.fixture
def path(anna: Caller, mailoutbox: list[EmailMessage]) -> str:
    Player.objects.update(email_verified=True)
    mail.send(MailKind.RESET, anna.player)
    sent(mailoutbox)
    return f"/accounts/reset?code={code_in(mailoutbox[-1])}"


def fields(page: Any) -> dict[str, str]:
    """Return the hidden fields of the form in a page."""
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.content.decode())
    return dict(found)


def test_a_new_password(browser: Client, path: str) -> None:
    page = browser.get(path)
    assert page.status_code == 200
    hidden = fields(page)

    weak = browser.post("/accounts/reset", {**hidden, "password": "password"})
    assert (weak.status_code, b'role="alert"' in weak.content) == (422, True)
    long = browser.post("/accounts/reset", {**hidden, "password": "x" * 257})
    assert long.status_code == 422
    done = browser.post("/accounts/reset", {**fields(weak), "password": NEW})
    assert done.status_code == 200
    assert Caller().send("POST", "/auth/token", {"username": "anna", "password": NEW}).status_code == 200
    assert browser.post("/accounts/reset", {**hidden, "password": PASSWORD}).status_code == 410


def test_an_address_is_confirmed_by_a_click_and_not_by_a_scanner(
    anna: Caller, browser: Client, mailoutbox: list[EmailMessage]
) -> None:
    mail.send(MailKind.CONFIRM, anna.player)
    sent(mailoutbox)
    page = browser.get(f"/accounts/email?code={code_in(mailoutbox[-1])}")
    assert not Player.objects.get().email_verified

    assert browser.post("/accounts/email", fields(page)).status_code == 200
    assert Player.objects.get().email_verified
    assert browser.post("/accounts/email", fields(page)).status_code == 410


def test_the_pages_leak_nothing_and_cannot_be_framed(browser: Client, path: str) -> None:
    page = browser.get(path)

    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert page.headers["Cache-Control"] == "no-store"
    assert b"<script" not in page.content
    cookie = browser.cookies["csrftoken"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


@pytest.mark.parametrize("where", ["/accounts/reset", "/accounts/email"])
def test_a_form_that_another_site_sends_is_refused(where: str, browser: Client, path: str) -> None:
    code = fields(browser.get(path))["code"]

    forged = browser.post(where, {"code": code, "password": NEW})
    foreign = browser.post(
        where, {**fields(browser.get(path)), "password": NEW}, headers={"Origin": "https://evil.example"}
    )

    assert (forged.status_code, foreign.status_code) == (403, 403)
    assert Caller().send("POST", "/auth/token", {"username": "anna", "password": PASSWORD}).status_code == 200


def test_what_is_in_the_address_is_no_html(browser: Client, db: None) -> None:  # noqa: ARG001
    page = browser.get("/accounts/reset", {"code": '"><script>alert(1)</script>'})

    assert b"<script" not in page.content
    assert b"&lt;script&gt;" in page.content


def test_the_page_speaks_the_language_of_the_reader(browser: Client, db: None) -> None:  # noqa: ARG001
    page = browser.get("/accounts/reset?code=x", headers={"Accept-Language": "xx, fr-CH;q=0.8"})

    assert '<html lang="fr">' in page.content.decode()
    assert "Nouveau mot de passe" in page.content.decode()


@pytest.mark.parametrize("path", ["/accounts/reset?code=x"])
@pytest.mark.parametrize(("header", "language"), [("de;q=0, xx, cs;q=0.1", "cs"), ("de;q=0", "en"), ("xx", "en")])
def test_pages_skip_languages_that_are_refused_or_not_spoken(
    browser: Client,
    db: None,  # noqa: ARG001
    path: str,
    header: str,
    language: str,
) -> None:
    page = browser.get(path, headers={"Accept-Language": header, "Accept": "text/html"})

    assert f'<html lang="{language}">' in page.content.decode()
    assert page.headers["Content-Language"] == language
    assert "Accept-Language" in page.headers["Vary"]


def test_too_many_tries_get_a_page(browser: Client, db: None, settings: Any) -> None:  # noqa: ARG001
    settings.RATE_LIMITS = {"sign-in": {"address": (1, 60)}}

    answers = [browser.get("/accounts/reset?code=x") for _ in range(2)]

    assert [one.status_code for one in answers] == [200, 429]
    assert int(answers[1].headers["Retry-After"]) > 0
