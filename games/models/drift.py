"""What proofs found: where the log, a game, a read model or a ladder is not as it must be."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp


class DriftReport(models.Model):
    """Faults of one place, open until the same proof finds it well again."""

    id = models.BigAutoField(primary_key=True)
    what = models.TextField()
    """Which proof: ``log``, ``game``, ``read model`` or ``ladder``."""
    place = models.TextField()
    lines = ArrayField(models.TextField())
    """The faults, in words; many of them are cut short."""
    found_at = models.DateTimeField(db_default=ClockTimestamp())
    seen_at = models.DateTimeField(db_default=ClockTimestamp())
    """When the proof last found them."""
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "drift_report"
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["what", "place"], condition=Q(closed_at__isnull=True), name="drift_report_open"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["found_at"], name="drift_report_found")]

    def __str__(self) -> str:
        return f"{self.what}: {self.place}"
