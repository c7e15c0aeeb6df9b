"""Records: what is answered."""

from enum import StrEnum
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta

from players.http.answers import Answer, NextCursor, Timestamp


class JsonRecord(Answer, frozen=True):
    """A record as JSON: what its text says. The notation, section Records, says what the fields mean."""

    tags: Annotated[dict[str, Any], Meta(description="What the game was, and who sat where.")]
    lines: Annotated[list[dict[str, Any]], Meta(description="The lines, each with its kind as `line`.")]


class RecordPage(Answer, frozen=True):
    """A page of records, the first game to end first."""

    items: list[JsonRecord]
    next_cursor: NextCursor


class RecordVerdict(Answer, frozen=True):
    """Whether a record follows from the rules."""

    accepted: Annotated[bool, Meta(description="Of several records: whether all of them follow.")]
    records: Annotated[int, Meta(description="How many were sent.")]
    record: Annotated[int | None, Meta(description="Number of the first record that does not follow, from 1.")]
    line: Annotated[
        int | None, Meta(description="Number of the first line that does not follow, from 1, in the record's text.")
    ]
    said: Annotated[str | None, Meta(description="That line.")]
    why: str | None
    signature: Annotated[
        Literal["signed", "unknown_key", "unsigned"] | None,
        Meta(
            description="Whether a key of this service signed the record, word for word, or a key that is not known "
            "here, or nobody. Of several records the weakest; null for one that is refused."
        ),
    ]
    in_log: Annotated[
        bool | None,
        Meta(description="Whether the game was played here, and the record is the log's. Of several: of all."),
    ]
    game: Annotated[
        str | None,
        Meta(description="Its id where it was played; this and what follows are null for several records."),
    ]
    variant: str | None
    winners: list[int] | None
    places: list[int] | None


class ImportStatus(StrEnum):
    """How far the check of a record is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"


class ImportedRecord(Answer, frozen=True):
    """A record that was sent."""

    id: UUID
    status: ImportStatus
    verdict: RecordVerdict | None
    media_type: str
    record: Annotated[str, Meta(description="As it was sent.")]
    created_at: Timestamp
