"""A messenger pushes what is due to devices, again after faults, and forgets devices that are gone."""

import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_network
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from games.models import Notice, NoticeDelivery
from games.notices.kinds import NoticeChannel, NoticeKind, Transport
from games.push import web_push
from games.push.message import Ending, Outcome
from games.services import notice_push, notices
from games.services.notice_push import Messenger
from games.store import notice_deliveries
from players.models import Device
from tests.games.push.pushing import Browser
from tests.games.services.noticing import age, follow
from tests.games.services.sitting import Sitting
from tests.games.services.test_notices import HOUR, end_turn, pushed
from tests.games.webhooks.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.VAPID_PRIVATE_KEY = web_push.new_key()
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    with receiving() as found:
        yield found


@pytest.fixture
def messenger(receiver: Receiver) -> Iterator[Messenger]:  # noqa: ARG001 - it has set the credentials
    made = Messenger(notice_push.senders([Transport.WEB_PUSH]))
    yield made
    made.close()


BROWSER = Browser()


def subscribed(receiver: Receiver) -> tuple[Sitting, UUID]:
    """Return a game, and who is on turn there. A push to their browser is due."""
    sitting, mover = pushed("web_push")
    Device.objects.update(endpoint=receiver.url, token="", p256dh=BROWSER.p256dh, auth=BROWSER.auth)
    return sitting, mover


def push(messenger: Messenger) -> None:
    while messenger.step() == 0.0:
        pass


def test_a_browser_is_told_that_its_player_is_on_turn(receiver: Receiver, messenger: Messenger) -> None:
    sitting, _ = subscribed(receiver)
    push(messenger)
    (received,) = receiver.received
    row = sitting.row

    assert row.deadline is not None
    assert json.loads(BROWSER.decrypted(received.body)) == {
        "type": "your-turn", "game": str(sitting.game), "turn": row.turn, "version": row.version,
        "deadline": row.deadline.isoformat().replace("+00:00", "Z"),
    }  # fmt: skip
    assert NoticeDelivery.objects.get().status == "sent"
    push(messenger)
    assert len(receiver.received) == 1


def test_a_turn_that_is_over_is_not_pushed(receiver: Receiver, messenger: Messenger) -> None:
    sitting, _ = subscribed(receiver)
    end_turn(sitting)
    push(messenger)
    assert receiver.received == []


def test_a_device_that_is_gone_is_forgotten(receiver: Receiver, messenger: Messenger) -> None:
    subscribed(receiver)
    receiver.answers = [(410, {})]
    push(messenger)

    assert NoticeDelivery.objects.get().status == "failed"
    assert not Device.objects.exists()


def test_a_device_that_was_registered_anew_while_it_was_gone_is_kept(receiver: Receiver, messenger: Messenger) -> None:
    subscribed(receiver)
    (parcel,) = notices.claim(["web_push"], 1)
    device = Device.objects.get()
    Device.objects.update(updated_at=device.updated_at + timedelta(seconds=1))
    notice_push.settle(parcel, device, Outcome(Ending.GONE, "410"))
    assert Device.objects.exists()
    push(messenger)


def test_a_push_service_that_is_busy_is_asked_again_when_it_says(receiver: Receiver, messenger: Messenger) -> None:
    subscribed(receiver)
    receiver.answers = [(503, {"Retry-After": "3000"}), (201, {})]
    push(messenger)
    waiting = NoticeDelivery.objects.get()
    assert (waiting.status, waiting.error, waiting.tries) == ("waiting", "503", 1)
    age(timedelta(minutes=45))
    push(messenger)
    assert len(receiver.received) == 1
    age(timedelta(minutes=10))
    push(messenger)

    assert NoticeDelivery.objects.get().status == "sent"
    topics = {one.headers["Topic"] for one in receiver.received}
    assert (len(receiver.received), len(topics)) == (2, 1)


def test_what_fails_again_and_again_is_given_up(receiver: Receiver, messenger: Messenger) -> None:
    subscribed(receiver)
    receiver.answers = [(500, {})]
    NoticeDelivery.objects.update(tries=len(notice_push.RETRIES))
    push(messenger)
    assert NoticeDelivery.objects.get().status == "failed"


def test_whoever_switches_pushes_off_gets_none_that_wait(receiver: Receiver, messenger: Messenger) -> None:
    _, mover = subscribed(receiver)
    notices.prefer(mover, {(NoticeKind.YOUR_TURN, NoticeChannel.PUSH): False})
    push(messenger)
    assert receiver.received == []


def test_no_log_has_an_address_or_a_key(
    receiver: Receiver, messenger: Messenger, caplog: pytest.LogCaptureFixture
) -> None:
    subscribed(receiver)
    receiver.answers = [(500, {})]
    with caplog.at_level(logging.INFO):
        push(messenger)
    ours = " ".join(str(one.msg) + one.getMessage() for one in caplog.records if one.name != "httpx")
    assert "cannot push a notice" in ours
    for secret in (receiver.url, BROWSER.p256dh, BROWSER.auth):
        assert secret not in ours


def test_without_credentials_nothing_waits_for_a_push_service(settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY, settings.FCM_CREDENTIALS, settings.APNS_KEY = "", {}, ""
    assert notice_push.transports() == []
    sitting, _ = pushed("fcm")
    NoticeDelivery.objects.all().delete()
    end_turn(sitting)
    end_turn(sitting)
    follow()
    assert notices.issue(notice_push.transports()) > 0
    assert not NoticeDelivery.objects.exists()


def test_meta_has_the_key_to_subscribe_with(client: Client, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert client.get("/api/v1/meta").json()["web_push_key"] is None
    settings.VAPID_PRIVATE_KEY = web_push.new_key()
    key = client.get("/api/v1/meta").json()["web_push_key"]
    assert key == web_push.public_key(web_push.private_key(settings.VAPID_PRIVATE_KEY))


def test_a_notice_that_nothing_else_ends_is_not_pushed_after_two_days(receiver: Receiver) -> None:
    sitting, _ = subscribed(receiver)
    NoticeDelivery.objects.filter(transport="web_push").update(status="waiting")
    Notice.objects.filter(id=NoticeDelivery.objects.get().notice_id).update(kind="game-over", until=None, seat=None)
    age(notice_deliveries.FRESH + HOUR)
    assert sitting.row.status == "playing"
    assert notices.claim(["web_push"], 10) == []
    assert NoticeDelivery.objects.get().status == "moot"
