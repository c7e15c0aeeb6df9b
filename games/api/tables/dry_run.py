"""A dry run: what a move would be told, by `objection` alone; it decides nothing, and stores nothing."""

from rest_framework.request import Request

from games import services
from games.api.header import Glance
from games.api.tables.current import together
from games.api.tables.move_request import command_of, seat_of
from games.api.tables.refusals import illegal_move, refusals
from games.rules.game import Status
from games.rules.legality.objections import objection, paragraph_of
from games.services.writing import is_late


def judge(request: Request, seen: Glance, text: str, turn: int) -> None:
    """Raise the problem that the move *text*, sent now as the answer to decision *turn*, would meet."""
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
