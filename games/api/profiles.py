"""Players as others see them."""

from typing import Any
from uuid import UUID

from django.http import Http404

from players.models import Player


def known(player: UUID) -> Player:
    """Return the player. Raises Http404 if there is none, or he has left the service."""
    found = Player.objects.filter(id=player, is_active=True).first()
    if found is None:
        raise Http404
    return found


def person(player: Player) -> dict[str, Any]:
    """Return what others see of him at a table."""
    return {"id": str(player.id), "name": player.name}
