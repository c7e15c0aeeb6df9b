"""Who may come back, claim the win, or leave without loss."""

from typing import Final

from games.rules.commands import ClaimBot, ClaimWin, ComeBack, Cover, OfAbsence
from games.rules.events import AbsencePolicy
from games.rules.game import Game, Status
from games.rules.scoring import may_give_up

_TWO: Final = 2


def players(game: Game) -> tuple[int, ...]:
    """Return the seats of players, not of bots, as they sat at the start."""
    return tuple(seat for seat, one in enumerate(game.sitters) if one and one.player)


def is_open(game: Game, command: OfAbsence) -> bool:
    """Return whether a seat may come back, claim what it does, or be covered."""
    if isinstance(command, ComeBack):
        return game.status is Status.PLAYING and command.seat in game.absent
    if isinstance(command, Cover):
        return game.on_turn == command.seat and game.policy is None and bool(game.attendance)
    return type(command) in claims_of(game, command.seat)


def claims_of(game: Game, seat: int) -> list[type[ClaimWin | ClaimBot]]:
    """Return what *seat* may claim: something only at a table of two players, where it is there and the other is not.

    A bot that plays already cannot be claimed.
    """
    is_table_of_two = len(game.sitters) == len(players(game)) == _TWO
    if game.status is not Status.PLAYING or not is_table_of_two or game.absent != (1 - seat,):
        return []
    has_bot = game.attendance[1 - seat].policy is AbsencePolicy.BOT
    return [ClaimWin] if has_bot else [ClaimWin, ClaimBot]


def leaves_without_loss(game: Game, seat: int) -> bool:
    """Return whether *seat* would lose nothing if it left now: another player is absent, and it is not."""
    return may_give_up(game, seat) and bool(game.absent) and seat not in game.absent
