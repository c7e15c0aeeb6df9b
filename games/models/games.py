"""The tables of games beside the log: rulesets, rows, seats and snapshots."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
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
    """The row of a game: a move locks it, and lists are made from it without the state of the game."""

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
    turn_given = models.DurationField(null=True)
    """What the seat may use from ``turn_began`` on before its bank is touched; None for the allowance of a turn."""
    turn_moved = models.DurationField(null=True)
    """How much later the deadline is for quiet hours."""
    turn_extended = models.BooleanField(db_default=False)
    pauses = ArrayField(models.TextField(), null=True)
    """Why the clock stands still: ``vote``, ``moderator``, ``vacation:<seat>``; None while it runs."""
    lapses_at = models.DateTimeField(null=True)
    """When the first pause or proposal, a game without a clock, or a table that waits for players ends by itself."""
    head_hash = models.BinaryField()
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    owner = models.UUIDField(null=True)
    """For whom its experts think (`players.owners`); None where the service opened it, and when it is over."""
    maker = models.UUIDField(null=True)
    """The player who opened it; None where the service did. Experts of one owner think for its players in turn."""

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
            models.Index(fields=["lapses_at"], condition=Q(lapses_at__isnull=False), name="game_lapses"),
            models.Index(
                fields=["ended_at", "id"], condition=Q(status="over", visibility="public"), name="game_ended_public"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id} ({self.variant}, {self.status})"


class Seat(models.Model):
    """The sitter of a seat: a read model of ``seat-taken`` and ``seat-left`` that is written with the events."""

    pk = models.CompositePrimaryKey("shard", "game", "seat")
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    seat = models.SmallIntegerField()
    player = models.UUIDField(null=True)
    bot = models.TextField(null=True)  # noqa: DJ001 - a seat has a player or a bot, never both
    bank = models.IntegerField(null=True)
    """Seconds of thinking time that the seat has left beyond the allowance of a turn."""
    absent = models.BooleanField(db_default=False)
    """Whether the player has missed so many turns that they count as absent."""

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
    """A game as the fold of its events, secrets included. Only ``games.store`` reads it."""

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
    """A game as it stood at each hundredth version, kept when its history is read. Rows may be deleted at any time."""

    pk = models.CompositePrimaryKey("shard", "game", "version")
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    version = models.IntegerField()
    state = models.BinaryField()
    clock = JsonText()
    """The seat whose time ran, since when, and the time banks."""

    class Meta:
        db_table = "snapshot"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(Q(version__gt=0), Exact(F("version") % 100, 0)), name="snapshot_version_check"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game}@{self.version}"
