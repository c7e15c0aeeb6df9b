"""Projections with their checkpoints: how far each shard is, and which have stopped."""

from collections import Counter
from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest

from games.admin.following import checkpoints
from games.admin.looking import Looking
from games.models import Projection


@admin.register(Projection)
class Projections(Looking):
    """The pages of projections."""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:  # noqa: ARG002
        """Return all projections, generation by generation, with sums over their shards."""
        self.demand_permission(request)
        found: dict[tuple[str, int], list[Any]] = {}
        for row in checkpoints():
            found.setdefault((row.projection, row.generation), []).append(row)
        generations = [
            {
                "projection": projection,
                "generation": generation,
                "live": shards[0].live == generation,
                "statuses": sorted(Counter(row.status for row in shards).items()),
                "lag": sum(row.lag for row in shards),
                "failed": [row for row in shards if row.status == "failed"],
            }
            for (projection, generation), shards in found.items()
        ]
        return self.show(request, "projections", "Projections", generations=generations)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None  # noqa: ARG002
    ) -> Any:  # fmt: skip
        """Return the checkpoints of one projection, with those that failed first."""
        self.demand_permission(request)
        rows = list(checkpoints().filter(projection=object_id))
        if not rows:
            raise Http404
        rows.sort(key=lambda row: row.status != "failed")
        return self.show(request, "projection", f"Projection {object_id}", checkpoints=rows)
