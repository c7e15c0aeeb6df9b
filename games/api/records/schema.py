"""The answers about records."""

from enum import StrEnum
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, NextCursor, Timestamp


class JsonRecord(Answer, frozen=True):
    """A record as JSON. The section Records of the notation says what the fields mean."""

    tags: Annotated[dict[str, Any], Meta(description="The game and its players.")]
    lines: Annotated[list[dict[str, Any]], Meta(description="The lines. Each has its kind as `line`.")]


class RecordPage(Answer, frozen=True):
    """A page of records, in the order in which the games ended."""

    items: Annotated[list[JsonRecord], Meta(description="The records of this page.")]
    next_cursor: NextCursor


class RecordVerdict(Answer, frozen=True):
    """The verdict on an imported record: whether it follows the rules."""

    accepted: Annotated[bool, Meta(description="Whether the record, or each of several records, follows the rules.")]
    records: Annotated[int, Meta(description="How many records you sent.")]
    record: Annotated[int | None, Meta(description="The number of the first refused record, from 1.")]
    line: Annotated[
        int | None, Meta(description="The number of the first refused line in the text of the record, from 1.")
    ]
    said: Annotated[str | None, Meta(description="The refused line.")]
    why: Annotated[str | None, Meta(description="Why the record is refused. Null if it is accepted.")]
    signature: Annotated[
        Literal["signed", "unknown_key", "unsigned"] | None,
        Meta(
            description="Whether this service signed exactly this record, an unknown key did, or nobody. For several "
            "records it is the weakest of them. Null for a refused record."
        ),
    ]
    in_log: Annotated[
        bool | None,
        Meta(
            description="Whether the game was played here and the record agrees with the log. For several records, "
            "whether that is true of all of them."
        ),
    ]
    game: Annotated[
        str | None,
        Meta(
            description="The id of the game where it was played. This field and the next ones are null for several "
            "records."
        ),
    ]
    variant: Annotated[str | None, Meta(description="The key of the variant.")]
    winners: Annotated[list[int] | None, Meta(description="The seats that have won.")]
    places: Annotated[list[int] | None, Meta(description="The place of each seat, from 1.")]


class ImportStatus(StrEnum):
    """The progress of the check of a record."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"


class ImportedRecord(Answer, frozen=True):
    """A record that you imported."""

    id: Annotated[UUID, Meta(description="The id of the imported record.")]
    status: Annotated[
        ImportStatus,
        Meta(description="`waiting` until a worker has time, then `running`, and `done` with the verdict."),
    ]
    verdict: Annotated[RecordVerdict | None, Meta(description="The verdict. Null until the check is done.")]
    media_type: Annotated[str, Meta(description="The `Content-Type` with which you sent it.")]
    record: Annotated[str, Meta(description="The record as you sent it.")]
    created_at: Annotated[Timestamp, Meta(description="When you sent it.")]
