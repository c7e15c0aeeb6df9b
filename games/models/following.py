"""Projections: which generation is read, their checkpoints, and the lobby."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import TextKey


class Live(models.Manager["LobbyRow"]):
    """The rows of the generation that is read."""

    def get_queryset(self) -> models.QuerySet["LobbyRow"]:
        """Return the rows of the live generation."""
        live = Projection.objects.filter(name=self.model._meta.db_table).values("generation")
        return super().get_queryset().filter(generation=models.Subquery(live))


class Projection(models.Model):
    """The generation of a read model that is read."""

    name = TextKey(primary_key=True)
    generation = models.IntegerField()

    class Meta:
        db_table = "projection"

    def __str__(self) -> str:
        return f"{self.name}, generation {self.generation}"


class Checkpoint(models.Model):
    """How far one generation of a projection has read in one shard."""

    pk = models.CompositePrimaryKey("projection", "generation", "shard")
    projection = models.TextField()
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    position = models.BigIntegerField(db_default=0)
    status = models.TextField(db_default="running")
    error = models.TextField(db_default="")

    class Meta:
        db_table = "checkpoint"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=["building", "running", "paused", "failed", "retired"]),
                name="checkpoint_status_check",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.projection} {self.shard}: {self.position} ({self.status})"


class LobbyRow(models.Model):
    """A game that waits for players or is played, as lists show it."""

    pk = models.CompositePrimaryKey("generation", "shard", "game")
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    variant = models.TextField()
    ruleset = models.TextField()
    options = models.JSONField()
    terms = models.JSONField()
    """The terms apart from the rules: clock, absence, visibility, rated."""
    rated = models.BooleanField()
    unrated = models.TextField()
    """Why it will not count although its terms say that it is rated."""
    visibility = models.TextField()
    sitters = models.JSONField()
    """One entry for each seat: ``{"player": id, "bot": level}``, one of them empty; None for an empty seat."""
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    """None while it waits for players."""

    objects: ClassVar[models.Manager["LobbyRow"]] = models.Manager()
    live: ClassVar[Live] = Live()

    class Meta:
        db_table = "lobby"
        ordering: ClassVar = ["created_at", "game"]
        indexes: ClassVar = [
            models.Index(
                fields=["generation", "created_at", "game"],
                condition=Q(visibility="public", started_at__isnull=True),
                name="lobby_waiting",
            ),
            models.Index(
                fields=["generation", "variant", "created_at", "game"],
                condition=Q(visibility="public", started_at__isnull=True),
                name="lobby_waiting_by_variant",
            ),
            models.Index(
                fields=["generation", "started_at", "game"],
                condition=Q(visibility="public", started_at__isnull=False),
                name="lobby_playing",
            ),
            models.Index(
                fields=["generation", "variant", "started_at", "game"],
                condition=Q(visibility="public", started_at__isnull=False),
                name="lobby_playing_by_variant",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} ({self.variant})"
