"""What proofs found: where the log, a game, a read model or a ladder is not as it must be."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models


class DriftReport(models.Model):
    """Faults of one place, open until the same proof finds it well again."""

    id = models.BigAutoField(primary_key=True)
    what = models.TextField()
    """Which proof: ``log``, ``game``, ``read model`` or ``ladder``."""
    place = models.TextField()
    lines = ArrayField(models.TextField())
    """The faults, in words; many of them are cut short."""
    found_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """When the proof last found them."""
    closed_at = models.DateTimeField(null=True)

    class Meta:
        """Made by SQL."""

        managed = False
        db_table = "drift_report"
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.what}: {self.place}"
