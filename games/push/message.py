"""What a push service is sent, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Protocol
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Address:
    """Where a device gets its messages: a `token`, or the three parts of a subscription to Web Push."""

    token: str = ""
    endpoint: str = ""
    p256dh: str = ""
    auth: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message to one device."""

    id: UUID
    """The same in every attempt."""
    to: Address
    body: Mapping[str, str | int | None]
    game: UUID
    """A newer message about the same game replaces an older one that has not arrived."""
    is_urgent: bool
    now: datetime
    """The time of the database."""
    until: datetime
    """When it is of no use any more."""

    @property
    def seconds(self) -> int:
        """Return for how long a push service may keep it."""
        return max(int((self.until - self.now).total_seconds()), 0)


class Ending(StrEnum):
    """What came of an attempt."""

    SENT = "sent"
    GONE = "gone"
    """The device has no such address any more."""
    FAILED = "failed"
    """Another attempt would fail, too."""
    LATER = "later"
    """Another attempt may succeed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt."""

    ending: Ending
    error: str = ""
    """A short code without anything personal."""
    retry_after: int = 0
    """The seconds that the push service asks to wait."""


SENT: Final = Outcome(Ending.SENT)
_RETRIED: Final = frozenset({408, 425, 429})


def by_status(status: int, error: str = "", retry_after: int = 0) -> Outcome:
    """Return the outcome of an answer whose *status* says everything."""
    if 200 <= status < 300:
        return SENT
    ending = Ending.LATER if status >= 500 or status in _RETRIED else Ending.FAILED
    return Outcome(ending, error or str(status), retry_after)


def seconds_in(header: str) -> int:
    """Return the seconds in a header ``Retry-After``, 0 if it has none.

    >>> seconds_in("30"), seconds_in("Wed, 21 Oct 2026 07:28:00 GMT")
    (30, 0)
    """
    return int(header) if header.isascii() and header.isdigit() and len(header) < 7 else 0


class PushSender(Protocol):
    """Sends to one push service."""

    async def send(self, message: Message) -> Outcome:
        """Send *message*. What it raises counts as an attempt that may succeed later."""
