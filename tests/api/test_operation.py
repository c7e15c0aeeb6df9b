from typing import Any

import pytest
from celery import current_app
from django.db import connection
from django.test import override_settings

from games import services


def test_meta(nobody: Any, db: None) -> None:  # noqa: ARG001
    meta = nobody.get("/meta").json()

    assert meta["notation"] == 1
    assert meta["limits"]["body_bytes"] == 65_536
    assert {"novice", "clever"} <= set(meta["bots"])
    assert meta["clocks"]["daily"][0] == {"seats": 2, "turn": 86_400, "bank": 259_200}
    assert meta["clocks"]["none"] == []
    assert meta["server_time"].endswith("Z")


def test_alive(nobody: Any) -> None:
    assert nobody.get("/healthz").json() == {"status": "ok"}


def test_ready_is_when_the_driver_beats(nobody: Any, db: None) -> None:  # noqa: ARG001
    before = nobody.get("/readyz")
    services.pulse()
    after = nobody.get("/readyz")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE heartbeat SET at = at - interval '1 minute'")
    late = nobody.get("/readyz")

    assert (before.status_code, before.json()["checks"]["worker"]) == (503, "no heartbeat yet")
    assert (after.status_code, {*after.json()["checks"].values()}) == (200, {"ok"})
    assert (late.status_code, late.json()["checks"]["worker"]) == (503, "silent for 60 s")


def test_ready_names_a_broker_that_is_away(nobody: Any, db: None) -> None:  # noqa: ARG001

    services.pulse()
    before = current_app.conf.broker_url
    current_app.conf.broker_url = "amqp://127.0.0.1:1//"
    try:
        answer = nobody.get("/readyz")
    finally:
        current_app.conf.broker_url = before
    assert answer.status_code == 503
    assert answer.json()["checks"]["broker"].startswith("unreachable")


@pytest.mark.parametrize("path", ["/openapi.json", "/docs/"])
def test_the_documentation_is_served(nobody: Any, path: str, db: None) -> None:  # noqa: ARG001
    answer = nobody.get(path)

    assert answer.status_code == 200
    assert b"://cdn" not in answer.content


@override_settings(RATE_LIMITS={"play": {"player": (2, 60)}})
def test_play_has_a_bucket_of_its_own(duel: str, anna: Any) -> None:
    codes = [anna.moves(duel, "7", 1).status_code for _ in range(3)]

    assert codes == [422, 422, 429]
    assert anna.get(f"/games/{duel}").status_code == 200


def test_ready_names_a_read_model_that_stopped(nobody: Any, db: None) -> None:  # noqa: ARG001
    services.pulse()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE checkpoint SET status = 'failed' WHERE projection = 'lobby' AND shard IN (3, 7)")
    answer = nobody.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["projections"] == "failed: lobby at shard 3, lobby at shard 7"
