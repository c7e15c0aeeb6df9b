"""The links by which anybody may look back at a private game: one row for a game, with the hash of a secret code."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from games.db import fetch, rows

SHARED: Final = "g.status = 'over' AND EXISTS (SELECT FROM share_link AS l WHERE l.game = g.id AND l.digest = {digest})"
"""Whether the code with this digest opens game ``g``. It never opens a game that runs."""

_FIND: Final = "SELECT id, game, digest, created_at FROM share_link WHERE game = %s"
_ADD: Final = "INSERT INTO share_link (id, game, digest) VALUES (%s, %s, %s) ON CONFLICT (game) DO NOTHING"


@dataclass(frozen=True, slots=True)
class ShareLink:
    """The link of a game."""

    id: UUID
    game: UUID
    digest: bytes
    created_at: datetime


def find(game: UUID) -> ShareLink | None:
    """Return the link of *game*; None if it has none."""
    return next(iter(fetch(ShareLink, _FIND, [game])), None)


def add(made: UUID, game: UUID, digest: bytes) -> None:
    """Give *game* a link with the id *made*, unless it has one."""
    rows(_ADD, [made, game, digest])


def remove(game: UUID) -> None:
    """Delete the link of *game*. It opens nothing from now on."""
    rows("DELETE FROM share_link WHERE game = %s", [game])
