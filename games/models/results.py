"""Results of games, and their sums: the read model of the projection ``results``."""

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Sitting(models.Model):
    """The score sheet of a game that has not ended yet."""

    pk = models.CompositePrimaryKey("generation", "shard", "game")
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    sheet = models.JSONField()
    """As ``games.projections.results_sheet`` writes it."""

    class Meta:
        db_table = "sitting"

    def __str__(self) -> str:
        return str(self.game)


class Result(models.Model):
    """A game that has ended."""

    pk = models.CompositePrimaryKey("generation", "shard", "game")
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    variant = models.TextField()
    ruleset = models.TextField()
    options = models.JSONField()
    rated = models.BooleanField()
    unrated = models.TextField()
    """Why it does not count although its terms say that it is rated."""
    private = models.BooleanField()
    deals = models.IntegerField()
    decisions = models.IntegerField()
    """Those of all seats."""
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        db_table = "result"

    def __str__(self) -> str:
        return f"{self.game} ({self.variant})"


class SeatResult(models.Model):
    """The result of a game for one seat, and the sums of its decisions."""

    pk = models.CompositePrimaryKey("generation", "shard", "game", "seat")
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    seat = models.SmallIntegerField()
    player = models.UUIDField(null=True)
    bot = models.TextField(null=True)  # noqa: DJ001 - a seat has a player or a bot, never both
    program = models.BooleanField()
    place = models.SmallIntegerField()
    result = models.TextField()
    """``won``, ``shared`` (the first place, with others) or ``lost``."""
    resigned = models.BooleanField()
    score = models.IntegerField(null=True)
    """None if the variant counts no points."""
    lost = models.SmallIntegerField()
    """Deals lost."""
    decisions = models.IntegerField()
    by_clock = models.IntegerField()
    """Those of the decisions that the clock made."""
    answer_ms = models.BigIntegerField()
    """How long the others took altogether."""
    missed = models.IntegerField()
    """Fines and charges for a word that was not said."""

    class Meta:
        db_table = "seat_result"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(result__in=["won", "shared", "lost"]), name="seat_result_result_check"),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.seat}: {self.place}"


class Encounter(models.Model):
    """A game of a player with another one; with themselves: any game of theirs."""

    pk = models.CompositePrimaryKey("generation", "shard", "game", "player", "other")
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    player = models.UUIDField()
    other = models.UUIDField()
    private = models.BooleanField()
    variant = models.TextField()
    result = models.TextField()
    ended_at = models.DateTimeField()

    class Meta:
        db_table = "encounter"
        indexes: ClassVar = [
            models.Index(
                fields=["generation", "player", "other", "private", "ended_at", "game"],
                include=["variant", "result"],
                name="encounter_all",
            ),
            models.Index(
                fields=["generation", "player", "other", "private", "variant", "ended_at", "game"],
                name="encounter_variant",
            ),
            models.Index(
                fields=["generation", "player", "other", "private", "result", "ended_at", "game"],
                name="encounter_result",
            ),
            models.Index(
                fields=["generation", "player", "other", "private", "variant", "result", "ended_at", "game"],
                name="encounter_both",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.player} and {self.other}"


class Tally(models.Model):
    """A player's games of a shard that ended alike, added up."""

    pk = models.CompositePrimaryKey("generation", "shard", "player", "variant", "private", "place", "result")
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    player = models.UUIDField()
    variant = models.TextField()
    private = models.BooleanField()
    place = models.SmallIntegerField()
    result = models.TextField()
    games = models.BigIntegerField()
    resigned = models.BigIntegerField()
    points = models.BigIntegerField()
    decisions = models.BigIntegerField()
    by_clock = models.BigIntegerField()
    answer_ms = models.BigIntegerField()
    missed = models.BigIntegerField()

    class Meta:
        db_table = "tally"
        indexes: ClassVar = [
            models.Index(fields=["generation", "player"], name="tally_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.games} of {self.variant}"


class Meeting(models.Model):
    """How often a player came in ahead of another one in a shard, and behind them."""

    pk = models.CompositePrimaryKey("generation", "shard", "player", "other", "variant", "private")
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    player = models.UUIDField()
    other = models.UUIDField()
    variant = models.TextField()
    private = models.BooleanField()
    games = models.BigIntegerField()
    ahead = models.BigIntegerField()
    behind = models.BigIntegerField()

    class Meta:
        db_table = "meeting"
        indexes: ClassVar = [
            models.Index(fields=["generation", "player", "other"], name="meeting_players"),
        ]

    def __str__(self) -> str:
        return f"{self.player} and {self.other}: {self.games} of {self.variant}"
