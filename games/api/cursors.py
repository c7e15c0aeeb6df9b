"""Cursors of lists that are no query of Django's: the key of the last row that was shown, opaque."""

import base64
import binascii
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from players.http.pagination import BadCursor

_NEVER: Final = "never"
_LENGTH: Final = 200


def write(at: datetime | None, last: UUID) -> str:
    """Return the cursor of the list behind this instant and id."""
    return pack(at.isoformat() if at else _NEVER, last)


def read(text: str) -> tuple[datetime | None, UUID]:
    """Return what `write` was given. Raises BadCursor for anything else."""
    at, last = unpack(text, lambda said: None if said == _NEVER else instant(said), UUID)
    return at, last


def read_ended(text: str) -> tuple[datetime, UUID]:
    """Return what `write` was given, which had an instant. Raises BadCursor for anything else."""
    at, last = unpack(text, instant, UUID)
    return at, last


def pack(*parts: object) -> str:
    """Return the cursor of these parts, none of which has blanks in its text."""
    return base64.urlsafe_b64encode(" ".join(map(str, parts)).encode()).decode("ascii").rstrip("=")


def unpack(text: str, *readers: Callable[[str], Any]) -> list[Any]:
    """Return the parts that `pack` was given, each read by its reader, which raises ValueError for what it is not.

    Raises BadCursor for anything else.
    """
    try:
        whole = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True).decode("ascii")
        if len(text) > _LENGTH or not whole.isprintable():
            raise BadCursor
        return [read(part) for read, part in zip(readers, whole.split(" "), strict=True)]
    except (ValueError, binascii.Error) as error:
        raise BadCursor from error


def instant(text: str) -> datetime:
    """Return an instant that is part of a cursor. Raises ValueError for none, or one that is not in UTC."""
    at = datetime.fromisoformat(text)
    if at.utcoffset() != timedelta():
        raise ValueError("an instant is in UTC")
    return at


def one_of(numbers: range) -> Callable[[str], int]:
    """Return the reader of a part that is one of *numbers*."""

    def read(text: str) -> int:
        number = int(text)
        if number not in numbers:
            raise ValueError("a number is within its bounds")
        return number

    return read
