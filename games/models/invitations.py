"""Invitations to tables that wait, and the games that follow games."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.models.columns import ClockTimestamp


class Invitation(models.Model):
    """An invitation to a table: for one player, or for everybody who has the code of a link."""

    id = models.UUIDField(primary_key=True)
    game = models.UUIDField()
    maker = models.UUIDField()
    player = models.UUIDField(null=True)
    """Who is invited; None for a link."""
    digest = models.BinaryField(null=True, unique=True)
    """SHA-256 of the code of a link. The code itself is not stored."""
    uses = models.SmallIntegerField()
    """How many players may accept it."""
    used = models.SmallIntegerField(db_default=0)
    created_at = models.DateTimeField(db_default=ClockTimestamp())
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "invitation"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(player__isnull=True, digest__isnull=False) | Q(player__isnull=False, digest__isnull=True),
                name="invitation_for_one_or_by_link",
            ),
            models.CheckConstraint(condition=Q(digest__octets=32), name="invitation_digest_check"),
            models.CheckConstraint(condition=Q(used__gte=0, used__lte=F("uses")), name="invitation_used_check"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["game", "id"], name="invitation_game"),
            models.Index(fields=["maker"], name="invitation_maker"),
            models.Index(
                fields=["player", "expires_at", "id"], condition=Q(player__isnull=False), name="invitation_player"
            ),
            models.Index(fields=["expires_at"], name="invitation_expires"),
        ]

    def __str__(self) -> str:
        return f"{self.id} to {self.game}"


class Rematch(models.Model):
    """The one game that follows a game, with the same players. The key lets a game have no second one."""

    game = models.UUIDField(primary_key=True)
    """The game that is over."""
    next = models.UUIDField(unique=True)
    held_until = models.DateTimeField()
    """Until then seats are kept for the players who have not come yet."""

    class Meta:
        db_table = "rematch"

    def __str__(self) -> str:
        return f"{self.next} after {self.game}"
