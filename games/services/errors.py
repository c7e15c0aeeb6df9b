"""Why a service did nothing: one exception for each reason. The API turns them into problems."""

from games.rules.game import Game
from games.rules.refusal_reasons import IllegalMove
from games.store import GameRow, KeyReused, UnknownRuleset

__all__ = [
    "AccountRequired", "AlreadySeated", "GameFull", "GameOver", "IllegalMove", "InProgress", "KeyReused", "MoveRefused",
    "NoSuchBot", "NoSuchGame", "NonceNotAsked", "NoncesMissing", "NotSeated", "SeatOccupied", "SeatRefused",
    "TableTooSmall", "TimeIsUp", "TurnMovedOn", "UnknownRuleset", "WrongNonce",
]  # fmt: skip


class NoSuchGame(Exception):
    """There is no game of this id."""


class NoSuchBot(ValueError):
    """There is no bot of this level."""


class TableTooSmall(ValueError):
    """There are more players and bots than seats."""


class AccountRequired(Exception):
    """The table is rated, and the caller is a guest."""


class NotSeated(Exception):
    """The caller does not sit at this seat, or at this table."""


class AlreadySeated(Exception):
    """The caller sits at this table already."""


class SeatRefused(Exception):
    """The caller and somebody at this table are blocked."""


class GameFull(Exception):
    """No seat is free."""


class SeatOccupied(Exception):
    """The seat that was asked for is taken. Others are free."""


class InProgress(Exception):
    """The game has started, so nobody can sit down or leave."""


class GameOver(Exception):
    """The game is over."""


class NonceNotAsked(Exception):
    """The table is not sealed, or this seat owes no nonce or seal now."""


class NoncesMissing(Exception):
    """Seats of a sealed table still owe their nonces."""


class WrongNonce(ValueError):
    """This table cannot take the nonce or the seal; ``field`` says which."""

    def __init__(self, field: str, fault: str) -> None:
        super().__init__(f"{field}: {fault}")
        self.field, self.fault = field, fault


class MoveRefused(IllegalMove):
    """The rules refuse a command. ``game`` and ``row`` are those under lock that refused it."""

    def __init__(self, why: IllegalMove, game: Game, row: GameRow) -> None:
        super().__init__(why.reason, why.paragraph)
        self.game, self.row = game, row


class TurnMovedOn(Exception):
    """Another decision is due than the one that was answered. ``game`` and ``row`` are the current ones."""

    def __init__(self, game: Game, row: GameRow) -> None:
        super().__init__(f"turn {game.turn} is due")
        self.game, self.row = game, row


class TimeIsUp(Exception):
    """The move came too late, and the clock moved. ``game`` and ``row`` are those after the clock's move."""

    def __init__(self, game: Game, row: GameRow) -> None:
        super().__init__(f"the time was up; turn {game.turn} is due")
        self.game, self.row = game, row
