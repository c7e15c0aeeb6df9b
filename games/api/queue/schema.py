"""The answers about the queue."""

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, NextCursor, Timestamp
from games.matchmaking import QueuePreset


class QueueEntry(Answer, frozen=True, kw_only=True):
    """A wait of yours for opponents at one game."""

    id: Annotated[UUID, Meta(description="The id of the entry.")]
    status: Annotated[
        Literal["waiting", "matched", "expired"],
        Meta(description="`waiting` until the entry is `matched` and has its `game`, or has `expired`."),
    ]
    variant: Annotated[str, Meta(description="The key of the variant.")]
    seats: Annotated[int, Meta(description="How many players the game has, you included.")]
    preset: Annotated[QueuePreset, Meta(description="The time to think.")]
    rated: Annotated[bool, Meta(description="Whether the game counts on a ladder.")]
    rating_min: Annotated[int | None, Meta(description="The lowest rating that you asked for. Null for no bound.")]
    rating_max: Annotated[int | None, Meta(description="The highest rating that you asked for. Null for no bound.")]
    accepts_min: Annotated[
        int | None, Meta(description="The lowest rating that the entry accepts by now. Null for no bound.")
    ]
    accepts_max: Annotated[
        int | None, Meta(description="The highest rating that the entry accepts by now. Null for no bound.")
    ]
    created_at: Annotated[Timestamp, Meta(description="Since when you wait.")]
    expires_at: Annotated[Timestamp, Meta(description="When the wait ends without a game.")]
    game: Annotated[UUID | None, Meta(description="The id of the game. Null until the entry is `matched`.")]


class QueueEntryPage(Answer, frozen=True):
    """A page of your entries in the queue."""

    items: Annotated[list[QueueEntry], Meta(description="The entries of this page.")]
    next_cursor: NextCursor
