"""Exports of accounts."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp


class ExportJob(models.Model):
    """An export that a player ordered: one for each player at a time. It is deleted after a day."""

    id = models.UUIDField(primary_key=True)
    author = models.UUIDField(unique=True)
    owner = models.UUIDField(null=True)
    """For whom it is done (`players.owners`); None of one from before this column, which counts for its author."""
    status = models.TextField(db_default="waiting")
    tries = models.SmallIntegerField(db_default=0)
    document = models.BinaryField(null=True)
    """The export as JSON; None until it is made."""
    created_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(db_default=ClockTimestamp())
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "export_job"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "running", "done"]), name="export_job_status_check"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["created_at"], condition=~Q(status="done"), name="export_job_open"),
            models.Index(fields=["expires_at"], name="export_job_expires"),
        ]

    def __str__(self) -> str:
        return f"{self.id} ({self.status})"
