"""A worker is killed after it has sent to a push service: it is sent once more, and replaces the first."""

import json
from pathlib import Path

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from games import services
from games.db import rows
from games.models import NoticeDelivery
from games.push import web_push
from games.services import Terms
from players.models import Device, Player
from tests.games.children import await_that, kill, process, surroundings
from tests.games.push.pushing import Browser
from tests.games.services.noticing import with_device
from tests.games.webhooks.receiver import Received, receiving

PATIENCE = 180.0


@pytest.mark.slow
def test_a_push_whose_worker_died_is_sent_once_more(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    environment = surroundings(committed_db, tmp_path) | {
        "WEBHOOK_NETWORKS": "127.0.0.0/8",
        "VAPID_PRIVATE_KEY": web_push.new_key(),
    }
    anna, bert = (Player.objects.create().id for _ in range(2))
    browser = Browser()
    with receiving() as receiver:
        receiver.seconds = PATIENCE
        for player in (anna, bert):
            Device.objects.filter(id=with_device(player, "web_push")).update(
                endpoint=f"{receiver.url}/{player}", token="", p256dh=browser.p256dh, auth=browser.auth
            )
        with process("worker", environment) as worker:
            game = services.open_game(player=anna, variant="mau_mau", seats=2, terms=Terms())
            services.take_seat(game, player=bert)
            await_that(lambda: len(messages(receiver.received, browser, "your-turn")) == 1, PATIENCE)
            kill(worker)  # in the middle: the push service has not answered

        assert {*NoticeDelivery.objects.values_list("status", flat=True)} == {"waiting"}
        receiver.released.set()
        rows("UPDATE notice_delivery SET due_at = clock_timestamp()")  # the lease has ended
        with process("worker", environment), process("worker", environment):
            await_that(lambda: not NoticeDelivery.objects.filter(status="waiting").exists(), PATIENCE)

    sent = messages(receiver.received, browser, "your-turn")
    assert len(sent) == 2
    assert {topic for topic, _ in sent} == {game.hex}
    assert len({turn for _, turn in sent}) == 1


def messages(received: list[Received], browser: Browser, kind: str) -> list[tuple[str, int]]:
    """Return the topic and the turn of each message of a *kind*."""
    found = []
    for one in [*received]:
        body = json.loads(browser.decrypted(one.body))
        if body["type"] == kind:
            found.append((one.headers["Topic"], body["turn"]))
    return found
