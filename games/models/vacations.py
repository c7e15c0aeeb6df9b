"""Vacations of players."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from players.models import Player


class Vacation(models.Model):
    """A vacation of a player: in this time the clocks of their games for two stand still."""

    id = models.BigAutoField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_column="player", related_name="+", db_index=False)
    began = models.DateTimeField()
    until = models.DateTimeField()
    """When it ends, or ended."""
    is_settled = models.BooleanField(db_default=False)
    """Whether all games of the player know of it as it is now."""

    class Meta:
        db_table = "vacation"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(until__gte=F("began")), name="vacation_check"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "until"], name="vacation_player"),
            models.Index(fields=["id"], condition=Q(is_settled=False), name="vacation_unsettled"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.began} to {self.until}"
