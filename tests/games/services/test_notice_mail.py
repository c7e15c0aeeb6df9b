"""Notices by mail: to confirmed addresses of those who want them, few of them, and switched off at a click."""

import email
import threading
from collections.abc import Iterator
from datetime import timedelta
from email.message import Message
from http import HTTPStatus
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from config import environment
from games import services
from games.models import Notice, NoticeDelivery
from games.notices.kinds import NoticeChannel, NoticeKind
from games.services import Allowance, notice_mail, notices
from games.store import notice_deliveries
from tests.games.services.noticing import age, issue, player
from tests.games.services.sitting import Sitting
from tests.games.services.test_notices import duel, end_turn, on_turn
from tests.players.test_mail import Server

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
EVERYTHING = {(kind, NoticeChannel.MAIL): True for kind in NoticeKind}


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    with Server() as found:
        threading.Thread(target=found.serve_forever, args=[0.01], daemon=True).start()
        for name, value in environment.mail(f"smtp+plain://127.0.0.1:{found.server_address[1]}").items():
            setattr(settings, name, value)
        yield found
        found.shutdown()


def reader(**fields: Any) -> UUID:
    """Return a player who wants every notice by mail."""
    made = player(email=f"{len(fields)}@mail.example", email_verified=True, **fields)
    notices.prefer(made, EVERYTHING)
    return made


def awaiting(mover: UUID, **terms: Any) -> Sitting:
    """Return a game in which *mover* is on turn, and was mailed nothing yet."""
    sitting = duel(player(), mover, **terms)
    while on_turn(sitting) != mover:
        end_turn(sitting)
    return sitting


def send() -> int:
    issue()
    age(timedelta(minutes=6))
    count = 0
    while notice_mail.send_next():
        count += 1
    return count


def mails(server: Server) -> list[Message]:
    return [email.message_from_bytes(one) for one in server.taken]


def test_a_mail_says_what_happened_and_how_to_get_no_more(server: Server) -> None:
    mover = reader(locale="de", time_zone="Europe/Berlin")
    awaiting(mover)
    assert send() == 1
    (mail,) = mails(server)
    (delivery,) = NoticeDelivery.objects.filter(status="sent")

    assert mail["Message-ID"] == f"<{delivery.id}@localhost>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip()
    assert link == f"<https://play.example/notices/unsubscribe?token={notice_mail.token_of(mover).replace(':', '%3A')}>"
    body = mail.get_payload(decode=True)
    assert isinstance(body, bytes)
    assert "Du bist am Zug: Mau-Mau" in body.decode()
    assert "(Europe/Berlin)" in body.decode()


def test_whoever_plays_at_once_gets_no_mail(server: Server) -> None:
    sitting = awaiting(reader())
    issue()
    end_turn(sitting)
    assert send() == 0
    assert mails(server) == []


@pytest.mark.usefixtures("server")
def test_there_is_one_mail_a_game_until_its_player_comes_back() -> None:
    mover = reader()
    sitting = awaiting(mover, clock=Allowance(360_000, 0))
    assert send() == 1
    age(timedelta(seconds=360_001))
    services.resolve_late()
    while on_turn(sitting) != mover:
        sitting.move()
    assert send() == 0

    end_turn(sitting)
    while on_turn(sitting) != mover:
        sitting.move()
    notices.read(mover, Notice.objects.filter(player=mover).latest("issued_at").id)
    assert send() == 1


def test_the_last_notice_before_a_deadline_comes_although_the_mail_before_is_not_read(server: Server) -> None:
    awaiting(reader(), clock=Allowance(36_000, 0))
    assert send() == 1
    age(8.2 * HOUR)
    assert send() == 0
    age(HOUR)
    assert send() == 1
    assert [mail["Subject"].partition(":")[0] for mail in mails(server)] == ["Your turn", "You have one hour left"]


def test_only_confirmed_addresses_of_those_who_want_mails_get_them(server: Server) -> None:
    awaiting(player(email="a@mail.example", email_verified=True))
    unconfirmed = player(email="b@mail.example")
    notices.prefer(unconfirmed, EVERYTHING)
    awaiting(unconfirmed)

    assert send() == 0
    assert mails(server) == []


def test_a_mail_that_cannot_be_sent_now_is_sent_later_and_a_refused_one_never(server: Server) -> None:
    awaiting(reader())
    server.refusal = b"451 later\r\n"
    assert send() == 1
    assert NoticeDelivery.objects.get(status="waiting").error == "SMTPRecipientsRefused"
    server.refusal = b"550 nobody\r\n"
    assert send() == 1
    assert NoticeDelivery.objects.get(transport="mail").status == "failed"


def test_a_worker_that_dies_after_sending_repeats_the_same_message(server: Server, monkeypatch: Any) -> None:
    awaiting(reader())
    with monkeypatch.context() as patch:
        patch.setattr(notice_deliveries, "settle", lambda *_: None)
        assert send() == 1
    assert send() == 1
    first, second = mails(server)

    assert first["Message-ID"] == second["Message-ID"]
    assert send() == 0


@pytest.mark.usefixtures("server")
def test_one_click_switches_mails_off(client: Client) -> None:
    mover = reader()
    awaiting(mover)
    path = f"{notice_mail.PATH}?token={notice_mail.token_of(mover)}"
    assert "<button" in client.get(path).content.decode()
    issue()

    answer = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == HTTPStatus.OK
    assert "no more mails" in answer.content.decode()
    assert send() == 0


@pytest.mark.parametrize("token", ["", "x", f"{UUID(int=7).hex}:x"])
def test_a_forged_link_does_nothing(client: Client, token: str) -> None:
    for ask in (client.get, client.post):
        answer = ask(f"{notice_mail.PATH}?token={token}")
        assert answer.status_code == HTTPStatus.NOT_FOUND
        assert "<button" not in answer.content.decode()
