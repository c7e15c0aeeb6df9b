"""Notes: what the players of a game that is over write at its moves. They are rows, and no events (ADR 14)."""

from typing import Final
from uuid import UUID

from django.db import transaction

from games.store import notes
from games.store.notes import MOST, Note, TooManyNotes
from players.blocks import blocked_among

__all__ = ["LONGEST", "MOST", "Note", "NoteHidden", "TooManyNotes", "drop", "listed", "put", "report"]

LONGEST: Final = 500
"""Characters of a note."""


class NoteHidden(Exception):
    """The host has hidden the note, so its player cannot write another one in its place."""


def listed(game: UUID, viewer: UUID | None) -> list[Note]:
    """Return the notes at *game* that *viewer*, a player or None, may read: not those of players who are blocked."""
    found = notes.listed(game, viewer)
    if viewer is None:
        return found
    blocked = blocked_among(viewer, {note.player for note in found} - {viewer})
    return [note for note in found if note.player not in blocked]


def put(game: UUID, version: int, player: UUID, text: str) -> Note:
    """Write a note at *version* of *game*, which is over and has that version, and in which *player* sat. Return it.

    It takes the place of the one that they had there. Raises NoteHidden, TooManyNotes.
    """
    with transaction.atomic():
        if notes.is_hidden(game, version, player):
            raise NoteHidden
        return notes.put(game, version, player, text)


def drop(game: UUID, version: int, player: UUID) -> None:
    """Delete the note of *player* at *version*. If there is none, nothing changes."""
    with transaction.atomic():
        notes.drop(game, version, player)


def report(game: UUID, version: int, player: UUID) -> bool:
    """Ask the host to look at the note of *player* at *version*. Return whether there is one."""
    return notes.report(game, version, player)
