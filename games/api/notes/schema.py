"""The answers about notes."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from base.http.answers import Answer, Timestamp
from games.api.profiles import Person


class Note(Answer, frozen=True):
    """What a player of a game that is over has written at a move."""

    version: Annotated[int, Meta(description="The version of the game at which it stands.")]
    seat: Annotated[int, Meta(description="The seat of the player.")]
    player: Annotated[Person, Meta(description="Who has written it.")]
    text: Annotated[str, Meta(description="The note: plain text.")]
    created_at: Annotated[Timestamp, Meta(description="When it was first written.")]
    changed_at: Annotated[Timestamp, Meta(description="When it was last changed.")]
    hidden: Annotated[
        bool, Meta(description="Whether the host has hidden it. Then only you see it, because you have written it.")
    ]


class NoteList(Answer, frozen=True):
    """The notes at a game, in the order of its versions."""

    items: Annotated[Sequence[Note], Meta(description="The notes.")]
