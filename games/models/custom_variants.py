"""Variants that players wrote, and checks of rulesets. Neither belongs to a game, so they have no shard."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp, JsonText, TextKey


class CustomVariant(models.Model):
    """The owner of the key of a variant that a player wrote, and the hash of its current edition."""

    key = TextKey(primary_key=True)
    author = models.UUIDField()
    hash = models.TextField()
    editions = models.IntegerField()
    """How many editions were published. All of them are kept under their hashes."""
    published_at = models.DateTimeField()

    class Meta:
        db_table = "custom_variant"
        ordering: ClassVar = ["key"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(editions__gt=0), name="custom_variant_editions_check")
        ]
        indexes: ClassVar = [models.Index(fields=["author", "key"], name="custom_variant_author")]

    def __str__(self) -> str:
        return f"{self.key} {self.hash[:12]}"


class CheckJob(models.Model):
    """A check of a ruleset that a player ordered. It is deleted after an hour, with the ruleset.

    The documents are ``json``, not ``jsonb``: they are read as they were written, and no query looks into them.
    """

    id = models.UUIDField(primary_key=True)
    author = models.UUIDField()
    owner = models.UUIDField(null=True)
    """For whom it is done (`players.owners`); None of one from before this column, which counts for its author."""
    status = models.TextField(db_default="waiting")
    sent = JsonText()
    base = models.TextField(null=True)  # noqa: DJ001 - a ruleset that stands alone has none
    deals = models.IntegerField()
    tries = models.SmallIntegerField(db_default=0)
    hash = models.TextField(null=True)  # noqa: DJ001 - what is no ruleset has none
    passed = models.BooleanField(null=True)
    report = JsonText(null=True)
    created_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    """When it ran last, and its author was served."""
    due_at = models.DateTimeField(db_default=ClockTimestamp())
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "check_job"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "running", "done"]), name="check_job_status_check"
            ),
            models.CheckConstraint(condition=Q(deals__gt=0), name="check_job_deals_check"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["created_at"], condition=~Q(status="done"), name="check_job_open"),
            models.Index(fields=["author", "began_at"], name="check_job_author"),
            models.Index(fields=["hash", "deals"], condition=Q(passed=True), name="check_job_passed"),
            models.Index(fields=["expires_at"], name="check_job_expires"),
        ]

    def __str__(self) -> str:
        return f"{self.id} ({self.status})"
