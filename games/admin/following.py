"""The checkpoints of projections: how far they have read the log."""

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Checkpoint, Event, Projection

_LAST = Event.objects.filter(shard=OuterRef("shard")).order_by("-position").values("position")[:1]
_LIVE = Projection.objects.filter(name=OuterRef("projection")).values("generation")


def checkpoints() -> QuerySet[Checkpoint]:
    """Return all checkpoints, each with the ``live`` generation and its ``lag``, the number of events not yet read."""
    lag = Coalesce(Subquery(_LAST), 0) - F("position")
    rows = Checkpoint.objects.annotate(lag=lag, live=Subquery(_LIVE), next=F("position") + 1)
    return rows.order_by("projection", "-generation", "shard")
