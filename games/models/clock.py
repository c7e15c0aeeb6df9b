"""What the service knows about its own absence."""

from django.db import models


class Heartbeat(models.Model):
    """When the driver was last seen alive, by the database's clock."""

    name = models.TextField(primary_key=True)
    at = models.DateTimeField()

    class Meta:
        """Made by SQL."""

        managed = False
        db_table = "heartbeat"

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"


class Outage(models.Model):
    """A time in which nobody could move: open deadlines move on by its length."""

    id = models.BigAutoField(primary_key=True)
    began = models.DateTimeField()
    ended = models.DateTimeField()

    class Meta:
        """Made by SQL."""

        managed = False
        db_table = "outage"

    def __str__(self) -> str:
        return f"{self.began} to {self.ended}"
