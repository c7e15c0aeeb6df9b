"""The log, and what is written in one transaction with it."""

from typing import Any, ClassVar

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class JsonText(models.JSONField):
    """PostgreSQL's ``json``, which keeps the text as it was written: the canonical bytes that are hashed."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:  # noqa: ARG002 - Django's signature
        """Return the column's type."""
        return "json"

    def from_db_value(self, value: Any, *_: Any) -> Any:
        """Return *value*: psycopg parses this type itself."""
        return value


class Ruleset(models.Model):
    """The bytes of a variant under their content hash. Insert only."""

    hash = models.TextField(primary_key=True)
    variant = models.TextField()
    canonical = models.BinaryField()

    class Meta:
        """Made by SQL."""

        managed = False
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
        """Made by SQL."""

        managed = False
        db_table = "game"

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
        """Made by SQL."""

        managed = False
        db_table = "seat"

    def __str__(self) -> str:
        return f"{self.game}/{self.seat}"


class GameState(models.Model):
    """A game as the fold of its events, secrets included. Read by ``games.store`` alone."""

    pk = models.CompositePrimaryKey("shard", "game")
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    version = models.IntegerField()
    state = models.BinaryField()

    class Meta:
        """Made by SQL."""

        managed = False
        db_table = "game_state"

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
        """Made by SQL."""

        managed = False
        db_table = "event"
        ordering: ClassVar = ["shard", "position"]

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
        """Made by SQL."""

        managed = False
        db_table = "move_key"

    def __str__(self) -> str:
        return f"{self.game} {self.actor} {self.key}"
