"""Players as others see them."""

from collections.abc import Iterable, Mapping
from typing import Annotated
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext
from msgspec import Meta

from players.http.answers import Answer
from players.models import Player


class Person(Answer, frozen=True):
    """A player as others see them."""

    id: Annotated[str, Meta(description="The id of the player.")]
    name: Annotated[str, Meta(description="The name of the player, which they can change.")]


def known(player: UUID) -> Player:
    """Return the player. Raises Http404 if there is none, or if they have left the service."""
    found = Player.objects.filter(id=player, is_active=True).first()
    if found is None:
        raise Http404
    return found


def person(player: Player) -> Person:
    """Return what others see of a player."""
    return Person(str(player.id), player.name)


def person_named(player: str, names: Mapping[str, str]) -> Person:
    """Return what others see of the player with this id, by their *names*. Who is not among them has left."""
    return Person(player, names.get(player) or gettext("Former player"))


def names_of(players: Iterable[str]) -> dict[str, str]:
    """Return the display names of players by their ids. It costs one query."""
    found = Player.objects.filter(id__in={UUID(player) for player in players}).values_list("id", "name")
    return {str(player): name for player, name in found}
