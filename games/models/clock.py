"""What the service knows about its own absence."""

from django.db import models


class Heartbeat(models.Model):
    """When the clock (`driver`) or any web process (`web`) was last seen alive, by the database's clock."""

    name = models.TextField(primary_key=True)
    at = models.DateTimeField()
    machine = models.TextField(null=True)  # noqa: DJ001  # null: its clock was not read
    ticks = models.FloatField(null=True)

    class Meta:
        """Made by SQL."""

        managed = False
        db_table = "heartbeat"

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"


class Outage(models.Model):
    """A time in which nobody could move, or by which the wall clock jumped: open deadlines move on."""

    id = models.BigAutoField(primary_key=True)
    cause = models.TextField(default="driver")
    began = models.DateTimeField()
    ended = models.DateTimeField()

    class Meta:
        """Made by SQL."""

        managed = False
        db_table = "outage"

    def __str__(self) -> str:
        return f"{self.began} to {self.ended}"
