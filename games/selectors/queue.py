"""Somebody's entries of the queue."""

from uuid import UUID

from django.db.models import QuerySet

from games.models import QueueEntry


def queue_entries(player: UUID) -> QuerySet[QueueEntry]:
    """Return the entries of *player*: those that wait, and those that got a game or expired lately."""
    return QueueEntry.objects.filter(player=player)
