"""Puzzles from games that are over, and who has solved them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.columns import ClockTimestamp
from players.models import Player


class Puzzle(models.Model):
    """A position of a public game in which the seat on turn can win in its turn."""

    id = models.UUIDField(primary_key=True)
    day = models.DateField()
    number = models.SmallIntegerField()
    """Its place among the puzzles of the day, from 1."""
    game = models.UUIDField(unique=True)
    version = models.IntegerField()
    """The version of the game at which it stood so."""
    hash = models.BinaryField()
    """The hash of the event of this version."""
    seat = models.SmallIntegerField()
    variant = models.TextField()

    class Meta:
        db_table = "puzzle"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "number"], name="puzzle_of_day"),
            models.CheckConstraint(condition=Q(hash__octets=32), name="puzzle_hash_check"),
            models.CheckConstraint(condition=Q(number__gte=1, version__gte=1, seat__gte=0), name="puzzle_number_check"),
        ]

    def __str__(self) -> str:
        return f"{self.day}/{self.number}"


class PuzzleSolution(models.Model):
    """That a player has solved a puzzle."""

    pk = models.CompositePrimaryKey("player", "puzzle")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_column="player", related_name="+")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, db_column="puzzle", related_name="+", db_index=False)
    solved_at = models.DateTimeField(db_default=ClockTimestamp())

    class Meta:
        db_table = "puzzle_solution"

    def __str__(self) -> str:
        return f"{self.player_id} {self.puzzle_id}"
