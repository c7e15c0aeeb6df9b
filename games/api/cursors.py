"""Cursors of lists that are no query of Django's: the key of the last row that was shown, opaque."""

import base64
import binascii
from datetime import datetime
from typing import Final
from uuid import UUID

from players.api.pagination import BadCursor

_NEVER: Final = "never"
_LENGTH: Final = 200


def write(at: datetime | None, last: UUID) -> str:
    """Return the cursor of the list behind this instant and id."""
    return pack(at.isoformat() if at else _NEVER, last)


def read(text: str) -> tuple[datetime | None, UUID]:
    """Return what `write` was given. Raises BadCursor for anything else."""
    said, last = unpack(text, 2)
    try:
        return None if said == _NEVER else instant(said), UUID(last)
    except ValueError as error:
        raise BadCursor from error


def pack(*parts: object) -> str:
    """Return the cursor of these parts, none of which has blanks in its text."""
    return base64.urlsafe_b64encode(" ".join(map(str, parts)).encode()).decode("ascii").rstrip("=")


def unpack(text: str, count: int) -> list[str]:
    """Return the texts of so many parts that `pack` was given. Raises BadCursor for anything else."""
    try:
        whole = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True).decode("ascii")
    except (ValueError, binascii.Error) as error:
        raise BadCursor from error
    parts = whole.split(" ")
    if len(text) > _LENGTH or len(parts) != count or not whole.isprintable():
        raise BadCursor
    return parts


def instant(text: str) -> datetime:
    """Return an instant that is part of a cursor. Raises BadCursor for one without a zone, ValueError for none."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise BadCursor
    return at
