"""`/metrics`: the numbers, and who is told them."""

from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import override_settings
from prometheus_client.parser import text_string_to_metric_families

from base.identifiers import uuid7
from games import services
from games.integrity import findings
from games.integrity.findings import Scope
from games.integrity.games import Finding
from games.projections.registry import PROJECTIONS, catch_up
from games.services import webhooks
from games.store import analyses

TOKEN = override_settings(METRICS_TOKEN="a token for metrics")  # noqa: S106


def numbers(caller: Any) -> dict[str, float]:
    """What is told, by names as in ``lag_events{lobby}``."""
    answer = caller.get("/metrics")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    return {
        f"{one.name}{{{','.join(one.labels.values())}}}": one.value
        for family in text_string_to_metric_families(answer.content.decode())
        for one in family.samples
    }


def execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def test_how_far_read_models_are(anna: Any) -> None:
    anna.opens(seats=2)
    before = numbers(anna)
    catch_up()
    after = numbers(anna)
    execute("UPDATE checkpoint SET status = 'failed' WHERE projection = 'lobby' AND shard IN (3, 7)")
    stopped = numbers(anna)

    for name in PROJECTIONS:
        assert before[f"maumau_projection_lag_events{{{name}}}"] == before["maumau_log_events{}"] == 2
        assert after[f"maumau_projection_lag_events{{{name}}}"] == 0
        assert after[f"maumau_projection_generation{{{name}}}"] == 1
        assert after[f"maumau_projection_failed_shards{{{name}}}"] == 0
        assert after[f"maumau_projection_building_shards{{{name}}}"] == 0
    assert stopped["maumau_projection_failed_shards{lobby}"] == 2


def test_what_waits_for_whom(anna: Any) -> None:
    services.record_heartbeat()
    anna.opens(seats=2)
    anna.opens(seats=2, bots=["novice"])
    catch_up()
    calm = numbers(anna)
    execute("UPDATE game SET deadline = clock_timestamp() - interval '1 minute' WHERE deadline IS NOT NULL")
    late = numbers(anna)

    assert calm["maumau_games_waiting{lobby}"] == 1
    assert calm["maumau_games_waiting{clock}"] == 1
    assert calm["maumau_deadline_lateness_seconds{}"] == calm["maumau_bot_lateness_seconds{}"] == 0
    assert calm["maumau_check_oldest_seconds{}"] == 0
    assert 0 <= calm["maumau_driver_heartbeat_age_seconds{}"] < 60
    assert 60 <= late["maumau_deadline_lateness_seconds{}"] < 120


def test_how_far_webhooks_are(anna: Any) -> None:
    calm = numbers(anna)
    webhook = webhooks.make(UUID(anna.id), url="https://hook.example.org/", events=["game.over"])
    webhooks.ping(webhook)
    execute("UPDATE webhook SET due_at = due_at - interval '2 minutes', failing_since = clock_timestamp()")
    late = numbers(anna)

    names = ("webhook_deliveries_waiting", "webhook_lateness_seconds", "webhooks_failing")
    assert [calm[f"maumau_{name}{{}}"] for name in names] == [0, 0, 0]
    assert late["maumau_webhook_deliveries_waiting{}"] == late["maumau_webhooks_failing{}"] == 1
    assert 120 <= late["maumau_webhook_lateness_seconds{}"] < 180
    assert late["maumau_projection_lag_events{webhooks}"] == 0


def test_how_far_analyses_are(anna: Any) -> None:
    calm = numbers(anna)
    for _ in range(2):
        analyses.add(uuid7(), UUID(anna.id), deals=1)
    execute("UPDATE analysis SET due_at = due_at - interval '3 minutes'")
    late = numbers(anna)
    taken = [analyses.take(), analyses.take()]
    assert taken[0]
    analyses.give_back(taken[0].id)
    execute("UPDATE analysis SET due_at = clock_timestamp()")
    analyses.take()
    stuck = numbers(anna)

    names = [f"maumau_{name}{{}}" for name in ("analyses_waiting", "analyses_failing", "analysis_lateness_seconds")]
    assert [calm[name] for name in names] == [0, 0, 0]
    assert [late[name] for name in names[:2]] == [2, 0]
    assert 180 <= late[names[2]] < 240
    assert [stuck[name] for name in names] == [2, 1, 0]


def test_what_proofs_found(anna: Any) -> None:
    findings.keep(Scope.GAME, [Finding("game x", "byte: one"), Finding("game x", "byte: two")], "game x")
    assert numbers(anna)["maumau_finding_reports_open{game}"] == 1
    findings.keep(Scope.GAME, [], "game x")
    assert "maumau_finding_reports_open{game}" not in numbers(anna)


def test_it_costs_few_queries(anna: Any, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(11):
        anna.get("/metrics")


@pytest.mark.parametrize(
    "sent",
    [
        {"REMOTE_ADDR": "203.0.113.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
    ],
)
def test_without_a_token_it_is_for_this_machine_alone(nobody: Any, sent: dict[str, str], db: None) -> None:  # noqa: ARG001
    assert nobody.http.get("/api/v1/metrics").status_code == 200
    assert nobody.http.get("/api/v1/metrics", REMOTE_ADDR="::1").status_code == 200
    assert nobody.http.get("/api/v1/metrics", **sent).status_code == 404


def test_behind_proxies_it_is_for_nobody_without_a_token(nobody: Any, db: None) -> None:  # noqa: ARG001
    with override_settings(TRUSTED_PROXIES=1):
        assert nobody.get("/metrics").status_code == 404


@TOKEN
@pytest.mark.parametrize("said", ["", "Bearer", "Bearer another", "Basic a token for metrics", "Bearer tökén"])
def test_where_there_is_a_token_it_must_be_said(nobody: Any, said: str, db: None) -> None:  # noqa: ARG001
    assert nobody.get("/metrics", Authorization="Bearer a token for metrics").status_code == 200
    refused = nobody.get("/metrics", **({"Authorization": said} if said else {}))
    assert (refused.status_code, refused["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')


@TOKEN
def test_a_players_token_is_none(anna: Any) -> None:
    assert anna.get("/metrics").status_code == 401
