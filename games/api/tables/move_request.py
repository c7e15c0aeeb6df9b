"""From a caller's words to a command."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from games.api.header import Glance
from games.api.tables.problems import GameOver, NotSeated, TurnRequired
from games.rules.commands import Move
from games.rules.game import Status
from games.rules.notation import NotationError, parse_move
from players.http.problems import FieldErrors


def seat_of(seen: Glance) -> int:
    """Return the caller's seat; GameOver for a game that is over, NotSeated otherwise where he has none."""
    if seen.viewer is not None:
        return seen.viewer
    if seen.status == Status.OVER:
        raise GameOver
    raise NotSeated


def turn_of(asked: Mapping[str, Any]) -> int:
    """Return the decision that a move answers. Raises TurnRequired where it is not said."""
    if "turn" not in asked:
        raise TurnRequired
    return int(asked["turn"])


def command_of(text: str, seat: int) -> Move:
    """Return the move of *seat* that *text* names. Raises FieldErrors if it names none."""
    try:
        return parse_move(seat, text)
    except NotationError as error:
        raise FieldErrors({"move": [str(error)]}) from error


def is_dry_run(request: Request) -> bool:
    """Return whether the move is only to be judged. Raises FieldErrors for what is neither true nor false."""
    said = request.query_params.get("dry_run", "false")
    if said not in ("true", "false"):
        raise FieldErrors({"dry_run": ["true or false, please."]})
    return said == "true"
