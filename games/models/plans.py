"""What players have decided ahead."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import JsonText
from players.models import Player


class Plan(models.Model):
    """What one seat does when its turn comes. Only its player may ever know that there is one."""

    pk = models.CompositePrimaryKey("shard", "game", "seat")
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    seat = models.SmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_column="player", related_name="+", db_index=False)
    key = models.UUIDField()
    """Part of the key under which its moves are stored. A key that could be guessed would show later, by the origin of
    an event, that the move was planned."""
    deal = models.IntegerField()
    """The deal for which it was made."""
    steps = JsonText()
    """Pairs of a move in the notation, and what the seat must be asked for it, or null."""
    delay = models.DurationField()
    """How long after the beginning of the turn it plays. It was drawn before the hand was read."""
    turn = models.IntegerField(null=True)
    """The decision that it answers; null until the turn comes."""
    due_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "plan"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(seat__gte=0), name="plan_seat_check"),
            models.CheckConstraint(
                condition=Q(turn__isnull=True, due_at__isnull=True) | Q(turn__isnull=False, due_at__isnull=False),
                name="plan_due_in_turn",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player"], name="plan_player"),
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="plan_due"),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.seat}"
