"""Ladders: their best players, and the events of their streams."""

from typing import Any, Final
from uuid import UUID

from django.contrib import admin
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern

from games import ladders, selectors
from games.admin import log
from games.admin.looking import Looking, number
from games.admin.searching import names_of, uuid_of
from games.log.shards import shard_of
from games.models import Ladder
from games.selectors import anomalies
from players import accounts

BEST: Final = 20


@admin.register(Ladder)
class Ladders(Looking):
    """Ladders by variant, season and kind."""

    list_display = ("__str__", "variant", "season", "pace", "kind", "version")
    ordering = ("variant", "kind", "-season")
    search_fields = ("variant", "season")

    def pages(self) -> list[URLPattern]:
        """Return the address of what looks farmed."""
        return [self.address("anomalies/", self.anomalies_view, "ladder_anomalies")]

    def anomalies_view(self, request: HttpRequest) -> HttpResponseBase:
        """Return pairs, chains, quick resignations and shared addresses, with the names of the players."""
        self.demand_permission(request)
        pairs, chained, quitters = anomalies.one_sided_pairs(), anomalies.chains(), anomalies.quick_resignations()
        shared = accounts.shared_addresses(limit=BEST)
        players = {one for pair in pairs for one in (pair.winner, pair.loser)}
        players |= {one for chain in chained for one in (chain.top, chain.middle, chain.bottom)}
        players |= {str(one.player) for one in quitters} | {one for group in shared for one in group}
        names = {str(one): known for one, known in names_of(map(UUID, players)).items()}

        def name(player: object) -> tuple[str, str]:
            return str(player), names.get(str(player), str(player))

        return self.show(
            request, "anomalies", "What looks farmed", days=anomalies.DAYS, games=anomalies.GAMES,
            decisions=anomalies.DECISIONS,
            pairs=[(one, name(one.winner), name(one.loser)) for one in pairs],
            chains=[(one, [name(each) for each in (one.top, one.middle, one.bottom)]) for one in chained],
            quitters=[(one, name(one.player)) for one in quitters],
            shared=[[name(each) for each in group] for group in shared],
        )  # fmt: skip

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:  # noqa: ARG002
        """Return the ladder with this id, or None. The shard of the id makes the search fast."""
        ladder = uuid_of(object_id)
        return None if ladder is None else Ladder.objects.filter(shard=shard_of(ladder), id=ladder).first()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None  # noqa: ARG002
    ) -> Any:  # fmt: skip
        """Return the ladder's row, its best players, and one page of its events, each verified."""
        self.demand_permission(request)
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        most = max(row.version - 1, 0)
        after = number(request, "after", default=0, least=0, most=most)
        ladder = ladders.Ladder(row.variant, row.season, ladders.Kind(row.kind), ladders.Pace(row.pace))
        stands = selectors.leaderboard(ladder, limit=BEST)
        names = names_of(player for stand in stands if (player := uuid_of(stand.entrant)))
        return self.show(
            request, "ladder", str(row), row=row, head=bytes(row.head_hash).hex(),
            stands=[(stand, names.get(uuid_of(stand.entrant))) for stand in stands],
            lines=log.lines(row.id, after=after, over=False), steps=log.steps(after, by=log.PAGE, first=0, most=most),
        )  # fmt: skip
