"""Deletes rows of games that are no longer needed. Once an hour is enough; more often does no harm.

`players.cleanup` does the same for accounts. docs/how-to/retention.md says what is kept for how long.
"""

from collections.abc import Callable
from typing import Final

from games.store import (
    analyses,
    check_jobs,
    claims,
    export_jobs,
    import_jobs,
    invitations,
    notices,
    pictures,
    queue_entries,
    rated_starts,
    slots,
    vacations,
    webhooks,
)

FORGET: Final[tuple[Callable[[], None], ...]] = (
    analyses.forget,
    check_jobs.forget,
    claims.forget,
    export_jobs.forget,
    import_jobs.forget,
    invitations.forget,
    notices.forget,
    pictures.forget,
    queue_entries.forget,
    rated_starts.forget,
    slots.forget,
    vacations.forget,
    webhooks.forget,
)
"""Each deletes the old rows of one table, and of those that belong to it."""


def delete_expired() -> None:
    """Delete what is no longer kept."""
    for forget in FORGET:
        forget()
