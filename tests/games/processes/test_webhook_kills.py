"""A worker is killed while it sends to a webhook: the same delivery comes again, and nothing is lost."""

from pathlib import Path

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from games import services
from games.db import rows
from games.models import WebhookDelivery
from games.services import Terms, webhooks
from games.webhooks.payloads import WebhookEvent
from players.models import Player
from tests.games.children import await_that, kill, process, surroundings
from tests.games.webhooks.receiver import receiving

PATIENCE = 180.0


@pytest.mark.slow
def test_a_delivery_outlives_its_worker(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    environment = surroundings(committed_db, tmp_path) | {
        "WEBHOOK_NETWORKS": "127.0.0.0/8",
        "SECRET_KEY": "a-key-for-tests-that-signs-nothing-of-value",
    }
    anna, bert = (Player.objects.create().id for _ in range(2))
    with receiving() as receiver:
        receiver.seconds = PATIENCE
        made = webhooks.make(anna, url=receiver.url, events=[str(event) for event in WebhookEvent])
        ((sealed,),) = rows("SELECT sealed FROM webhook WHERE id = %s", [made])
        secret = webhooks.secret_of(bytes(sealed))
        game = services.open_game(player=anna, variant="mau_mau", seats=2, terms=Terms())
        services.take_seat(game, player=bert)
        with process("worker", environment) as worker:
            receiver.await_requests(1, PATIENCE)
            kill(worker)  # in the middle: the receiver has not answered

        assert set(WebhookDelivery.objects.values_list("status", flat=True)) == {"waiting"}
        receiver.released.set()
        rows("UPDATE webhook SET ready_at = clock_timestamp(), due_at = clock_timestamp()")  # the lease has ended
        with process("worker", environment):
            await_that(lambda: not WebhookDelivery.objects.filter(status="waiting").exists(), PATIENCE)

    sent = [(one.headers["webhook-id"], one.verified(secret)["type"]) for one in receiver.received]
    assert len({id_ for id_, _ in sent}) == WebhookDelivery.objects.count()
    assert {kind for _, kind in sent} >= {"game.started", "game.move"}
    assert sent.count(sent[0]) == 2
