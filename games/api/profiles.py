"""Players as others see them."""

from uuid import UUID

from django.http import Http404

from players.http.answers import Answer
from players.models import Player


class Person(Answer, frozen=True):
    """A player as others see them."""

    id: str
    name: str


def known(player: UUID) -> Player:
    """Return the player. Raises Http404 if there is none, or if they have left the service."""
    found = Player.objects.filter(id=player, is_active=True).first()
    if found is None:
        raise Http404
    return found


def person(player: Player) -> Person:
    """Return what others see of a player."""
    return Person(str(player.id), player.name)
