"""Who sits down at a table."""

from typing import Any

from django.conf import settings
from rest_framework.request import Request

from games import services
from games.services import Newcomer
from players.authentication import current_session, signed_in
from players.models import Player, Scope
from players.owners import owner_of


def is_program(request: Request) -> bool:
    """Return whether the caller is a program, which has an access token of its own."""
    return current_session(request).scope == Scope.BOT


def lacks(player: Player) -> services.Lack:
    """Return what *player* lacks for rated games, as the error that says so; None if nothing."""
    if player.is_guest:
        return services.AccountRequired
    return services.EmailRequired if settings.RATED_NEEDS_EMAIL and not player.email_verified else None


def newcomer(request: Request, asked: dict[str, Any]) -> Newcomer:
    """Return the caller as somebody who sits down, with what their request has *asked* for."""
    player = signed_in(request)
    return Newcomer(
        player=player.id, program=is_program(request), lacks=lacks(player), owner=owner_of(request), **asked
    )
