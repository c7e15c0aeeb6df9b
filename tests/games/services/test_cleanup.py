"""What is no longer kept is deleted every hour, and nothing else is."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Model
from django.db.models.functions import Now

from games import tasks
from games.models import (
    Analysis,
    CheckJob,
    Claim,
    ExportJob,
    ImportedRecord,
    Invitation,
    Notice,
    QueueEntry,
    RatedStart,
    Vacation,
    Webhook,
    WebhookDelivery,
)
from players.models import Player

pytestmark = pytest.mark.django_db

Row = Callable[[Any], dict[str, Any]]
"""The fields of a row that is deleted from an instant on."""


def _player() -> Player:
    return Player.objects.create()


def _webhook() -> Webhook:
    return Webhook.objects.create(
        id=uuid4(), player=_player(), url="https://hook.example.org/", events=[], description="", sealed=b""
    )


KEPT: dict[type[Model], tuple[timedelta, Row]] = {
    Analysis: (timedelta(), lambda at: {"id": uuid4(), "game": uuid4(), "deals": 1, "moves": [], "expires_at": at}),
    CheckJob: (timedelta(), lambda at: {
        "id": uuid4(), "author": uuid4(), "sent": {}, "deals": 1, "created_at": at, "expires_at": at,
    }),
    ExportJob: (timedelta(), lambda at: {"id": uuid4(), "author": uuid4(), "created_at": at, "expires_at": at}),
    ImportedRecord: (timedelta(), lambda at: {
        "id": uuid4(), "author": uuid4(), "media_type": "text/plain", "content": b"", "created_at": at,
        "expires_at": at,
    }),
    Invitation: (timedelta(days=30), lambda at: {
        "id": uuid4(), "game": uuid4(), "maker": uuid4(), "player": uuid4(), "uses": 1, "used": 0, "expires_at": at,
    }),
    QueueEntry: (timedelta(), lambda at: {
        "player": uuid4(), "variant": "mau_mau", "seats": 2, "preset": "daily", "rated": False, "program": False,
        "lowest": 0, "highest": 0, "rating": 0, "expires_at": at, "kept_until": at,
    }),
    Notice: (timedelta(days=30), lambda at: {
        "id": uuid4(), "player": _player(), "kind": "game-over", "game": uuid4(), "due_at": at, "issued_at": at,
    }),
    Vacation: (timedelta(days=800), lambda at: {"player": _player(), "began": at, "until": at}),
    WebhookDelivery: (timedelta(days=14), lambda at: {
        "id": uuid4(), "webhook": _webhook(), "type": "ping", "body": "{}", "status": "delivered", "created_at": at,
        "due_at": None,
    }),
    Claim: (timedelta(hours=2), lambda at: {
        "kind": "clock", "key": str(uuid4()), "turn": 1, "tries": 1, "reason": "", "since": at, "next_try": at,
    }),
}  # fmt: skip
"""How long each is kept after the instant that its fields take."""


@pytest.mark.parametrize("model", KEPT, ids=lambda model: model.__name__)
def test_what_is_too_old_is_deleted_and_the_rest_is_kept(model: type[Model]) -> None:
    lasts, row = KEPT[model]
    rows = model._default_manager  # noqa: SLF001 - any model
    rows.create(**row(Now() - lasts - timedelta(minutes=1)))
    kept = rows.create(**row(Now() - lasts + timedelta(minutes=30)))

    tasks.sweep()

    assert [one.pk for one in rows.all()] == [kept.pk]


def test_rated_starts_of_the_days_before_yesterday_are_deleted() -> None:
    for day in (date(2020, 1, 1), date(2999, 1, 1)):
        RatedStart.objects.create(day=day, kind="humans", entrants=["a", "b"], game=uuid4())

    tasks.sweep()

    assert [one.day for one in RatedStart.objects.all()] == [date(2999, 1, 1)]


def test_records_that_were_accepted_are_kept_for_good() -> None:
    row = {"author": uuid4(), "media_type": "text/plain", "content": b"", "created_at": Now() - timedelta(days=9_999)}
    ImportedRecord.objects.create(id=uuid4(), status="done", accepted=True, **row)

    tasks.sweep()

    assert ImportedRecord.objects.count() == 1
