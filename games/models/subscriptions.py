"""The addresses at which other programs of players read what concerns them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp
from games.notices.kinds import SubscriptionKind
from players.models import Player


class Subscription(models.Model):
    """A secret address of a calendar of deadlines, or of news. Whoever has it reads without signing in."""

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_column="player", related_name="+")
    kind = models.TextField()
    name = models.TextField()
    """What the player calls it."""
    digest = models.BinaryField(unique=True)
    """SHA-256 of the code in its address. The code itself is not stored."""
    rotations = models.IntegerField(db_default=0)
    """How often it got a new address."""
    created_at = models.DateTimeField(db_default=ClockTimestamp())
    used_at = models.DateTimeField(null=True)
    """When it was last read, up to an hour ago."""

    class Meta:
        db_table = "subscription"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind__in=[one.value for one in SubscriptionKind]), name="subscription_kind_check"
            ),
            models.CheckConstraint(condition=Q(digest__octets=32), name="subscription_digest_check"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
