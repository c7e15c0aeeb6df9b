"""Games: search for one, see its row and its events, and its table at any version."""

from typing import Any, Final
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern

from games import store
from games.admin import log
from games.admin.following import checkpoints
from games.admin.looking import Looking, number
from games.admin.moderating import may_moderate, moderate
from games.admin.searching import Wanted, game_of, newest, seats_of, uuid_of
from games.admin.tables import table_at
from games.log.read import read
from games.log.shards import SHARDS, shard_of
from games.models import Game, LatestSnapshot
from games.rules import variants
from games.rules.events import PauseReason
from games.rules.game import Status
from games.store import GameRow

PAGE: Final = 50
"""Games."""


@admin.register(Game)
class Games(Looking):
    """The pages of games, and of the log."""

    def pages(self) -> list[URLPattern]:
        """Return the addresses of a game's pages, and of the shards of the log."""
        return [
            self.address("log/<int:shard>/", self.shard_view, "log"),
            self.address("<uuid:game>/events/", self.events_view, "game_events"),
            self.address("<uuid:game>/table/", self.table_view, "game_table"),
            self.address("<uuid:game>/proof/", self.verify_view, "game_proof"),
        ]

    def acts(self) -> list[URLPattern]:
        """Return the address of what moderators do to a game."""
        return [self.address("<uuid:game>/moderation/", self.moderation_view, "game_moderation")]

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:  # noqa: ARG002
        """Return the game with this id, or None. The shard of the id makes the search fast."""
        game = uuid_of(object_id)
        return None if game is None else Game.objects.filter(shard=shard_of(game), id=game).first()

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:  # noqa: ARG002
        """Return the games that the form asks for, or a redirect to the game if it has an id."""
        self.demand_permission(request)
        wanted = Wanted.of(request.GET)
        if game := game_of(wanted.who):
            return redirect("admin:games_game_change", game)
        games = list(newest(wanted, before=uuid_of(request.GET.get("before", "")), limit=PAGE + 1))
        seats = seats_of([game.id for game in games[:PAGE]])
        return self.show(
            request, "games", "Games", wanted=wanted, rows=[(game, seats.get(game.id, [])) for game in games[:PAGE]],
            older=games[PAGE - 1].id if len(games) > PAGE else None, variants=variants.KEYS,
            statuses=[Status.WAITING, Status.PLAYING, Status.OVER],
        )  # fmt: skip

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None  # noqa: ARG002
    ) -> Any:  # fmt: skip
        """Return the game's row, its seats, and how far the projections have read its shard."""
        self.demand_permission(request)
        row = _row(uuid_of(object_id))
        last = read(row.id, after=row.version - 1, limit=1)
        stored = LatestSnapshot.objects.filter(shard=row.shard, game=row.id)
        return self.show(
            request, "game", "Game", row=row, head=row.head_hash.hex(), seats=seats_of([row.id]).get(row.id, []),
            position=last[0].position if last else None,
            stored=stored.values_list("version", flat=True).first(), checkpoints=checkpoints().filter(shard=row.shard),
            may_stop=may_moderate(request) and row.status == Status.PLAYING,
            may_annul=may_moderate(request) and row.status == Status.OVER and bool(store.ladders_of(row.id)),
            is_stopped=str(PauseReason.MODERATOR) in (row.pauses or ()),
        )  # fmt: skip

    def moderation_view(self, request: HttpRequest, game: UUID) -> HttpResponseBase:
        """Stop the game's clock, let it run again, or annul the game. Its history keeps who did it and why.

        Raises PermissionDenied.
        """
        if not may_moderate(request):
            raise PermissionDenied
        row = Game.objects.filter(shard=shard_of(game), id=game).first()
        if row is None:
            raise Http404
        refusal, done = moderate(game, request.POST)
        if refusal:
            messages.error(request, refusal)
        else:
            self.log_change(request, row, done)
            messages.success(request, done)
        return redirect("admin:games_game_change", game)

    def events_view(self, request: HttpRequest, game: UUID) -> HttpResponseBase:
        """Return one page of the game's events, each verified against the one before."""
        row = _row(game)
        after = number(request, "after", default=0, least=0, most=row.version - 1)
        steps = log.steps(after, by=log.PAGE, first=0, most=row.version - 1)
        return self.show(
            request, "events", "Events", row=row, lines=log.lines(game, after=after, over=_is_over(row)), steps=steps,
        )  # fmt: skip

    def table_view(self, request: HttpRequest, game: UUID) -> HttpResponseBase:
        """Return the game's table at a version, by default the last one."""
        row = _row(game)
        version = number(request, "version", default=row.version, least=1, most=row.version)
        steps = log.steps(version, by=1, first=1, most=row.version)
        return self.show(
            request, "table", "Table", row=row, version=version, steps=steps, table=table_at(row, version),
            lines=log.lines(game, after=version - 1, over=_is_over(row))[:1],
        )  # fmt: skip

    def verify_view(self, request: HttpRequest, game: UUID) -> HttpResponseBase:
        """Return the findings about everything that is stored of the game."""
        row = _row(game)
        return self.show(request, "proof", "Verification", row=row, findings=log.findings_of(game, over=_is_over(row)))

    def shard_view(self, request: HttpRequest, shard: int) -> HttpResponseBase:
        """Return one page of the log of a shard, by position."""
        if shard not in SHARDS:
            raise Http404
        end = log.end_of(shard)
        after = number(request, "after", default=0, least=0, most=end)
        steps = log.steps(after, by=log.PAGE, first=0, most=end - 1)
        return self.show(
            request, "log", f"Log of shard {shard}", shard=shard, end=end, lines=log.shard_lines(shard, after=after),
            steps=steps, shards=SHARDS,
        )  # fmt: skip


def _row(game: UUID | None) -> GameRow:
    row = None if game is None else store.head(game)
    if row is None:
        raise Http404
    return row


def _is_over(row: GameRow) -> bool:
    return row.status == Status.OVER
