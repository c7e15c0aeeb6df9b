"""What players write at moves of games that are over."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp
from players.models import Player


class Note(models.Model):
    """A note of one player at one version of a game. It is theirs, and no part of the game or its log."""

    id = models.UUIDField(primary_key=True)
    game = models.UUIDField()
    version = models.IntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_column="player", related_name="+", db_index=False)
    text = models.TextField()
    """Empty if its player deleted it after the host had hidden it: the place stays taken."""
    created_at = models.DateTimeField(db_default=ClockTimestamp())
    changed_at = models.DateTimeField(db_default=ClockTimestamp())
    reported_at = models.DateTimeField(null=True)
    """When somebody first asked the host to look at it; None if nobody did, or the host has seen nothing wrong."""
    hidden_at = models.DateTimeField(null=True)
    """When the host hid it from all but its player."""

    class Meta:
        db_table = "note"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "player", "version"], name="note_place"),
            models.CheckConstraint(condition=Q(version__gt=0), name="note_version_check"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player"], name="note_player"),
            models.Index(fields=["reported_at"], condition=Q(reported_at__isnull=False), name="note_reported"),
        ]

    def __str__(self) -> str:
        return f"of {self.player_id} at {self.game} {self.version}"
