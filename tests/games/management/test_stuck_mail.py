"""Operators hear of mails about accounts that do not leave the service."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from games.management.health_report import Line, report
from games.selectors import operation
from players import mail
from players.models import MailKind, OutgoingMail, Player


def line() -> Line:
    (found,) = [one for one in report() if one.what.startswith("mails about accounts")]
    return found


@pytest.mark.usefixtures("committed_db")  # the doctor has a connection of its own
def test_the_doctor_and_the_metrics_know_what_is_stuck(settings: Any, client: Client) -> None:
    assert line() == Line(True, "mails about accounts: none waits")
    player = Player.objects.create(username="anna", email="anna@example.org")
    mail.send(MailKind.CONFIRM, player)
    assert line().is_well

    OutgoingMail.objects.update(due_at=F("due_at") - timedelta(minutes=2))
    late = line()
    assert (late.is_well, "Start a worker" in late.advice) == (False, True)
    assert "1 wait, the oldest is 12" in late.what

    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = (
        "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1", 1,
    )  # fmt: skip
    states = []
    for _ in range(operation.TRIES + 1):
        assert mail.send_next()
        states.append(line().is_well)
        OutgoingMail.objects.update(due_at=F("due_at") - timedelta(hours=1))
    assert states == [True] * operation.TRIES + [False]
    OutgoingMail.objects.update(due_at=F("due_at") + timedelta(hours=1))

    stuck = line()
    assert (stuck.is_well, "EMAIL_URL" in stuck.advice) == (False, True)
    metrics = client.get("/api/v1/metrics").content.decode()
    assert "maumau_account_mails_waiting 1.0" in metrics
    assert "maumau_account_mails_failing 1.0" in metrics
    assert "maumau_account_mail_lateness_seconds 0.0" in metrics
