"""From a move as a caller writes it to a command, and the check of a move that is not to be made."""

from rest_framework.request import Request

from games import services
from games.api.header import Header
from games.api.tables.current import together
from games.api.tables.problems import GameOver, NotSeated
from games.api.tables.refusals import illegal_move, refusals
from games.rules.commands import Move
from games.rules.game import Status
from games.rules.legality.objections import objection, paragraph_of
from games.rules.notation import NotationError, parse_move
from games.services.writing import is_late
from players.http.problems import FieldErrors


def seat_of(seen: Header) -> int:
    """Return the caller's seat. Without one: GameOver if the game is over, NotSeated otherwise."""
    if seen.viewer is not None:
        return seen.viewer
    if seen.status == Status.OVER:
        raise GameOver
    raise NotSeated


def command_of(text: str, seat: int) -> Move:
    """Return the move of *seat* that *text* names. Raises FieldErrors if it names none."""
    try:
        return parse_move(seat, text)
    except NotationError as error:
        raise FieldErrors({"move": [str(error)]}) from error


def check_move(request: Request, seen: Header, text: str, turn: int) -> None:
    """Raise the problem that the move *text* would meet as the answer to decision *turn*. Stores nothing."""
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
        raise illegal_move(game, row, move.seat, reason, paragraph_of(game, reason, move))
