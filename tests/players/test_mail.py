"""Mails are sent by a worker: later, again if it fails, and in the language of the player."""

import socketserver
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.mail import EmailMessage
from django.db.models.functions import Now

from config import environment
from players import mail, mail_texts
from players.models import MailKind, OutgoingMail, Player
from tests.players.conftest import PASSWORD, Caller
from tests.players.mailing import sent

HERS = "anna@mail.example"
LANGUAGES = [code for code, _ in django_settings.LANGUAGES]


class Server(socketserver.ThreadingTCPServer):
    """A server for mail that keeps what it takes. It refuses each recipient with the reply in `refusal`."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.taken: list[bytes] = []
        self.refusal = b""


class Conversation(socketserver.StreamRequestHandler):
    """As much of SMTP (RFC 5321) as one mail takes."""

    server: Server

    def handle(self) -> None:
        self.wfile.write(b"220 mail\r\n")
        for line in self.rfile:
            match line[:4].upper():
                case b"RCPT" if self.server.refusal:
                    self.wfile.write(self.server.refusal)
                case b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    self.server.taken.append(b"".join(iter(self.rfile.readline, b".\r\n")))
                    self.wfile.write(b"250 taken\r\n")
                case b"QUIT":
                    self.wfile.write(b"221 bye\r\n")
                    return
                case _:
                    self.wfile.write(b"250 fine\r\n")


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    with Server() as server:
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        for name, value in environment.mail(f"smtp+plain://127.0.0.1:{server.server_address[1]}").items():
            setattr(settings, name, value)
        yield server
        server.shutdown()


@pytest.fixture
def anna(member: Caller) -> Player:
    Player.objects.update(email=HERS, email_verified=True)
    return member.player


def due_again() -> int:
    """Make the mails that wait for another try due now, and return their number."""
    return OutgoingMail.objects.update(due_at=Now() - timedelta(seconds=1))


def test_a_mail_is_sent_over_smtp(anna: Player, server: Server) -> None:
    mail.send(MailKind.RESET, anna)

    assert mail.send_next()
    (taken,) = server.taken
    assert b"Subject: Choose a new password\r\n" in taken
    assert b"To: anna@mail.example\r\n" in taken
    assert b"Auto-Submitted: auto-generated\r\n" in taken
    assert b"https://play.example/accounts/reset?code=" in taken
    assert not OutgoingMail.objects.exists()
    assert not mail.send_next()


def test_a_mail_that_cannot_be_sent_is_tried_again(anna: Player, server: Server, caplog: Any) -> None:
    server.refusal = b"451 try again later\r\n"
    mail.send(MailKind.PASSWORD_CHANGED, anna)
    assert mail.send_next()
    assert not mail.send_next(), "it waits"

    server.refusal = b""
    assert due_again() == 1
    assert mail.send_next()
    assert len(server.taken) == 1
    assert HERS not in caplog.text


def test_a_mail_is_given_up_in_the_end(anna: Player, settings: Any) -> None:
    for name, value in environment.mail("smtp+plain://127.0.0.1:1").items():
        setattr(settings, name, value)
    mail.send(MailKind.PASSWORD_CHANGED, anna)

    tries = 0
    while due_again():
        assert mail.send_next()
        tries += 1
    assert tries == 7


def test_an_address_that_does_not_exist_is_not_tried_again(anna: Player, server: Server) -> None:
    server.refusal = b"550 no such mailbox\r\n"
    mail.send(MailKind.PASSWORD_CHANGED, anna)

    assert mail.send_next()
    assert not OutgoingMail.objects.exists()


def test_one_mail_that_fails_does_not_stop_the_next(anna: Player, mailoutbox: list[EmailMessage]) -> None:
    mail.send(MailKind.PASSWORD_CHANGED, anna, "two@lines.example\nBcc: all@mail.example")
    mail.send(MailKind.PASSWORD_CHANGED, anna)

    assert sent(mailoutbox) == [(HERS, "Your password has changed")]


def test_a_mail_is_in_the_language_of_the_player(anna: Player, mailoutbox: list[EmailMessage]) -> None:
    Player.objects.update(locale="de-AT")
    mail.send(MailKind.RESET, anna)

    assert sent(mailoutbox) == [(HERS, "Wähle ein neues Passwort")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_mail_says_whom_it_is_for_and_has_its_link_once(language: str) -> None:
    link = "https://play.example/accounts/reset?code=x"
    for kind in set(MailKind) - {MailKind.RESET_REQUEST}:
        subject, body = mail_texts.write(kind, language, "anna", link)
        assert subject.isprintable(), kind
        assert body.count("anna") == 1, kind
        assert body.count(f"\n{link}\n") == (1 if kind in (MailKind.RESET, MailKind.CONFIRM) else 0)
        assert "{" not in body


def test_mails_of_a_deleted_account_are_deleted(anna: Player) -> None:
    mail.send(MailKind.RESET, anna)
    anna.delete()

    assert not OutgoingMail.objects.exists()
    assert Caller().send("POST", "/auth/token", {"username": "anna", "password": PASSWORD}).status_code == 401
