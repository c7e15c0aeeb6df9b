"""What the expert would have done in games that are over."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp, JsonText


class Analysis(models.Model):
    """The analysis of a game: a job of the queue of ``games.store.jobs``, with what it has found so far.

    It follows from the log, so it can be deleted and made again.
    """

    id = models.UUIDField(primary_key=True)
    game = models.UUIDField(unique=True)
    author = models.UUIDField(null=True)
    """Who asked for it; None when their account was erased."""
    owner = models.UUIDField(null=True)
    """For whom it is done (`players.owners`); None of one from before this column, which counts for its author."""
    status = models.TextField(db_default="waiting")
    deals = models.IntegerField()
    """How many imagined deals each move was tried in."""
    total = models.IntegerField(null=True)
    """How many decisions are analysed; None until a worker has read the game."""
    left_out = models.IntegerField(db_default=0)
    """How many decisions were beyond the bound."""
    moves = JsonText()
    """The decisions that are done, in order."""
    tries = models.SmallIntegerField(db_default=0)
    created_at = models.DateTimeField(db_default=ClockTimestamp())
    began_at = models.DateTimeField(null=True)
    """When a worker took it last, and its author was served."""
    due_at = models.DateTimeField(db_default=ClockTimestamp())
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "analysis"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "running", "done"]), name="analysis_status_check"
            ),
            models.CheckConstraint(condition=Q(deals__gt=0), name="analysis_deals_check"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["created_at"], condition=~Q(status="done"), name="analysis_open"),
            models.Index(fields=["author", "began_at"], name="analysis_author"),
            models.Index(fields=["expires_at"], name="analysis_expires"),
        ]

    def __str__(self) -> str:
        return f"of {self.game} ({self.status})"
