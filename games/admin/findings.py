"""The findings of `manage.py verify` about the log, games, read models and ladders."""

from django.contrib import admin
from django.db.models import F

from games import store
from games.admin.log import shown
from games.admin.looking import Looking
from games.admin.searching import uuid_of
from games.models import FindingReport
from games.rules.game import Status


@admin.register(FindingReport)
class FindingReports(Looking):
    """Finding reports by place, the open ones first."""

    list_display = ("what", "place", "is_well", "found_at", "seen_at", "closed_at")
    list_filter = ("what", ("closed_at", admin.EmptyFieldListFilter))
    fields = ("what", "place", "found_at", "seen_at", "closed_at", "findings")
    readonly_fields = fields
    ordering = (F("closed_at").desc(nulls_first=True), "-id")

    @admin.display(boolean=True, description="resolved")
    def is_well(self, report: FindingReport) -> bool:
        """Return whether a later verification has found nothing."""
        return report.closed_at is not None

    def findings(self, report: FindingReport) -> str:
        """Return the findings. Of a running game these are only their kinds, since findings may quote hidden cards."""
        is_open = True
        if report.what == "game":
            game = uuid_of(report.place.split()[-1])
            row = None if game is None else store.head(game)
            is_open = row is not None and row.status == Status.OVER
        return "\n".join(shown(report.lines, over=is_open))
