"""What an operation does with an account, and which tokens may do it.

Each method of a view declares its right (`players.authentication.needs`). A token of a bot or an app is refused by
methods that declare none, so what nobody has thought of is closed.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from django.utils.translation import gettext_noop

from players.models import Scope


class Right(Enum):
    """What an operation does with an account."""

    SEE_PROFILE = auto()
    SEE_GAMES = auto()
    SEE_INBOX = auto()
    SEE_OTHERS = auto()
    TABLES = auto()
    INVITE = auto()
    MOVE = auto()
    STUDY = auto()
    MARK_READ = auto()
    SIGN_OUT = auto()
    ACCOUNT = auto()
    """All that is closed to apps and bots: it changes the account, or shows more of it than a game needs."""


_READ: Final = (Right.SEE_PROFILE, Right.SEE_GAMES, Right.SEE_INBOX, Right.SEE_OTHERS)
_PLAY: Final = (*_READ, Right.TABLES, Right.INVITE, Right.MOVE, Right.STUDY, Right.MARK_READ, Right.SIGN_OUT)
RIGHTS: Final[Mapping[Scope, tuple[Right, ...]]] = {
    Scope.READ: _READ,
    Scope.PLAY: _PLAY,
    Scope.BOT: _PLAY,
}
"""What the tokens of bots and apps may do, by their scope. Nothing else decides what a scope allows."""
SENTENCES: Final[Mapping[Right, str]] = {
    Right.SEE_PROFILE: gettext_noop("see your profile and your settings, but not your address for mail"),
    Right.SEE_GAMES: gettext_noop("see your games with your cards and plans, also private games"),
    Right.SEE_INBOX: gettext_noop("see your invitations and notices"),
    Right.SEE_OTHERS: gettext_noop("see tables, puzzles, players and leaderboards as you see them"),
    Right.TABLES: gettext_noop("open, join, start and leave tables in your name, seat bots, and look for opponents"),
    Right.INVITE: gettext_noop("invite players and answer invitations in your name"),
    Right.MOVE: gettext_noop(
        "make and plan moves, resign, claim the win or a bot for absent players, make proposals and vote in your name"
    ),
    Right.STUDY: gettext_noop("order analyses, try puzzles and import records in your name"),
    Right.MARK_READ: gettext_noop("mark your notices as read"),
    Right.SIGN_OUT: gettext_noop("end its own access"),
}
"""What the page of consent says of each right that an app can get."""


def has_right(scope: str, right: Right | None) -> bool:
    """Return whether a session of a scope may do this. What declares no right, only a sign-in of the player may."""
    return scope == Scope.PLAYER or right in RIGHTS[Scope(scope)]


def scopes_with(right: Right | None) -> list[Scope]:
    """Return the scopes of bots and apps that contain a right, the smallest first. None is a right that is undeclared.

    >>> scopes_with(Right.SEE_GAMES), scopes_with(Right.ACCOUNT)
    ([Scope.READ, Scope.PLAY, Scope.BOT], [])
    """
    return [scope for scope, rights in RIGHTS.items() if right in rights]
