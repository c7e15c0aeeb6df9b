"""Why a service did nothing: one exception for each reason. The API turns them into problems."""

from typing import TypeAlias

from games.rules.game import Game
from games.rules.refusal_reasons import IllegalMove
from games.store import GameRow, KeyReused, UnknownRuleset
from games.store.invitations import InvitationState

__all__ = [
    "AccountRequired", "AlreadyInvited", "AlreadyMatched", "AlreadySeated", "EmailRequired", "GameFull", "GameOver",
    "IllegalMove", "InProgress", "InvitationGone", "KeyReused", "Lack", "MoveRefused", "NoSuchBot", "NoSuchEntry",
    "NoSuchGame", "NoSuchInvitation", "NobodyAbsent", "NonceNotAsked", "NoncesMissing", "NotAbsent", "NotAllowed",
    "NotInGame", "NotInvitable", "NotOver", "NotPlaying", "NotRated", "NotSeated", "OnTurn", "OtherDeal",
    "PauseRefused", "SeatKept", "SeatOccupied", "SeatRefused", "SeatedThere", "TableTooSmall", "TimeIsUp",
    "TooManyEntries", "TooManyGames", "TooManyInvitations", "TooManyUses", "TurnMovedOn", "UnknownRuleset",
    "VacationRefused", "WrongNonce",
]  # fmt: skip


class NoSuchGame(Exception):
    """There is no game of this id."""


class NoSuchBot(ValueError):
    """There is no bot of this level."""


class TableTooSmall(ValueError):
    """There are more players and bots than seats."""


class AccountRequired(Exception):
    """The table is rated, and the caller is a guest."""


class EmailRequired(AccountRequired):
    """The table is rated, and the caller has no confirmed address, which this service asks for."""


Lack: TypeAlias = type[AccountRequired] | None
"""What a player lacks for rated games; None if nothing."""


class NotRated(Exception):
    """The game was not rated, or waits for it."""


class NotSeated(Exception):
    """The caller does not sit at this seat, or at this table."""


class AlreadySeated(Exception):
    """The caller sits at this table already."""


class SeatRefused(Exception):
    """The caller and somebody at this table are blocked."""


class SeatKept(Exception):
    """The free seats, or the one that was asked for, are kept for the players of the game before."""


class TooManyGames(Exception):
    """The caller has as many games that are not over as they may have."""


class NotOver(Exception):
    """The game is not over, or was closed before it began, so no other game follows it."""


class GameFull(Exception):
    """No seat is free."""


class SeatOccupied(Exception):
    """The seat that was asked for is taken. Others are free."""


class SeatedThere(Exception):
    """The player who is invited has a seat at the table already."""


class AlreadyInvited(Exception):
    """The player has an invitation to this game that is open, or that they have declined."""


class NotInvitable(Exception):
    """The player does not want to be invited by this one."""


class TooManyInvitations(Exception):
    """Too many invitations are open: to this game, of this player, or of strangers to the invited one."""


class TooManyUses(ValueError):
    """A link could be used more often than the table has free seats; ``free`` says how many it has."""

    def __init__(self, free: int) -> None:
        super().__init__(f"{free} seats are free")
        self.free = free


class NoSuchInvitation(Exception):
    """There is no invitation of this id or code, or none that the caller may know."""


class InvitationGone(Exception):
    """The invitation cannot be accepted any more; ``state`` says why."""

    def __init__(self, state: InvitationState) -> None:
        super().__init__(state)
        self.state = state


class NotAllowed(Exception):
    """Others may do this, but not the caller."""


class InProgress(Exception):
    """The game has started, so nobody can sit down or leave."""


class GameOver(Exception):
    """The game is over."""


class NoSuchEntry(Exception):
    """The caller has no such entry of the queue."""


class AlreadyMatched(Exception):
    """The entry of the queue has its game."""


class TooManyEntries(Exception):
    """The caller has the largest number of entries that may wait in the queue."""


class PauseRefused(Exception):
    """The clock of this game cannot be stopped, or let run again."""


class VacationRefused(ValueError):
    """A vacation cannot last that long; ``field`` names the wrong one."""

    def __init__(self, field: str, fault: str) -> None:
        super().__init__(f"{field}: {fault}")
        self.field, self.fault = field, fault


class NonceNotAsked(Exception):
    """The table is not sealed, or this seat owes no nonce or seal now."""


class NoncesMissing(Exception):
    """Seats of a sealed table still owe their nonces."""


class WrongNonce(ValueError):
    """This table cannot take the nonce or the seal; ``field`` says which."""

    def __init__(self, field: str, fault: str) -> None:
        super().__init__(f"{field}: {fault}")
        self.field, self.fault = field, fault


class NotAbsent(Exception):
    """The player is there, so they cannot come back."""


class NobodyAbsent(Exception):
    """The caller cannot claim anything: the table is not one of two players, or the other player is there."""


class NotPlaying(Exception):
    """The game has not started."""


class NotInGame(Exception):
    """The caller has left the game, is out of it, or counts as absent."""


class OtherDeal(Exception):
    """Another deal runs than the one that the caller plans for."""


class OnTurn(Exception):
    """The caller must act now, so there is nothing to plan."""


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
