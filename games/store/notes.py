"""The notes of players at moves of games that are over: rows beside the log."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from base.identifiers import uuid7
from games.db import fetch, rows

MOST: Final = 50
"""Notes of one player at one game."""

_COLUMNS: Final = "n.version, s.seat, n.player, n.text, n.created_at, n.changed_at, n.hidden_at IS NOT NULL"
_LISTED: Final = f"""
    SELECT {_COLUMNS}
      FROM note AS n JOIN seat AS s ON (s.game, s.player) = (n.game, n.player)
     WHERE n.game = %s AND n.text <> '' AND (n.hidden_at IS NULL OR n.player = %s)
     ORDER BY n.version, s.seat
"""  # noqa: S608 - constants
_PUT: Final = f"""
    WITH n AS (
        INSERT INTO note AS kept (id, game, version, player, text)
        SELECT %(id)s, %(game)s, %(version)s, %(player)s, %(text)s
         WHERE EXISTS (SELECT FROM note WHERE (game, player, version) = (%(game)s, %(player)s, %(version)s))
            OR (SELECT count(*) FROM note WHERE (game, player) = (%(game)s, %(player)s)) < %(most)s
        ON CONFLICT (game, player, version) DO UPDATE SET text = excluded.text, changed_at = clock_timestamp()
        RETURNING *)
    SELECT {_COLUMNS} FROM n JOIN seat AS s ON (s.game, s.player) = (n.game, n.player)
"""  # noqa: S608 - constants
_IS_HIDDEN: Final = """
    SELECT hidden_at IS NOT NULL FROM note WHERE (game, player, version) = (%s, %s, %s) FOR UPDATE
"""
_CLEAR: Final = """
    UPDATE note SET text = '' WHERE (game, player, version) = (%s, %s, %s) AND hidden_at IS NOT NULL
"""
_DELETE: Final = "DELETE FROM note WHERE (game, player, version) = (%s, %s, %s) AND hidden_at IS NULL"
_REPORT: Final = """
    UPDATE note SET reported_at = coalesce(reported_at, clock_timestamp())
     WHERE (game, player, version) = (%s, %s, %s) AND hidden_at IS NULL RETURNING id
"""
_HIDE: Final = "UPDATE note SET hidden_at = coalesce(hidden_at, clock_timestamp()) WHERE id = %s"
_SHOW: Final = "UPDATE note SET hidden_at = NULL, reported_at = NULL WHERE id = %s"


class TooManyNotes(Exception):
    """The player has `MOST` notes at this game."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it is shown."""

    version: int
    seat: int
    player: UUID
    text: str
    created_at: datetime
    changed_at: datetime
    hidden: bool
    """Whether the host has hidden it from all but its player."""


def listed(game: UUID, viewer: UUID | None) -> list[Note]:
    """Return the notes at *game* that *viewer* may read, in the order of the moves."""
    return fetch(Note, _LISTED, [game, viewer])


def is_hidden(game: UUID, version: int, player: UUID) -> bool:
    """Lock the note of *player* at *version*, if there is one, and return whether the host has hidden it."""
    return rows(_IS_HIDDEN, [game, player, version]) == [(True,)]


def put(game: UUID, version: int, player: UUID, text: str) -> Note:
    """Store *text* in place of the note of *player* at *version*, and return the note. Raises TooManyNotes."""
    values = {"id": uuid7(), "game": game, "version": version, "player": player, "text": text, "most": MOST}
    written = fetch(Note, _PUT, values)
    if not written:
        raise TooManyNotes
    return written[0]


def drop(game: UUID, version: int, player: UUID) -> None:
    """Delete the note of *player* at *version*, if there is one. Of a hidden one only the text is deleted."""
    rows(_CLEAR, [game, player, version])
    rows(_DELETE, [game, player, version])


def report(game: UUID, version: int, player: UUID) -> bool:
    """Ask the host to look at the note of *player* at *version*. Return whether there is one that is shown."""
    return bool(rows(_REPORT, [game, player, version]))


def hide(note: UUID) -> None:
    """Show a note to nobody but its player from now on."""
    rows(_HIDE, [note])


def show(note: UUID) -> None:
    """Show a note again, and forget that it was reported."""
    rows(_SHOW, [note])
