"""Games in lists."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from msgspec import convert
from rest_framework.request import Request

from games import selectors
from games.api.lobby.schema import LobbyPage, Sitter, WaitingGame
from games.api.profiles import Person
from games.api.tables.schema import Terms
from games.api.tables.table import FORMER_PLAYER, bot_of, unrated_of
from games.api.variants.rulesets import pinned
from players.http.pagination import page
from players.models import Player


def names_of(players: Iterable[str]) -> dict[str, str]:
    """Return the display names of players by their ids; one query."""
    found = Player.objects.filter(id__in={UUID(player) for player in players}).values_list("id", "name")
    return {str(player): name for player, name in found}


def lobby_page(request: Request, variant: str | None) -> LobbyPage:
    """Return one page of the games that wait for players, of this *variant* if one is named.

    Raises FieldErrors, BadCursor.
    """
    found = page(request, selectors.lobby(variant=variant), ["created_at", "game"], lambda row: row)
    sitters = [sitter for row in found["items"] for sitter in row.sitters if sitter]
    names = names_of(sitter["player"] for sitter in sitters if sitter["player"])
    return LobbyPage([_waiting(row, names) for row in found["items"]], found["next_cursor"])


def sitter_of(player: str, bot: str, names: Mapping[str, str], *, program: bool) -> Sitter:
    """Return who sits on a seat: a *player* by their id, a *bot* by its level, or a *program* of the player."""
    person = Person(player, names.get(player, FORMER_PLAYER)) if player else None
    return Sitter(player=person, bot=bot_of(bot, program=program))


def _waiting(row: Any, names: Mapping[str, str]) -> WaitingGame:
    seats = []
    for sitter in row.sitters:
        one: Mapping[str, Any] = sitter or {"player": "", "bot": ""}
        seats.append(sitter_of(one["player"], one["bot"], names, program=bool(one.get("program"))))
    return WaitingGame(
        id=row.game,
        variant=row.variant,
        ruleset=pinned(row.variant, row.ruleset, row.options),
        terms=convert(row.terms, Terms),
        unrated=unrated_of(row.unrated),
        seats=seats,
        free=sum(sitter is None for sitter in row.sitters),
        created_at=row.created_at,
    )
