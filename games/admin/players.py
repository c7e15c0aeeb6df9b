"""Players, and whose names look like those of others."""

from typing import Final

from django.contrib import admin
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern

from games.admin.looking import Looking
from players import namesakes
from players.models import Player

MOST: Final = 100
"""The most players of each list of names."""


@admin.register(Player)
class Players(Looking):
    """Players by their names, the newest first."""

    list_display = ("name", "username", "created_at", "erased_at")
    ordering = ("-id",)
    search_fields = ("id", "name", "username")
    fields = ("id", "name", "username", "created_at", "erased_at")
    readonly_fields = fields

    def pages(self) -> list[URLPattern]:
        """Return the address of the names that look like others."""
        return [self.address("names/", self.names_view, "player_names")]

    def names_view(self, request: HttpRequest) -> HttpResponseBase:
        """Return players whose names look like those of the service, or like usernames of others."""
        return self.show(
            request, "names", "Names that look like others", most=MOST, conflicts=namesakes.conflicts(limit=MOST),
            reserved=namesakes.reserved(limit=MOST),
        )  # fmt: skip
