"""Games that have left the log for a file, and the links that keep the chains of the shards whole."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp, JsonText


class Archive(models.Model):
    """A game whose events lie in a file. The file has all of them, and nothing here that does not follow from it."""

    pk = models.CompositePrimaryKey("shard", "game")
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    file = models.TextField()
    """Its name in the storage ``archive``."""
    sha256 = models.BinaryField()
    """Of the file."""
    size = models.BigIntegerField()
    """Of the file, in bytes."""
    version = models.IntegerField()
    """The last one."""
    head = models.BinaryField()
    """The hash of the last event."""
    started_at = models.DateTimeField(null=True)
    """None if it was closed before it began."""
    players = ArrayField(models.UUIDField())
    """All who ever had a seat."""
    contests = JsonText()
    """The results for ladders: kind, pace, entrants and places of each."""
    archived_at = models.DateTimeField(db_default=ClockTimestamp())

    class Meta:
        db_table = "archive"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(version__gt=0), name="archive_version_check"),
            models.CheckConstraint(condition=Q(sha256__octets=32), name="archive_sha256_check"),
            models.CheckConstraint(condition=Q(head__octets=32), name="archive_head_check"),
        ]

    def __str__(self) -> str:
        return f"{self.game} in {self.file}"


class EventLink(models.Model):
    """What the chain of a shard needs of an event that has left the log."""

    pk = models.CompositePrimaryKey("shard", "position")
    shard = models.SmallIntegerField()
    position = models.BigIntegerField()
    stream = models.UUIDField()
    hash = models.BinaryField()
    shard_hash = models.BinaryField()

    class Meta:
        db_table = "event_link"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(position__gt=0), name="event_link_position_check"),
            models.CheckConstraint(condition=Q(hash__octets=32), name="event_link_hash_check"),
            models.CheckConstraint(condition=Q(shard_hash__octets=32), name="event_link_shard_hash_check"),
        ]

    def __str__(self) -> str:
        return f"{self.shard}/{self.position}"
