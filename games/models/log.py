"""The log, and the idempotency keys that are written in one transaction with it."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.models.columns import JsonText


class Event(models.Model):
    """One event of the log. A trigger refuses changes."""

    pk = models.CompositePrimaryKey("shard", "position")
    shard = models.SmallIntegerField()
    position = models.BigIntegerField()
    stream = models.UUIDField()
    version = models.IntegerField()
    turn = models.IntegerField()
    type = models.TextField()
    schema = models.SmallIntegerField()
    command = models.TextField(null=True)  # noqa: DJ001 - most events follow from another one
    public = JsonText()
    secret = JsonText()
    secret_digest = models.BinaryField()
    actor = models.TextField()
    key = models.TextField(null=True)  # noqa: DJ001 - what opens a stream has none
    request_hash = models.BinaryField()
    recorded_at = models.DateTimeField()
    hash = models.BinaryField()
    shard_hash = models.BinaryField()
    edition = models.SmallIntegerField(db_default=1)

    class Meta:
        managed = False  # Django cannot make a partitioned table: sql/event.sql does, and a test compares the two.
        db_table = "event"
        ordering: ClassVar = ["shard", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["shard", "stream", "version"], name="event_shard_stream_version_key"),
            models.CheckConstraint(condition=Q(position__gt=0), name="event_position_check"),
            models.CheckConstraint(condition=Q(version__gt=0), name="event_version_check"),
            models.CheckConstraint(condition=Q(turn__gte=0), name="event_turn_check"),
            models.CheckConstraint(condition=Q(schema__gt=0), name="event_schema_check"),
            models.CheckConstraint(condition=Q(public__octets__lte=65_536), name="event_public_check"),
            models.CheckConstraint(condition=Q(secret__octets__lte=65_536), name="event_secret_check"),
            models.CheckConstraint(condition=Q(secret_digest__octets=32), name="event_secret_digest_check"),
            models.CheckConstraint(condition=Q(hash__octets=32), name="event_hash_check"),
            models.CheckConstraint(condition=Q(shard_hash__octets=32), name="event_shard_hash_check"),
            models.CheckConstraint(condition=Q(edition__gt=0), name="event_edition_check"),
        ]

    def __str__(self) -> str:
        return f"{self.stream}@{self.version} {self.type}"


class MoveKey(models.Model):
    """The idempotency key of a request, and the versions that it made: the same key gives the same answer."""

    pk = models.CompositePrimaryKey("shard", "game", "actor", "key")
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    actor = models.TextField()
    key = models.TextField()
    request_hash = models.BinaryField()
    first = models.IntegerField()
    last = models.IntegerField()

    class Meta:
        db_table = "move_key"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="move_key_check"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.actor} {self.key}"
