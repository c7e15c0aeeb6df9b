"""Games in lists, in JSON."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from games.api.tables.table import FORMER_PLAYER, bot_of, unrated_of
from games.api.variants.rulesets import pinned
from players.models import Player


def names_of(players: Iterable[str]) -> dict[str, str]:
    """Return the display names of players by their ids."""
    found = Player.objects.filter(id__in={UUID(player) for player in players}).values_list("id", "name")
    return {str(player): name for player, name in found}


def with_names(listed: dict[str, Any]) -> dict[str, Any]:
    """Return a page of `listing`s with the names of who sits there."""
    seated = [seat["player"] for game in listed["items"] for seat in game["seats"] if seat["player"]]
    names = names_of(person["id"] for person in seated)
    for person in seated:
        person["name"] = names.get(person["id"], FORMER_PLAYER)
    return listed


def listing(row: Any) -> dict[str, Any]:
    """Return a row of the lobby; the names of its sitters are filled in by `with_names`."""
    seats = [_sitter(sitter) for sitter in row.sitters]
    return {
        "id": row.game,
        "variant": row.variant,
        "ruleset": pinned(row.variant, row.ruleset, row.options),
        "terms": row.terms,
        "unrated": unrated_of(row.unrated),
        "seats": seats,
        "free": sum(sitter is None for sitter in row.sitters),
        "created_at": row.created_at,
    }


def _sitter(sitter: Mapping[str, Any] | None) -> dict[str, Any]:
    if sitter is None:
        return {"player": None, "bot": None}
    player, program = sitter["player"], bool(sitter.get("program"))
    return {"player": {"id": player, "name": ""} if player else None, "bot": bot_of(sitter["bot"], program=program)}
