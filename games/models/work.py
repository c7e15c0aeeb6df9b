"""What expensive work runs for whom, and pictures that were drawn."""

from typing import ClassVar

from django.db import models


class WorkSlot(models.Model):
    """One of the expensive things that run for an owner at once: there are only as many rows as may run.

    An owner is a player with an account, or all guests of one network address: `players.owners`.
    """

    pk = models.CompositePrimaryKey("owner", "slot")
    owner = models.UUIDField()
    slot = models.SmallIntegerField()
    work = models.UUIDField()
    """The job, the game or the request for which it was taken last."""
    player = models.UUIDField(null=True)
    """Who asked for it; None where nobody is known."""
    began_at = models.DateTimeField()
    until = models.DateTimeField()
    """When it is free again, also if the worker has died."""

    class Meta:
        db_table = "work_slot"

    def __str__(self) -> str:
        return f"{self.slot} of {self.owner}"


class KeptPicture(models.Model):
    """A picture of a public game that is over. It follows from the game, so it may be deleted and drawn again."""

    pk = models.CompositePrimaryKey("game", "kind")
    game = models.UUIDField()
    kind = models.TextField()
    """Its media type."""
    mark = models.TextField()
    """A hash of all that it shows. With another name of a player it is drawn again."""
    content = models.BinaryField()
    drawn_at = models.DateTimeField()

    class Meta:
        db_table = "picture"
        indexes: ClassVar = [models.Index(fields=["drawn_at"], name="picture_drawn_at")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.game}"
