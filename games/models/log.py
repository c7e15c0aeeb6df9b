"""The log, and what is written in one transaction with it."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import Exact

from games.models.columns import JsonText, ShardOf, TextKey


class Ruleset(models.Model):
    """The bytes of a variant under their content hash. Insert only."""

    hash = TextKey(primary_key=True)
    variant = models.TextField()
    canonical = models.BinaryField()

    class Meta:
        db_table = "ruleset"

    def __str__(self) -> str:
        return f"{self.variant} {self.hash[:12]}"


class Game(models.Model):
    """The narrow row of a game: locked by whoever moves it, and all that may be known without its state."""

    id = models.UUIDField(primary_key=True)
    """The table's key is (shard, id); the shard is a function of the id."""
    shard = models.SmallIntegerField()
    ruleset = models.TextField()
    variant = models.TextField()
    visibility = models.TextField()
    version = models.IntegerField()
    turn = models.IntegerField()
    status = models.TextField()
    on_turn = models.SmallIntegerField(null=True)
    turn_began = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    bot_due = models.DateTimeField(null=True)
    head_hash = models.BinaryField()
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "game"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(shard=ShardOf("id")), name="game_shard"),
            models.CheckConstraint(condition=Q(version__gt=0), name="game_version_check"),
            models.CheckConstraint(condition=Q(turn__gte=0), name="game_turn_check"),
            models.CheckConstraint(condition=Q(status__in=["waiting", "playing", "over"]), name="game_status_check"),
            models.CheckConstraint(condition=Q(head_hash__octets=32), name="game_head_hash_check"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="game_deadline"),
            models.Index(fields=["bot_due"], condition=Q(bot_due__isnull=False), name="game_bot_due"),
            models.Index(
                fields=["ended_at", "id"], condition=Q(status="over", visibility="public"), name="game_ended_public"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id} ({self.variant}, {self.status})"


class Seat(models.Model):
    """Who sits where: an inline read model of ``seat-taken`` and ``seat-left``."""

    pk = models.CompositePrimaryKey("shard", "game", "seat")
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    seat = models.SmallIntegerField()
    player = models.UUIDField(null=True)
    bot = models.TextField(null=True)  # noqa: DJ001 - a seat has a player or a bot, never both
    bank = models.IntegerField(null=True)
    """Seconds of thinking time that the seat has left beyond the allowance of a turn."""

    class Meta:
        db_table = "seat"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["shard", "game", "player"], name="seat_shard_game_player_key"),
            models.CheckConstraint(condition=Q(seat__gte=0), name="seat_seat_check"),
            models.CheckConstraint(condition=Q(bank__gte=0), name="seat_bank_check"),
            models.CheckConstraint(
                condition=Q(player__isnull=True, bot__isnull=False) | Q(player__isnull=False, bot__isnull=True),
                name="seat_taken_by_one",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "game"], condition=Q(player__isnull=False), name="seat_player"),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.seat}"


class LatestSnapshot(models.Model):
    """A game as the fold of its events, secrets included. Read by ``games.store`` alone."""

    pk = models.CompositePrimaryKey("shard", "game")
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    version = models.IntegerField()
    state = models.BinaryField()

    class Meta:
        db_table = "game_state"

    def __str__(self) -> str:
        return f"{self.game}@{self.version}"


class Snapshot(models.Model):
    """A game as it stood at a hundredth version, made when somebody looks back. Rows may be deleted at any time."""

    pk = models.CompositePrimaryKey("shard", "game", "version")
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    version = models.IntegerField()
    state = models.BinaryField()
    clock = JsonText()
    """Whose time ran since when, and the banks."""

    class Meta:
        db_table = "snapshot"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(Q(version__gt=0), Exact(F("version") % 100, 0)), name="snapshot_version_check"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game}@{self.version}"


class Event(models.Model):
    """One event of the log, for ever."""

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
        ]

    def __str__(self) -> str:
        return f"{self.stream}@{self.version} {self.type}"


class MoveKey(models.Model):
    """One attempt of a client: the same key gives the same answer, for ever."""

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
