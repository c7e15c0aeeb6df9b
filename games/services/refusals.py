"""Why a service did nothing. Each is known by its type; what HTTP makes of it is the API's business."""

from games.rules.game import Game
from games.rules.reasons import IllegalMove
from games.store import GameRow, KeyReused, UnknownRuleset

__all__ = [
    "AccountRequired", "AlreadySeated", "GameFull", "GameOver", "IllegalMove", "InProgress", "KeyReused", "MoveRefused",
    "NoSuchBot", "NoSuchGame", "NonceNotAsked", "NoncesMissing", "NotSeated", "TableTooSmall", "TimeIsUp",
    "TurnMovedOn", "UnknownRuleset", "WrongNonce",
]  # fmt: skip


class NoSuchGame(Exception):
    """There is no game of this id."""


class NoSuchBot(ValueError):
    """There is no bot of this level."""


class TableTooSmall(ValueError):
    """More want to sit than the table has seats."""


class AccountRequired(Exception):
    """Who asks is a guest, and the table is rated."""


class NotSeated(Exception):
    """Who asks does not sit at this seat, or at this table."""


class AlreadySeated(Exception):
    """Who asks sits at this table already."""


class GameFull(Exception):
    """No seat is free, or not this one."""


class InProgress(Exception):
    """The game has started: its seats are closed."""


class GameOver(Exception):
    """The game is over."""


class NonceNotAsked(Exception):
    """The table is not sealed, or this seat owes no such thing now."""


class NoncesMissing(Exception):
    """Seats of a sealed table still owe their nonces."""


class WrongNonce(ValueError):
    """A nonce or a seal that this table cannot take; ``field`` names it."""

    def __init__(self, field: str, fault: str) -> None:
        super().__init__(f"{field}: {fault}")
        self.field, self.fault = field, fault


class MoveRefused(IllegalMove):
    """The rules refuse a command; ``game`` and ``row`` are the very ones that it was held against, under lock."""

    def __init__(self, why: IllegalMove, game: Game, row: GameRow) -> None:
        super().__init__(why.reason, why.paragraph)
        self.game, self.row = game, row


class TurnMovedOn(Exception):
    """Another decision is due than the one that was answered; ``game`` and ``row`` are the fresh ones."""

    def __init__(self, game: Game, row: GameRow) -> None:
        super().__init__(f"turn {game.turn} is due")
        self.game, self.row = game, row


class TimeIsUp(Exception):
    """The answer came too late, and the clock has spoken; ``game`` and ``row`` are those after it."""

    def __init__(self, game: Game, row: GameRow) -> None:
        super().__init__(f"the time was up; turn {game.turn} is due")
        self.game, self.row = game, row
