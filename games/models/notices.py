"""What players are told, how it is sent to them, and what they want to be told."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp
from games.notices.kinds import NoticeChannel, Transport
from players.models import Player


class Notice(models.Model):
    """A notice: planned until ``issued_at``, and from then on in the inbox of the player."""

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_column="player", related_name="+", db_index=False)
    kind = models.TextField()
    game = models.UUIDField()
    seat = models.SmallIntegerField(null=True)
    """The seat of which it speaks."""
    began = models.DateTimeField(null=True)
    """When the turn of which it speaks began, or the proposal was made."""
    about = models.UUIDField(null=True)
    """The invitation, or the other player, of whom it speaks."""
    turn = models.IntegerField(null=True)
    """The decision that was due when it was planned."""
    deadline = models.DateTimeField(null=True)
    due_at = models.DateTimeField(db_default=ClockTimestamp())
    until = models.DateTimeField(null=True)
    """When it is of no use any more."""
    issued_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "notice"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "game", "kind", "seat", "began", "about"],
                nulls_distinct=False,
                name="notice_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(issued_at__isnull=True), name="notice_due"),
            models.Index(fields=["game"], name="notice_of_game"),
            models.Index(
                fields=["player", "issued_at", "id"], condition=Q(issued_at__isnull=False), name="notice_inbox"
            ),
            models.Index(
                fields=["player"], condition=Q(issued_at__isnull=False, read_at__isnull=True), name="notice_unread"
            ),
            models.Index(fields=["issued_at"], condition=Q(issued_at__isnull=False), name="notice_issued"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game}"


class NoticeDelivery(models.Model):
    """A notice on its way to one device, or to the mail address of its player."""

    id = models.UUIDField(primary_key=True)
    """The same in every attempt, so that a receiver can recognize a repetition."""
    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, db_column="notice", related_name="+", db_index=False)
    transport = models.TextField()
    device = models.BigIntegerField(null=True)
    """The device; null for mail. Its row may be gone by now."""
    status = models.TextField(db_default="waiting")
    """``waiting``, ``sent``, ``failed``, or ``moot`` if it was not true any more when it was due."""
    tries = models.SmallIntegerField(db_default=0)
    due_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    error = models.TextField(db_default="")

    class Meta:
        db_table = "notice_delivery"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["notice", "transport", "device"], nulls_distinct=False, name="notice_delivery_once"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "sent", "failed", "moot"]), name="notice_delivery_status_check"
            ),
            models.CheckConstraint(
                condition=Q(transport__in=[one.value for one in Transport]), name="notice_delivery_transport_check"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["transport", "due_at"], condition=Q(status="waiting"), name="notice_delivery_due"),
        ]

    def __str__(self) -> str:
        return f"{self.transport} {self.id} ({self.status})"


class NoticePreference(models.Model):
    """That a player has switched a channel on or off for one kind of notice. Without a row the default holds."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_column="player", related_name="+", db_index=False)
    kind = models.TextField()
    channel = models.TextField()
    is_on = models.BooleanField()

    class Meta:
        db_table = "notice_preference"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind", "channel"], name="notice_preference_once"),
            models.CheckConstraint(
                condition=Q(channel__in=[one.value for one in NoticeChannel]), name="notice_preference_channel_check"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel}: {self.is_on}"
