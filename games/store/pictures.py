"""Pictures of games that were drawn once, and are kept for a while."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from games.db import rows

KEPT: Final = timedelta(days=90)
"""How long a picture is kept. Then it is drawn again if somebody asks for it."""

_FIND: Final = "SELECT content FROM picture WHERE (game, kind, mark) = (%s, %s, %s)"
_KEEP: Final = """
    INSERT INTO picture (game, kind, mark, content, drawn_at) VALUES (%s, %s, %s, %s, clock_timestamp())
    ON CONFLICT (game, kind) DO UPDATE
       SET mark = excluded.mark, content = excluded.content, drawn_at = excluded.drawn_at
"""
_GAMES: Final = "SELECT game FROM seat WHERE player = %s"
_DROP: Final = "DELETE FROM picture WHERE game = ANY(%s)"
_FORGET: Final = "DELETE FROM picture WHERE drawn_at < clock_timestamp() - %s"


def find(game: UUID, kind: str, mark: str) -> bytes | None:
    """Return the picture of this *kind* of *game* that shows what *mark* is a hash of; None if none is kept."""
    found = rows(_FIND, [game, kind, mark])
    return bytes(found[0][0]) if found else None


def keep(game: UUID, kind: str, mark: str, content: bytes) -> None:
    """Keep a picture, in place of the one of the same *kind* that *game* had before."""
    rows(_KEEP, [game, kind, mark, content])


def forget_of(player: UUID) -> None:
    """Delete the pictures of all games of *player*, whose name is on them."""
    rows(_DROP, [[game for (game,) in rows(_GAMES, [player])]])


def forget() -> None:
    """Delete the pictures that were kept for long enough."""
    rows(_FORGET, [KEPT])
