"""The answers about exports."""

from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, Timestamp


class ExportStatus(StrEnum):
    """Where an export is on its way."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"


class AccountExport(Answer, frozen=True):
    """All that the service holds of you."""

    id: Annotated[UUID, Meta(description="The id of the export.")]
    status: Annotated[ExportStatus, Meta(description="`waiting`, `running` or `done`.")]
    created_at: Annotated[Timestamp, Meta(description="When you ordered it.")]
    expires_at: Annotated[Timestamp, Meta(description="When it is deleted.")]
    document: Annotated[
        dict[str, Any] | None,
        Meta(
            description="Null until the status is `done`. `account` has your profile, sessions, devices and all else "
            "by table, without secrets. `games` has your newest 5,000 games, each with your `seat` and its `record` in "
            "the notation, as you may see it now. `ratings`, `invitations`, `queue_entries`, `variants` and "
            "`imported_records` are what you would expect."
        ),
    ]
