"""Records that players sent."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp, JsonText


class ImportedRecord(models.Model):
    """A record that a player sent, and the verdict on it. It never enters the log and is never rated."""

    id = models.UUIDField(primary_key=True)
    author = models.UUIDField()
    owner = models.UUIDField(null=True)
    """For whom it is done (`players.owners`); None of one from before this column, which counts for its author."""
    media_type = models.TextField()
    content = models.BinaryField()
    """The bytes that were sent. The author gets the same bytes back."""
    status = models.TextField(db_default="waiting")
    tries = models.SmallIntegerField(db_default=0)
    accepted = models.BooleanField(null=True)
    verdict = JsonText(null=True)
    created_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    """When it was checked last, and its author was served."""
    due_at = models.DateTimeField(db_default=ClockTimestamp())
    expires_at = models.DateTimeField(null=True)
    """When it is deleted; None for accepted records."""

    class Meta:
        db_table = "imported_record"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(content__octets__lte=1_048_576), name="imported_record_content_check"),
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "running", "done"]), name="imported_record_status_check"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["created_at"], condition=~Q(status="done"), name="imported_record_open"),
            models.Index(fields=["author", "id"], name="imported_record_author"),
            models.Index(fields=["author", "began_at"], name="imported_record_served"),
            models.Index(fields=["expires_at"], condition=Q(expires_at__isnull=False), name="imported_record_expires"),
        ]

    def __str__(self) -> str:
        return f"{self.id} ({self.status})"
