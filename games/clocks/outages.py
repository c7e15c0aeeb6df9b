"""Times in which nobody could play move the deadlines that were open."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

LONGEST_GAP: Final = timedelta(minutes=5)
"""A silence of the driver that is longer was an outage."""
GRACE: Final = timedelta(hours=1)
"""What an outage moves a deadline by, beyond its own length."""


@dataclass(frozen=True, slots=True)
class Outage:
    """The service was away from *began* to *ended*."""

    began: datetime
    ended: datetime


def credit(outages: Iterable[Outage], began: datetime) -> timedelta:
    """Return what *outages* add to the time of a turn that *began* then: their part in it, and a grace each."""
    since = (one for one in outages if one.ended > began)
    return sum((one.ended - max(one.began, began) + GRACE for one in since), timedelta())
