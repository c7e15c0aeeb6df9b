"""Ladders, the rows beside their streams, and the read models of standings."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.models.columns import ShardOf


class Ladder(models.Model):
    """The row of a ladder. A rating locks it, as a move locks the row of a game."""

    id = models.UUIDField(primary_key=True)
    """The table's key is (shard, id); the shard is a function of the id."""
    shard = models.SmallIntegerField()
    variant = models.TextField()
    season = models.TextField()
    pace = models.TextField()
    kind = models.TextField()
    version = models.IntegerField()
    head_hash = models.BinaryField()

    class Meta:
        db_table = "ladder"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(shard=ShardOf("id")), name="ladder_shard"),
            models.CheckConstraint(condition=Q(kind__in=["humans", "bots"]), name="ladder_kind_check"),
            models.CheckConstraint(condition=Q(pace__in=["live", "daily"]), name="ladder_pace_check"),
            models.CheckConstraint(condition=Q(version__gte=0), name="ladder_version_check"),
            models.CheckConstraint(condition=Q(head_hash__octets=32), name="ladder_head_hash_check"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["variant", "pace", "kind", "season"], condition=Q(version__gt=0), name="ladder_listing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant}, {self.pace}, {self.season}, {self.kind}"


class Rating(models.Model):
    """The rating of an entrant now: the fold of the streams of their ladders, written with each event."""

    pk = models.CompositePrimaryKey("shard", "variant", "pace", "kind", "entrant")
    shard = models.SmallIntegerField()
    variant = models.TextField()
    pace = models.TextField()
    kind = models.TextField()
    entrant = models.TextField(db_collation="C")
    mu = models.TextField()
    sigma = models.TextField()
    games = models.IntegerField()
    met = models.IntegerField(db_default=0)
    """Different opponents."""
    opponents = models.IntegerField(db_default=0)
    """Those of them that count."""
    counted = models.IntegerField(db_default=0)
    """Rated games against opponents that counted."""
    anchored = models.BooleanField(db_default=False)
    established = models.BooleanField(db_default=False)
    last_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "rating"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(games__gte=0), name="rating_games_check"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["shard", "variant", "pace", "kind"], condition=Q(established=True), name="rating_established"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.mu} ({self.sigma})"


class RatedPair(models.Model):
    """What an entrant has had with one opponent: the fold of the streams of their ladders, written with each event."""

    pk = models.CompositePrimaryKey("shard", "variant", "pace", "kind", "entrant", "opponent")
    shard = models.SmallIntegerField()
    variant = models.TextField()
    pace = models.TextField()
    kind = models.TextField()
    entrant = models.TextField(db_collation="C")
    opponent = models.TextField(db_collation="C")
    games = models.IntegerField()
    """Rated games of both."""
    wins = models.IntegerField()
    """Those of them in which the entrant came before the opponent."""
    counts = models.BooleanField()
    """Whether the opponent is among those that count for the entrant."""
    last_at = models.DateTimeField()
    """When the last of them ended, also if it is annulled."""

    class Meta:
        db_table = "rated_pair"
        indexes: ClassVar = [
            models.Index(fields=["last_at"], condition=Q(games__gte=4), name="rated_pair_last_at"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} and {self.opponent}: {self.games}"


class Unrated(models.Model):
    """A result that waits to be rated."""

    pk = models.CompositePrimaryKey("shard", "game", "kind")
    shard = models.SmallIntegerField()
    game = models.UUIDField()
    kind = models.TextField()
    variant = models.TextField()
    pace = models.TextField()
    season = models.TextField()
    ended_at = models.DateTimeField()
    private = models.BooleanField()
    entrants = ArrayField(models.TextField())
    places = ArrayField(models.SmallIntegerField())

    class Meta:
        db_table = "unrated"
        indexes: ClassVar = [
            models.Index(fields=["variant", "pace", "season", "kind", "ended_at", "game"], name="unrated_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.game} ({self.kind})"


class RatedStart(models.Model):
    """A rated game that started lately, once for each two players who meet in it."""

    pk = models.CompositePrimaryKey("day", "kind", "entrants", "game")
    day = models.DateField()
    """In UTC."""
    kind = models.TextField()
    entrants = ArrayField(models.TextField())
    game = models.UUIDField()

    class Meta:
        db_table = "rated_start"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=["humans", "bots"]), name="rated_start_kind_check"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["game"], name="rated_start_of_game"),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.game}"


class Standing(models.Model):
    """Where an entrant stands on a ladder."""

    pk = models.CompositePrimaryKey("generation", "shard", "ladder", "entrant")
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    ladder = models.UUIDField()
    entrant = models.TextField(db_collation="C")
    variant = models.TextField()
    season = models.TextField()
    pace = models.TextField()
    kind = models.TextField()
    mu = models.FloatField()
    sigma = models.FloatField()
    rating = models.IntegerField()
    """Hundredths of mu minus three sigma."""
    games = models.IntegerField()
    """Rated games in all seasons so far."""
    played = models.IntegerField()
    """Rated games in this season."""
    wins = models.IntegerField()
    listed = models.BooleanField()
    """Whether a leaderboard lists the entrant while its ladder is not settled."""
    established = models.BooleanField(db_default=False)
    """Whether a leaderboard lists the entrant when its ladder is settled."""
    last_at = models.DateTimeField()

    class Meta:
        db_table = "standing"
        indexes: ClassVar = [
            models.Index(
                fields=["generation", "shard", "ladder", "rating", "entrant"],
                condition=Q(listed=True),
                name="standing_board",
            ),
            models.Index(
                fields=["generation", "shard", "ladder", "rating", "entrant"],
                condition=Q(established=True),
                name="standing_established",
            ),
            models.Index(
                fields=["generation", "entrant", "variant", "pace", "kind", "season"], name="standing_of_entrant"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.rating / 100:.2f}"


class Rung(models.Model):
    """How many entrants of a ladder have a rating, or a rating in a hundred of them: all listed, or the established."""

    pk = models.CompositePrimaryKey("generation", "shard", "ladder", "level", "bucket")
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    ladder = models.UUIDField()
    level = models.SmallIntegerField()
    """0: the bucket is a rating; 1: it is a hundred of them. 2 and 3: the same of the established alone."""
    bucket = models.IntegerField()
    entrants = models.IntegerField()

    class Meta:
        db_table = "rung"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(entrants__gt=0), name="rung_entrants_check"),
        ]

    def __str__(self) -> str:
        return f"{self.bucket}: {self.entrants}"


class RatingChange(models.Model):
    """How a game changed a rating."""

    pk = models.CompositePrimaryKey("generation", "shard", "ladder", "version", "entrant")
    generation = models.IntegerField()
    shard = models.SmallIntegerField()
    ladder = models.UUIDField()
    version = models.IntegerField()
    entrant = models.TextField(db_collation="C")
    variant = models.TextField()
    season = models.TextField()
    pace = models.TextField()
    kind = models.TextField()
    game = models.UUIDField()
    private = models.BooleanField()
    annulled = models.BooleanField(db_default=False)
    """Whether a moderator has annulled the game, and so given back what it changed."""
    at = models.DateTimeField()
    """When the game ended."""
    place = models.SmallIntegerField()
    games = models.IntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    before = models.IntegerField()
    """The rating in hundredths."""
    after = models.IntegerField()

    class Meta:
        db_table = "rating_change"
        indexes: ClassVar = [
            models.Index(fields=["generation", "game", "entrant"], name="rating_change_of_game"),
            models.Index(fields=["generation", "entrant", "at", "ladder", "version"], name="rating_change_of_entrant"),
            models.Index(
                fields=["generation", "entrant", "variant", "at", "ladder", "version"], name="rating_change_by_variant"
            ),
            models.Index(
                fields=["generation", "entrant", "season", "at", "ladder", "version"], name="rating_change_by_season"
            ),
            models.Index(
                fields=["generation", "entrant", "pace", "at", "ladder", "version"], name="rating_change_by_pace"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.before / 100:.2f} to {self.after / 100:.2f}"
