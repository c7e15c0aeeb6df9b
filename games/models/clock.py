"""Heartbeats and outages of the service."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.models.columns import TextKey


class Heartbeat(models.Model):
    """When the clock (`driver`) or any web process (`web`) was last seen alive, by the database's clock."""

    name = TextKey(primary_key=True)
    at = models.DateTimeField()
    machine = models.TextField(null=True)  # noqa: DJ001 - null: its clock was not read
    ticks = models.FloatField(null=True)
    """The machine's monotonic clock. If it and the database's clock differ, the wall clock has jumped."""

    class Meta:
        db_table = "heartbeat"

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"


class Outage(models.Model):
    """A time in which nobody could move, or by which the wall clock jumped. Open deadlines move by it.

    Outages of the web and of the clock may overlap; they are merged when they are read.
    """

    id = models.BigAutoField(primary_key=True)
    cause = models.TextField(db_default="driver")
    """The name of the heartbeat that was missing, ``jump``, or ``back``: the wall clock was set back to ``began``."""
    began = models.DateTimeField()
    ended = models.DateTimeField()
    gap = models.DurationField(null=True)
    """How long a silence had to be at least to be an outage; null for a step, and where older code recorded it."""

    class Meta:
        db_table = "outage"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cause", "began"], name="outage_cause_began_key"),
            models.CheckConstraint(condition=Q(ended__gt=F("began")), name="outage_check"),
            models.CheckConstraint(condition=Q(cause__in=["driver", "web", "jump", "back"]), name="outage_cause_check"),
        ]
        indexes: ClassVar = [models.Index(fields=["ended"], name="outage_ended")]

    def __str__(self) -> str:
        return f"{self.began} to {self.ended}"
