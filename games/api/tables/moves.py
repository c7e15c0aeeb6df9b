"""Reads a move that a caller sends, and checks a move without making it."""

from rest_framework.request import Request

from base.http.problems import FieldErrors
from games import services
from games.api.header import Header
from games.api.tables.current import together
from games.api.tables.problems import GameOver, NotSeated
from games.api.tables.requests import error_text
from games.api.tables.service_errors import illegal_move, refusals
from games.rules.commands import Move
from games.rules.game import Status
from games.rules.legality.objections import objection, paragraph_of
from games.rules.notation import NotationError, parse_move
from games.services.writing import is_late


def seat_of(seen: Header) -> int:
    """Return the caller's seat. Without one it raises GameOver if the game is over, NotSeated otherwise."""
    if seen.viewer is not None:
        return seen.viewer
    if seen.status == Status.OVER:
        raise GameOver
    raise NotSeated


def command_of(text: str, seat: int) -> Move:
    """Return the move of *seat* in *text*. Raises FieldErrors if the text is not a move."""
    try:
        return parse_move(seat, text)
    except NotationError as error:
        raise FieldErrors({"move": [error_text(error)]}) from error


def check_move(request: Request, seen: Header, text: str, turn: int) -> None:
    """Raise the problem that the move *text* would get as the answer to decision *turn*. Nothing is stored."""
    row, game, seen = together(request, seen)
    move = command_of(text, seat_of(seen))
    with refusals(request):
        if game.status == Status.OVER:
            raise services.GameOver
        if turn != game.turn:
            raise services.TurnMovedOn(game, row)
        if is_late(row):
            raise services.TimeIsUp(game, row)
    reason = objection(game, move)
    if reason is not None:
        raise illegal_move(request, game, row, reason, paragraph_of(game, reason, move))
