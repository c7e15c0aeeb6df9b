"""What an app can ask for, and the scope of the session that it gets."""

from collections.abc import Mapping
from typing import Final

from players.models import Scope

SCOPES: Final[Mapping[str, str]] = {
    "read": "See the profile and the settings without the address for mail, the games, invitations and notices.",
    "play": (
        "Open and join tables, invite players, make moves, order analyses, try puzzles, import records, and mark "
        "notices as read. Contains `read`."
    ),
    "bot": "The same as a program: everybody sees that no person plays. Contains `read`.",
}
"""What each scope means to developers. The page of consent says it in the reader's language."""


def session_scope(asked: str) -> Scope | None:
    """Return the scope of the session for the scopes that an app asks for, or None if one of them does not exist.

    >>> session_scope("play read"), session_scope(""), session_scope("read admin")
    (Scope.PLAY, Scope.READ, None)
    """
    names = {*asked.split()}
    if names - {*SCOPES}:
        return None
    return Scope.BOT if "bot" in names else Scope.PLAY if "play" in names else Scope.READ


def granted(scope: Scope) -> str:
    """Return the scopes of a session as OAuth writes them."""
    return "read" if scope == Scope.READ else f"read {scope}"
