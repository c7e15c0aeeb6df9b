"""`doctor` knows whether the page is that of this code, and whether a mail can be sent."""

import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config import environment
from games.built_page import fingerprint, stamp_of
from games.management.health_report import Line, report


def line(beginning: str) -> Line:
    (found,) = [one for one in report() if one.what.partition(":")[0] == beginning]
    return found


@pytest.fixture(autouse=True)
def _database(committed_db: object) -> None:
    """The doctor has a connection of its own."""


def test_a_page_is_missing_or_old_or_well(settings: Any, tmp_path: Path) -> None:
    page = settings.WEB_ROOT = tmp_path / "web"
    missing = line("page")
    assert not missing.is_well
    assert "python -m games.web.build" in missing.advice

    page.mkdir()
    (page / "index.html").touch()
    assert line("page") == Line(True, "page")  # it came with the code, as in the image
    stamp_of(page).write_text("of other code")
    old = line("page")
    assert (old.is_well, old.what) == (False, "page: it was built from other code")
    assert "python -m games.web.build" in old.advice
    stamp_of(page).write_text(fingerprint())
    assert line("page") == Line(True, "page")


class Server(socketserver.ThreadingTCPServer):
    """A mail server that refuses the command `refused`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.refused = b""
        self.mails = 0


class Conversation(socketserver.StreamRequestHandler):
    """As much of SMTP (RFC 5321) as comes before a mail."""

    server: Server

    def handle(self) -> None:
        self.wfile.write(b"220 mail\r\n")
        for sent in self.rfile:
            word = sent[:4].upper()
            self.server.mails += word == b"DATA"
            if word == self.server.refused:
                self.wfile.write(b"550 not from you\r\n")
            elif word == b"EHLO":
                self.wfile.write(b"250-mail\r\n250 AUTH PLAIN\r\n")
            elif word == b"AUTH":
                self.wfile.write(b"235 welcome\r\n")
            else:
                self.wfile.write(b"250 fine\r\n")
            if word == b"QUIT":
                return


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def use(settings: Any, url: str) -> None:
    for name, value in environment.mail(url).items():
        setattr(settings, name, value)


def test_mail_that_cannot_be_sent_is_a_problem(settings: Any, server: Server) -> None:
    use(settings, f"smtp+plain://anna:secret@127.0.0.1:{server.server_address[1]}")
    assert line("mail") == Line(True, "mail")

    for refused, fault in ((b"MAIL", "SMTPSenderRefused"), (b"AUTH", "SMTPAuthenticationError")):
        server.refused = refused
        found = line("mail")
        assert not found.is_well
        assert fault in found.what
        assert "not from you" in found.what
        assert "secret" not in found.what
        assert "EMAIL_URL" in found.advice
    server.refused = b""
    assert server.mails == 0

    use(settings, f"smtp://127.0.0.1:{server.server_address[1]}")  # this server has no TLS
    assert "STARTTLS" in line("mail").what
    use(settings, "smtp+plain://127.0.0.1:1")
    assert line("mail").what == "mail: ConnectionRefusedError: [Errno 111] Connection refused"


def test_mails_in_files_need_a_directory(settings: Any, tmp_path: Path) -> None:
    use(settings, f"file:{tmp_path}/mail")
    assert line("mail") == Line(True, "mail")
    assert not [*(tmp_path / "mail").iterdir()]

    (tmp_path / "file").touch()
    use(settings, f"file:{tmp_path}/file")
    assert not line("mail").is_well


def test_a_service_without_mail_says_what_that_means(settings: Any) -> None:
    use(settings, "")

    assert line("mail") == Line(True, "mail: none is sent", "Without EMAIL_URL nobody can get a new password.")
