"""The functions by which everything happens to a game. Nothing else writes to the log.

Each call is one transaction and knows nothing of HTTP. A caller is known by an opaque id.
"""

from games.clocks import Allowance, Terms, TermsError
from games.services.due import Worked, play_bots, resolve_late
from games.services.errors import (
    AccountRequired,
    AlreadyInvited,
    AlreadySeated,
    GameFull,
    GameOver,
    IllegalMove,
    InProgress,
    InvitationGone,
    KeyReused,
    MoveRefused,
    NonceNotAsked,
    NoncesMissing,
    NoSuchBot,
    NoSuchGame,
    NoSuchInvitation,
    NotAllowed,
    NotOver,
    NotSeated,
    SeatedThere,
    SeatKept,
    SeatOccupied,
    SeatRefused,
    TableTooSmall,
    TimeIsUp,
    TooManyInvitations,
    TooManyUses,
    TurnMovedOn,
    UnknownRuleset,
    WrongNonce,
)
from games.services.heartbeats import outages_since, record_heartbeat, record_web_heartbeat
from games.services.history import as_it_was, at_version, tables
from games.services.lobby import add_bot, leave_seat, open_nonce, seal_nonce, start, take_seat
from games.services.moves import MoveResult, make_move
from games.services.opening import open_game
from games.services.rating import rate
from games.services.rematches import rematch
from games.services.seating import Newcomer
from games.services.writing import Table, is_late

__all__ = [
    "AccountRequired",
    "Allowance",
    "AlreadyInvited",
    "AlreadySeated",
    "GameFull",
    "GameOver",
    "IllegalMove",
    "InProgress",
    "InvitationGone",
    "KeyReused",
    "MoveRefused",
    "MoveResult",
    "Newcomer",
    "NoSuchBot",
    "NoSuchGame",
    "NoSuchInvitation",
    "NonceNotAsked",
    "NoncesMissing",
    "NotAllowed",
    "NotOver",
    "NotSeated",
    "SeatKept",
    "SeatOccupied",
    "SeatRefused",
    "SeatedThere",
    "Table",
    "TableTooSmall",
    "Terms",
    "TermsError",
    "TimeIsUp",
    "TooManyInvitations",
    "TooManyUses",
    "TurnMovedOn",
    "UnknownRuleset",
    "Worked",
    "WrongNonce",
    "add_bot",
    "as_it_was",
    "at_version",
    "is_late",
    "leave_seat",
    "make_move",
    "open_game",
    "open_nonce",
    "outages_since",
    "play_bots",
    "rate",
    "record_heartbeat",
    "record_web_heartbeat",
    "rematch",
    "resolve_late",
    "seal_nonce",
    "start",
    "tables",
    "take_seat",
]
