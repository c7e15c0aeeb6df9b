"""The queue: players who wait for opponents."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from base.identifiers import uuid7
from games.models.columns import ClockTimestamp


class QueueEntry(models.Model):
    """A player who waits, or has waited, for opponents at one game. Ratings are in hundredths.

    It waits while it has a time of its next look, and no longer once it has a game or has expired.
    """

    id = models.UUIDField(primary_key=True, default=uuid7)
    player = models.UUIDField()
    variant = models.TextField()
    seats = models.SmallIntegerField()
    preset = models.TextField()
    """Of the clock."""
    rated = models.BooleanField()
    program = models.BooleanField()
    rating_min = models.IntegerField(null=True)
    """What was asked for; null for no bound."""
    rating_max = models.IntegerField(null=True)
    lowest = models.IntegerField()
    """What it accepts since its last look."""
    highest = models.IntegerField()
    rating = models.IntegerField()
    """The player's own, as it was at its last look."""
    look_count = models.IntegerField(default=0)
    """How often a worker has looked for opponents."""
    next_look = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=ClockTimestamp())
    expires_at = models.DateTimeField()
    kept_until = models.DateTimeField()
    """After this the row may be deleted."""
    game = models.UUIDField(null=True)

    class Meta:
        db_table = "queue_entry"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(game__isnull=True) | Q(next_look__isnull=True), name="queue_entry_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["next_look"], condition=Q(next_look__isnull=False), name="queue_entry_due"),
            models.Index(
                fields=["variant", "seats", "preset", "rated", "program", "id"],
                condition=Q(next_look__isnull=False),
                name="queue_entry_pool",
            ),
            models.Index(fields=["player", "id"], name="queue_entry_of_player"),
            models.Index(fields=["kept_until"], name="queue_entry_old"),
        ]

    def __str__(self) -> str:
        return f"{self.player} waits for {self.variant}"
