"""Who sits down at a table."""

from typing import Any

from rest_framework.request import Request

from games.services import Newcomer
from players.http.authentication import current_session, signed_in
from players.models import Scope


def is_program(request: Request) -> bool:
    """Return whether the caller is a program, which has an access token of its own."""
    return current_session(request).scope == Scope.BOT


def newcomer(request: Request, asked: dict[str, Any]) -> Newcomer:
    """Return the caller as somebody who sits down, with what their request has *asked* for."""
    player = signed_in(request)
    return Newcomer(player=player.id, program=is_program(request), guest=player.is_guest, **asked)
