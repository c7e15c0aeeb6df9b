"""Deliveries are sent to real receivers, tried again after pauses, and given up; one bad receiver delays no other."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from ipaddress import ip_network
from typing import Any
from uuid import UUID

import pytest
from pytest_django.fixtures import Settings

from games.db import rows
from games.models import Webhook, WebhookDelivery
from games.services import deliveries, webhooks
from games.services.deliveries import Deliverer, pause_of, retry_in
from games.store import webhooks as stored
from games.webhooks import signing
from games.webhooks.sending import DeliveryError, Outcome, Sender
from players.models import Player
from tests.games.children import await_that
from tests.games.webhooks.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db

PATIENCE = 30.0


@pytest.fixture
def deliverer() -> Iterator[Deliverer]:
    made = Deliverer(Sender([ip_network("127.0.0.0/8")]))
    yield made
    made.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


def made(url: str) -> UUID:
    return webhooks.make(Player.objects.create().id, url=url, events=["game.over"])


def run(deliverer: Deliverer, until: Callable[[], object]) -> None:
    def stepped() -> object:
        deliverer.step()
        return until()

    await_that(stepped, PATIENCE)


def delivery(id_: UUID) -> WebhookDelivery:
    return WebhookDelivery.objects.get(id=id_)


def attempted(deliverer: Deliverer, id_: UUID) -> WebhookDelivery:
    """Make everything due, send once more, and return the delivery after the attempt."""
    rows("UPDATE webhook_delivery SET due_at = clock_timestamp() WHERE status = 'waiting'")
    rows("UPDATE webhook SET ready_at = clock_timestamp(), due_at = clock_timestamp() WHERE enabled")
    before = delivery(id_).attempts
    run(deliverer, lambda: (now := delivery(id_)).attempts > before and now.duration is not None)
    return delivery(id_)


def test_a_delivery_is_signed_and_its_result_is_kept(deliverer: Deliverer, receiver: Receiver) -> None:
    webhook = made(receiver.url)
    secret = webhooks.secret_of(bytes(Webhook.objects.get().sealed))
    ping = webhooks.ping(webhook)

    kept = attempted(deliverer, ping)

    (received,) = receiver.received
    payload = received.verified(secret)
    assert (payload["type"], payload["data"]) == ("ping", {"webhook": str(webhook)})
    assert received.headers["webhook-id"] == str(ping)
    assert (kept.status, kept.attempts, kept.response_status, kept.error) == ("delivered", 1, 204, "")
    assert kept.due_at is None
    assert Webhook.objects.get().due_at is None


def test_after_a_rotation_both_secrets_verify_until_the_old_one_ends(deliverer: Deliverer, receiver: Receiver) -> None:
    webhook = made(receiver.url)
    old = webhooks.secret_of(bytes(Webhook.objects.get().sealed))
    webhooks.rotate(webhook)
    new = webhooks.secret_of(bytes(Webhook.objects.get().sealed))
    attempted(deliverer, webhooks.ping(webhook))
    rows("UPDATE webhook SET before_until = clock_timestamp()")
    attempted(deliverer, webhooks.ping(webhook))

    first, second = receiver.received
    assert first.verified(old) == first.verified(new)
    assert len(first.headers["webhook-signature"].split()) == 2
    assert len(second.headers["webhook-signature"].split()) == 1
    second.verified(new)


def test_a_failure_is_tried_again_with_the_same_id_and_body(deliverer: Deliverer, receiver: Receiver) -> None:
    receiver.answers = [(500, {}), (302, {"Location": "/"}), (204, {})]
    ping = webhooks.ping(made(receiver.url))

    failed = attempted(deliverer, ping)
    assert (failed.status, failed.error, failed.response_status) == ("waiting", "status", 500)
    assert failed.due_at is not None
    webhook = Webhook.objects.get()
    assert webhook.failing_since is not None
    assert webhook.slow
    assert (attempted(deliverer, ping).error, attempted(deliverer, ping).status) == ("redirect", "delivered")
    assert len({one.headers["webhook-id"] for one in receiver.received}) == 1
    assert len({one.body for one in receiver.received}) == 1
    webhook = Webhook.objects.get()
    assert (webhook.failing_since, webhook.failures, webhook.slow) == (None, 0, False)


def test_nothing_is_sent_before_it_is_due(deliverer: Deliverer, receiver: Receiver) -> None:
    receiver.answers = [(503, {"Retry-After": "600"})]
    webhook = made(receiver.url)
    failed = attempted(deliverer, webhooks.ping(webhook))
    webhooks.ping(webhook)

    for _ in range(3):
        deliverer.step()

    assert len(receiver.received) == 1
    assert failed.due_at is not None
    assert failed.last_at is not None
    assert failed.due_at - failed.last_at > timedelta(seconds=590)
    due_at = Webhook.objects.get().due_at
    assert due_at is not None
    assert due_at - failed.last_at > timedelta(seconds=590)


def test_the_last_attempt_is_the_last(deliverer: Deliverer, receiver: Receiver) -> None:
    receiver.answers = [(500, {})]
    ping = webhooks.ping(made(receiver.url))
    WebhookDelivery.objects.update(attempts=len(deliveries.RETRIES))

    failed = attempted(deliverer, ping)

    assert (failed.status, failed.due_at) == ("failed", None)
    assert Webhook.objects.get().enabled


def test_410_switches_a_webhook_off(deliverer: Deliverer, receiver: Receiver) -> None:
    receiver.answers = [(410, {})]
    webhook = made(receiver.url)
    gone, other = webhooks.ping(webhook), webhooks.ping(webhook)

    run(deliverer, lambda: not Webhook.objects.get().enabled)

    assert Webhook.objects.get().disabled_reason == "gone"
    assert {delivery(gone).status, delivery(other).status} == {"failed"}
    assert "off" in {delivery(gone).error, delivery(other).error}
    assert len(receiver.received) == 1


def test_days_of_failures_switch_a_webhook_off(deliverer: Deliverer, receiver: Receiver) -> None:
    receiver.answers = [(500, {})]
    webhook = made(receiver.url)
    attempted(deliverer, webhooks.ping(webhook))
    rows("UPDATE webhook SET failing_since = failing_since - interval '5 days'")
    attempted(deliverer, webhooks.ping(webhook))

    row = Webhook.objects.get()
    assert (row.enabled, row.disabled_reason) == (False, "failing")
    webhooks.change(webhook, enabled=True)
    row = Webhook.objects.get()
    assert (row.enabled, row.disabled_reason, row.failing_since, row.failures) == (True, "", None, 0)


def test_too_many_deliveries_switch_a_webhook_off(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_WAITING", 3)
    webhook = made(receiver.url)
    for _ in range(5):
        webhooks.ping(webhook)

    assert Webhook.objects.get().disabled_reason == "backlog"
    assert set(WebhookDelivery.objects.values_list("status", "error")) == {("failed", "off")}
    assert WebhookDelivery.objects.count() == 4


def test_a_secret_that_cannot_be_read_switches_its_webhook_off(
    deliverer: Deliverer, receiver: Receiver, settings: Settings
) -> None:
    ping = webhooks.ping(made(receiver.url))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key", []

    run(deliverer, lambda: not Webhook.objects.get().enabled)

    assert Webhook.objects.get().disabled_reason == "secret"
    assert (delivery(ping).status, delivery(ping).error) == ("failed", "secret")
    assert not receiver.received


def test_a_secret_of_a_fallback_is_encrypted_with_the_new_key(
    deliverer: Deliverer, receiver: Receiver, settings: Settings
) -> None:
    webhook = made(receiver.url)
    secret = webhooks.secret_of(bytes(Webhook.objects.get().sealed))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key", [settings.SECRET_KEY]
    attempted(deliverer, webhooks.ping(webhook))
    settings.SECRET_KEY_FALLBACKS = []

    receiver.received[0].verified(secret)
    assert signing.open_sealed(bytes(Webhook.objects.get().sealed)) == (secret, False)


def test_slow_receivers_leave_room_for_the_others(
    deliverer: Deliverer, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "SLOTS", 4)
    monkeypatch.setattr(deliveries, "SLOW_SLOTS", 2)
    with ExitStack() as stack:
        slow = [stack.enter_context(receiving()) for _ in range(4)]
        for one in slow:
            one.seconds = 3_600
            webhooks.ping(made(one.url))
        rows("UPDATE webhook SET slow = true")
        quick = made(receiver.url)
        for _ in range(5):
            webhooks.ping(quick)

        run(deliverer, lambda: len(receiver.received) == 5 and sum(len(one.received) for one in slow) == 2)
        assert not any(one.released.is_set() for one in slow)


def test_a_webhook_gets_one_request_at_a_time(deliverer: Deliverer, receiver: Receiver) -> None:
    receiver.seconds = 60
    webhook = made(receiver.url)
    for _ in range(3):
        webhooks.ping(webhook)

    run(deliverer, lambda: receiver.received)
    deliverer.step()
    assert len(receiver.received) == 1
    receiver.released.set()
    run(deliverer, lambda: len(receiver.received) == 3)


def test_a_replay_sends_the_same_again(deliverer: Deliverer, receiver: Receiver) -> None:
    webhook = made(receiver.url)
    ping = webhooks.ping(webhook)
    attempted(deliverer, ping)
    webhooks.replay(webhook, ping)
    run(deliverer, lambda: len(receiver.received) == 2 and delivery(ping).status == "delivered")

    first, second = receiver.received
    assert (first.body, first.headers["webhook-id"]) == (second.body, second.headers["webhook-id"])


def test_old_deliveries_are_forgotten(receiver: Receiver) -> None:
    webhook = made(receiver.url)
    old, waiting, new = (webhooks.ping(webhook) for _ in range(3))
    WebhookDelivery.objects.filter(id__in=[old, new]).update(status="delivered")
    rows("UPDATE webhook_delivery SET created_at = created_at - interval '15 days' WHERE id <> %s", [new])
    stored.forget()

    assert set(WebhookDelivery.objects.values_list("id", flat=True)) == {waiting, new}


def test_pauses_grow_to_three_days_together() -> None:
    pauses = [retry_in(attempts, 0, 0.5) for attempts in range(1, len(deliveries.RETRIES) + 2)]

    assert pauses[0] == timedelta(seconds=5)
    assert pauses[-1] is None
    assert timedelta(days=2.9) < sum(filter(None, pauses), timedelta()) <= timedelta(days=3)
    assert pauses[:-1] == sorted(filter(None, pauses))


@pytest.mark.parametrize(("asked", "pause"), [(0, 300), (60, 300), (3_600, 3_600), (999_999, 86_400)])
def test_retry_after_only_makes_a_pause_longer_and_only_up_to_a_day(asked: int, pause: int) -> None:
    assert retry_in(2, asked, 0.5) == timedelta(seconds=pause)


def test_chance_moves_a_pause_by_a_tenth() -> None:
    assert retry_in(2, 0, 0) == timedelta(seconds=270)
    assert retry_in(2, 0, 1) == timedelta(seconds=330)


@pytest.mark.parametrize(
    ("failures", "outcome", "pause"),
    [
        (0, Outcome(None, 204), 0), (1, Outcome(DeliveryError.TIMEOUT), 1), (4, Outcome(DeliveryError.STATUS, 500), 8),
        (50, Outcome(DeliveryError.STATUS, 500), 60), (1, Outcome(DeliveryError.STATUS, 429, 120), 120),
        (1, Outcome(DeliveryError.STATUS, 503, 999_999), 3_600), (1, Outcome(DeliveryError.STATUS, 500, 120), 1),
    ],
)  # fmt: skip
def test_a_webhook_that_fails_has_a_pause(failures: int, outcome: Outcome, pause: int) -> None:
    assert pause_of(failures, outcome) == timedelta(seconds=pause)


def test_nothing_secret_is_logged(
    deliverer: Deliverer, receiver: Receiver, caplog: pytest.LogCaptureFixture, capfd: Any
) -> None:
    webhook = made(f"{receiver.url}?token=hidden")
    secret = webhooks.secret_of(bytes(Webhook.objects.get().sealed))
    with caplog.at_level("INFO"):
        attempted(deliverer, webhooks.ping(webhook))

    said = caplog.text + "".join(capfd.readouterr())
    assert "hidden" not in said
    assert secret not in said
