"""Records that players sent."""

from django.db import models


class ImportedRecord(models.Model):
    """A record that somebody sent, and the verdict on it; no game of the log."""

    id = models.UUIDField(primary_key=True)
    author = models.UUIDField()
    media_type = models.TextField()
    content = models.BinaryField()
    """As it was sent."""
    status = models.TextField(default="waiting")
    tries = models.SmallIntegerField(default=0)
    accepted = models.BooleanField(null=True)
    verdict = models.JSONField(null=True)
    created_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    """When it ran last; its author was served then."""
    due_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    """When it is forgotten; None for what was accepted."""

    class Meta:
        """Made by SQL."""

        managed = False
        db_table = "imported_record"

    def __str__(self) -> str:
        return f"{self.id} ({self.status})"
