"""Operators hear of notices that do not leave the service."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.management.health_report import Line, report
from games.push.web_push import new_key
from tests.games.services.noticing import age
from tests.games.services.test_notices import pushed


def lines() -> list[Line]:
    return [line for line in report() if line.what.startswith("notices")]


@pytest.mark.usefixtures("committed_db")  # the doctor has a connection of its own
def test_the_doctor_and_the_metrics_know_what_is_stuck(settings: Any, client: Client) -> None:
    settings.VAPID_PRIVATE_KEY = new_key()
    assert lines() == [Line(True, "notices: none waits to leave")]
    pushed("web_push")
    (well,) = lines()
    assert well.is_well

    age(timedelta(minutes=2))
    (late,) = lines()
    assert not late.is_well
    assert "Start a worker" in late.advice
    metrics = client.get("/api/v1/metrics").content.decode()
    assert 'maumau_notice_deliveries_waiting{transport="web_push"} 1.0' in metrics
    assert 'maumau_notice_deliveries_waiting{transport="apns"} 0.0' in metrics
    (value,) = [line for line in metrics.splitlines() if 'notice_lateness_seconds{transport="web_push"}' in line]
    assert 120 <= float(value.split()[1]) < 180

    settings.VAPID_PRIVATE_KEY = ""
    (off,) = lines()
    assert "no credentials for web_push" in off.advice
