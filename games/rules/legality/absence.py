"""Who may come back, claim the win, or leave without loss."""

from typing import Final

from games.rules.commands import ComeBack, OfAbsence
from games.rules.game import Game, Status

_TWO: Final = 2


def players(game: Game) -> tuple[int, ...]:
    """Return the seats of players, not of bots, as they sat at the start."""
    return tuple(seat for seat, one in enumerate(game.sitters) if one and one.player)


def is_open(game: Game, command: OfAbsence) -> bool:
    """Return whether a seat may come back, or claim what it does."""
    if isinstance(command, ComeBack):
        return game.status is Status.PLAYING and command.seat in game.absent
    return command.seat == claimant(game)


def claimant(game: Game) -> int | None:
    """Return the seat that may claim the win or a bot; None if none may.

    It is that of the player who is there, at a table of two players where the other one is not.
    """
    absent = game.absent
    if game.status is not Status.PLAYING or len(game.sitters) != _TWO or len(players(game)) != _TWO:
        return None
    return 1 - absent[0] if len(absent) == 1 and not game.resigned else None


def leaves_without_loss(game: Game, seat: int) -> bool:
    """Return whether *seat* would lose nothing if it left now: another player is absent, and it is not."""
    return game.status is Status.PLAYING and bool(game.absent) and seat not in game.absent
