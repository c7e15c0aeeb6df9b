"""Players as others see them."""

from collections.abc import Iterable, Mapping
from typing import Annotated, TypeAlias
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper
from django.http import Http404
from django.utils.translation import gettext
from msgspec import Meta

from base.http.answers import Answer
from players.models import IS_GUEST, Player


class Person(Answer, frozen=True):
    """A player as others see them."""

    id: Annotated[str, Meta(description="The id of the player.")]
    name: Annotated[str, Meta(description="The name of the player, which they can change.")]
    username: Annotated[
        str | None,
        Meta(description="The username, which nobody else has. Null for guests, and for players who have left."),
    ]
    guest: Annotated[bool, Meta(description="Whether the player is a guest: without a username and a password.")]


People: TypeAlias = Mapping[str, Person]
"""Players by their ids."""


def known(player: UUID) -> Player:
    """Return the player. Raises Http404 if there is none, or if they have left the service."""
    found = Player.objects.filter(id=player, is_active=True).first()
    if found is None:
        raise Http404
    return found


def person(player: Player) -> Person:
    """Return what others see of a player."""
    return Person(str(player.id), player.name, player.username, player.is_guest)


def person_among(player: str, people: People) -> Person:
    """Return what others see of the player with this id. Who is not among the *people* has left."""
    found = people.get(player)
    return found if found and found.name else Person(player, gettext("Former player"), None, guest=False)


def people_of(players: Iterable[str]) -> dict[str, Person]:
    """Return what others see of players, by their ids. It costs one query."""
    found = Player.objects.filter(id__in={UUID(player) for player in players})
    guest = ExpressionWrapper(IS_GUEST, output_field=BooleanField())
    rows = found.annotate(guest=guest).values_list("id", "name", "username", "guest")
    return {str(player): Person(str(player), *row) for player, *row in rows}


def names_among(people: People) -> dict[str, str]:
    """Return the display names of *people* by their ids."""
    return {player: one.name for player, one in people.items()}
