"""The findings of `manage.py verify` and of its hourly sample."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp


class FindingReport(models.Model):
    """Findings of one place. They are open until it is verified again and nothing is found."""

    id = models.BigAutoField(primary_key=True)
    what = models.TextField()
    """Their scope: ``log``, ``game``, ``read model``, ``ladder`` or ``anchor``."""
    place = models.TextField()
    lines = ArrayField(models.TextField())
    """One sentence each. If there are many: the first twenty, and how many more."""
    found_at = models.DateTimeField(db_default=ClockTimestamp())
    seen_at = models.DateTimeField(db_default=ClockTimestamp())
    """When they were last found."""
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "finding_report"
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["what", "place"], condition=Q(closed_at__isnull=True), name="finding_report_open"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["found_at"], name="finding_report_found")]

    def __str__(self) -> str:
        return f"{self.what}: {self.place}"
