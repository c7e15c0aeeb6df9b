"""Claims of work that is due, and work that failed and is put off."""

from django.db import models


class Claim(models.Model):
    """Work that a worker took. Success deletes the row; a reason says that it failed, and is put off."""

    pk = models.CompositePrimaryKey("kind", "key")
    kind = models.TextField()
    """``clock``, ``bot``, ``plan``, ``lapse``, ``read model``, ``ladder`` or ``queue entry``."""
    key = models.TextField()
    """The id of a game, a ladder or an entry of the queue; of a read model ``name/generation/shard``."""
    turn = models.IntegerField()
    """Number of the decision that is due in the game; 0 for other work. The claim is void when another one is due."""
    tries = models.IntegerField()
    reason = models.TextField()
    since = models.DateTimeField()
    next_try = models.DateTimeField()

    class Meta:
        db_table = "claim"

    def __str__(self) -> str:
        return f"{self.kind} of {self.key}"
