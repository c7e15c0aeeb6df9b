"""Who works on what is due, and what failed and is put off."""

from django.db import models


class Claim(models.Model):
    """Work that a worker took; it is deleted when that succeeds. With a reason it failed, and is put off."""

    pk = models.CompositePrimaryKey("kind", "key")
    kind = models.TextField()
    """``clock``, ``bot``, ``read model`` or ``ladder``."""
    key = models.TextField()
    """Of a game its id, of a read model ``name/generation/shard``, of a ladder its id."""
    turn = models.IntegerField()
    """Number of the decision that is due in the game, 0 of others: where another one is due, this claim is void."""
    tries = models.IntegerField()
    reason = models.TextField()
    since = models.DateTimeField()
    next_try = models.DateTimeField()

    class Meta:
        db_table = "claim"

    def __str__(self) -> str:
        return f"{self.kind} of {self.key}"
