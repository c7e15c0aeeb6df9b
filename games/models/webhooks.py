"""Webhooks of players, and what is or was sent to them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp
from players.models import Player


class Webhook(models.Model):
    """An address to which the service sends what happens in the games of a player."""

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_column="player", related_name="+")
    url = models.TextField()
    events = models.JSONField()
    """The types of events that it is called for."""
    description = models.TextField()
    sealed = models.BinaryField()
    """The secret, encrypted with SECRET_KEY."""
    sealed_before = models.BinaryField(null=True)
    """The secret before the last rotation, which signs too until ``before_until``."""
    before_until = models.DateTimeField(null=True)
    enabled = models.BooleanField(db_default=True)
    disabled_reason = models.TextField(db_default="")
    """Why it is off: ``you``, ``gone``, ``failing``, ``backlog`` or ``secret``; empty while it is on."""
    created_at = models.DateTimeField(db_default=ClockTimestamp())
    failures = models.IntegerField(db_default=0)
    """How often in a row it has failed."""
    failing_since = models.DateTimeField(null=True)
    slow = models.BooleanField(db_default=False)
    """Whether the last attempt took long or failed."""
    ready_at = models.DateTimeField(db_default=ClockTimestamp())
    """Until then it has a pause after a failure, or a worker sends to it."""
    due_at = models.DateTimeField(null=True)
    """When the next delivery is due; null if none waits."""

    class Meta:
        db_table = "webhook"
        indexes: ClassVar = [models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="webhook_due")]

    def __str__(self) -> str:
        return str(self.id)


class WebhookDelivery(models.Model):
    """What is sent to a webhook, until it is delivered or was tried often enough; kept for some days after that."""

    id = models.UUIDField(primary_key=True)
    """The header ``webhook-id``. It is the same in every attempt."""
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, db_column="webhook", related_name="+", db_index=False
    )
    type = models.TextField()
    body = models.TextField()
    """The JSON that is signed and sent, byte for byte."""
    status = models.TextField(db_default="waiting")
    attempts = models.IntegerField(db_default=0)
    """Since it was made, or replayed."""
    created_at = models.DateTimeField(db_default=ClockTimestamp())
    due_at = models.DateTimeField(null=True, db_default=ClockTimestamp())
    last_at = models.DateTimeField(null=True)
    response_status = models.IntegerField(null=True)
    duration = models.IntegerField(null=True)
    """Milliseconds of the last attempt."""
    error = models.TextField(db_default="")

    class Meta:
        db_table = "webhook_delivery"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "delivered", "failed"]), name="webhook_delivery_status_check"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["webhook", "due_at"], condition=Q(status="waiting"), name="webhook_delivery_due"),
            models.Index(fields=["webhook", "created_at", "id"], name="webhook_delivery_log"),
            models.Index(fields=["created_at"], condition=~Q(status="waiting"), name="webhook_delivery_done"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.id} ({self.status})"
