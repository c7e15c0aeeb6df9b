"""Links by which anybody may look back at a private game."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp


class ShareLink(models.Model):
    """The one link of a game. It has no player: everybody who sat there may make it and take it back."""

    id = models.UUIDField(primary_key=True)
    game = models.UUIDField(unique=True)
    digest = models.BinaryField()
    """SHA-256 of the code in the link. The code itself is not stored."""
    created_at = models.DateTimeField(db_default=ClockTimestamp())

    class Meta:
        db_table = "share_link"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(digest__octets=32), name="share_link_digest_check"),
        ]

    def __str__(self) -> str:
        return f"to {self.game}"
