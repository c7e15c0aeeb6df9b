"""Passwords and addresses for mail: a change needs the password or a code that only a mail has."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from players import mail
from players.models import MailCode, MailKind, OutgoingMail, Player
from tests.players.conftest import PASSWORD, Caller
from tests.players.mailing import code_in, sent

NEW = "a staple for my battery"
HERS, OTHER = "anna@mail.example", "anna@other.example"

Mails = list[EmailMessage]


@pytest.fixture
def anna(db: None, mailoutbox: Mails) -> Caller:  # noqa: ARG001
    """A player with a verified address."""
    anna = Caller()
    anna.sign_in("/auth/register", {"username": "Anna", "password": PASSWORD, "email": HERS})
    sent(mailoutbox)
    assert anna.send("POST", "/auth/email/confirm", {"code": code_in(mailoutbox[-1])}).status_code == 204
    mailoutbox.clear()
    return anna


def reset_code(mailoutbox: Mails, account: str = "anna") -> str:
    assert Caller().send("POST", "/auth/reset", {"account": account}).status_code == 202
    assert sent(mailoutbox) == [(HERS, "Choose a new password")]
    return code_in(mailoutbox[-1])


def can_sign_in(password: str, username: str = "anna") -> bool:
    status: int = Caller().send("POST", "/auth/token", {"username": username, "password": password}).status_code
    return status == 200


def test_an_address_counts_once_its_mail_was_read(caller: Caller, db: None, mailoutbox: Mails) -> None:  # noqa: ARG001
    made = caller.sign_in("/auth/register", {"username": "Anna", "password": PASSWORD, "email": HERS}).json()
    assert (made["player"]["email"], made["player"]["email_verified"]) == (HERS, False)
    Caller().send("POST", "/auth/reset", {"account": HERS})
    assert sent(mailoutbox) == [(HERS, "Confirm your e-mail address")]

    code = code_in(mailoutbox[-1])
    assert Caller().send("POST", "/auth/email/confirm", {"code": code}).status_code == 204
    assert caller.send("GET", "/me").json()["email_verified"] is True
    again = Caller().send("POST", "/auth/email/confirm", {"code": code})
    assert (again.status_code, again.json()["code"]) == (410, "link_invalid")


def test_a_guest_who_gets_credentials_confirms_the_address_too(guest: Caller, mailoutbox: Mails) -> None:
    guest.send("POST", "/me/credentials", {"username": "Anna", "password": PASSWORD, "email": HERS})

    assert sent(mailoutbox) == [(HERS, "Confirm your e-mail address")]


def test_the_old_address_counts_until_the_new_one_is_confirmed(anna: Caller, mailoutbox: Mails) -> None:
    answer = anna.send("PUT", "/me/email", {"email": OTHER, "password": PASSWORD})
    assert (answer.status_code, answer.content) == (202, b'{"valid_for":3600}')
    assert {*sent(mailoutbox)} == {(HERS, "Your e-mail address will change"), (OTHER, "Confirm your e-mail address")}
    assert anna.send("GET", "/me").json()["email"] == HERS
    assert OTHER not in "".join(str(one.body) for one in mailoutbox)

    code = next(code_in(one) for one in mailoutbox if one.to == [OTHER])
    assert Caller().send("POST", "/auth/email/confirm", {"code": code}).status_code == 204
    me = anna.send("GET", "/me").json()
    assert (me["email"], me["email_verified"]) == (OTHER, True)


def test_another_address_takes_the_password(anna: Caller, guest: Caller) -> None:
    wrong = anna.send("PUT", "/me/email", {"email": OTHER, "password": "a wrong password"})
    of_guest = guest.send("PUT", "/me/email", {"email": OTHER, "password": PASSWORD})

    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_password")
    assert (of_guest.status_code, of_guest.json()["code"]) == (409, "no_credentials")
    assert not OutgoingMail.objects.exists()


def test_a_reset_ends_all_sessions_and_works_once(anna: Caller, mailoutbox: Mails) -> None:
    bot = anna.send("POST", "/me/tokens", {"name": "bot"}).json()["token"]
    code = reset_code(mailoutbox, "ANNA")

    assert Caller().send("POST", "/auth/reset/confirm", {"code": code, "password": NEW}).status_code == 204

    assert (can_sign_in(PASSWORD), can_sign_in(NEW)) == (False, True)
    assert anna.send("GET", "/me").json()["code"] == "session_ended"
    assert Caller({"access": bot}).send("GET", "/me").json()["code"] == "session_ended"
    assert sent(mailoutbox) == [(HERS, "Your password has changed")]
    assert Caller().send("POST", "/auth/reset/confirm", {"code": code, "password": PASSWORD}).status_code == 410


def test_the_answer_does_not_show_whether_an_account_exists(anna: Caller, mailoutbox: Mails) -> None:  # noqa: ARG001
    """Not by its bytes, and not by the work that it takes."""
    shown = set()
    for account in ("anna", HERS, "nobody", "nobody@mail.example", "no\u00a0name", "x" * 254):
        with CaptureQueriesContext(connection) as queries:
            answer = Caller().send("POST", "/auth/reset", {"account": account})
        headers = {name: value for name, value in answer.headers.items() if name not in ("X-Request-Id", "RateLimit")}
        tables = tuple(one["sql"].split(" VALUES ")[0] for one in queries if "rate_bucket" not in one["sql"])
        shown.add((answer.status_code, answer.content, tuple(headers.items()), tables))

    assert len(shown) == 1


def test_mails_go_only_to_verified_addresses_of_active_accounts(anna: Caller, mailoutbox: Mails) -> None:
    other = Caller()
    other.sign_in("/auth/register", {"username": "Bert", "password": PASSWORD, "email": HERS})
    sent(mailoutbox)
    mailoutbox.clear()
    for account in ("bert", "nobody", "", HERS.upper()):
        Caller().send("POST", "/auth/reset", {"account": account})
    assert sent(mailoutbox) == [(HERS, "Choose a new password")]
    assert '"anna"' in str(mailoutbox[-1].body)

    Player.objects.filter(id=anna.player.id).update(is_active=False)
    Caller().send("POST", "/auth/reset", {"account": "anna"})
    assert sent(mailoutbox) == []


@pytest.mark.parametrize("what", ["old", "replaced", "of another kind", "of an address that has changed", "made up"])
def test_a_code_that_does_not_work(what: str, anna: Caller, mailoutbox: Mails) -> None:
    code = reset_code(mailoutbox)
    match what:
        case "old":
            MailCode.objects.update(expires_at=Now() - timedelta(seconds=1))
        case "replaced":
            reset_code(mailoutbox)
        case "of another kind":
            MailCode.objects.update(kind=MailKind.CONFIRM)
        case "of an address that has changed":
            Player.objects.filter(id=anna.player.id).update(email=OTHER)
        case _:
            code = "0" * len(code)

    answer = Caller().send("POST", "/auth/reset/confirm", {"code": code, "password": NEW})

    assert (answer.status_code, answer.json()["code"]) == (410, "link_invalid")
    assert can_sign_in(PASSWORD)


def test_a_weak_password_does_not_use_up_the_code(anna: Caller, mailoutbox: Mails) -> None:  # noqa: ARG001
    code = reset_code(mailoutbox)

    weak = Caller().send("POST", "/auth/reset/confirm", {"code": code, "password": "password1"})

    assert (weak.status_code, {*weak.json()["errors"]}) == (422, {"password"})
    assert Caller().send("POST", "/auth/reset/confirm", {"code": code, "password": NEW}).status_code == 204


def test_of_two_resets_with_one_code_one_succeeds(
    committed: None,  # noqa: ARG001
    at_once: Callable[..., list[Any]],
    mailoutbox: Mails,
) -> None:
    Caller().sign_in("/auth/register", {"username": "Anna", "password": PASSWORD, "email": HERS})
    Player.objects.update(email_verified=True)
    OutgoingMail.objects.all().delete()
    code = reset_code(mailoutbox)
    body = [{"code": code, "password": f"{NEW} {number}"} for number in range(4)]

    answers = at_once(*[lambda one=one: Caller().send("POST", "/auth/reset/confirm", one) for one in body])

    assert sorted(one.status_code for one in answers) == [204, 410, 410, 410]


def test_another_password_ends_the_other_sessions(anna: Caller, mailoutbox: Mails) -> None:
    elsewhere = Caller()
    elsewhere.sign_in("/auth/token", {"username": "anna", "password": PASSWORD})
    waiting = reset_code(mailoutbox)

    assert anna.send("PUT", "/me/password", {"old_password": PASSWORD, "new_password": NEW}).status_code == 204

    assert anna.send("GET", "/me").status_code == 200
    assert elsewhere.send("GET", "/me").json()["code"] == "session_ended"
    assert (can_sign_in(PASSWORD), can_sign_in(NEW)) == (False, True)
    assert sent(mailoutbox) == [(HERS, "Your password has changed")]
    assert Caller().send("POST", "/auth/reset/confirm", {"code": waiting, "password": PASSWORD}).status_code == 410


def test_another_password_takes_the_old_one_and_is_no_weak_one(anna: Caller, guest: Caller) -> None:
    wrong = anna.send("PUT", "/me/password", {"old_password": NEW, "new_password": NEW})
    weak = anna.send("PUT", "/me/password", {"old_password": PASSWORD, "new_password": "password1"})
    of_guest = guest.send("PUT", "/me/password", {"old_password": "", "new_password": NEW})

    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_password")
    assert (weak.status_code, {*weak.json()["errors"]}) == (422, {"new_password"})
    assert of_guest.json()["code"] in {"no_credentials", "invalid_fields"}
    assert can_sign_in(PASSWORD)


def test_guesses_of_the_own_password_are_counted_with_sign_ins(anna: Caller, settings: Any) -> None:
    settings.RATE_LIMITS = {"password": {"account": (20, 36_000)}}  # nothing comes back meanwhile
    statuses = [
        anna.send("PUT", "/me/password", {"old_password": f"guess {n}", "new_password": NEW}).status_code
        for n in range(21)
    ]

    assert statuses == [403] * 20 + [429]
    assert Caller().send("POST", "/auth/token", {"username": "anna", "password": PASSWORD}).status_code == 429


def test_nobody_is_flooded_with_mails(anna: Caller) -> None:
    statuses = [Caller().send("POST", "/auth/reset", {"account": "anna"}).status_code for _ in range(6)]

    assert statuses == [202] * 5 + [429]
    again = anna.send("PUT", "/me/email", {"password": PASSWORD, "email": OTHER})
    assert again.status_code == 202


def test_nobody_reads_a_code_in_the_database(anna: Caller, mailoutbox: Mails) -> None:  # noqa: ARG001
    code = reset_code(mailoutbox)

    stored = MailCode.objects.get()
    assert bytes(stored.digest) == mail.digest_of(code)
    assert code not in str(vars(stored))
