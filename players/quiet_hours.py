"""The hours of each day in which a player wants to be left alone, in their own time zone."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

LONGEST: Final = timedelta(hours=9)
"""How long quiet hours may last, by the clock on the wall."""
_DAY: Final = timedelta(days=1)


def length_of(since: time, until: time) -> timedelta:
    """Return how long quiet hours last by the clock on the wall; a day if they end when they begin.

    >>> length_of(time(22), time(7))
    datetime.timedelta(seconds=32400)
    """
    day = date(2000, 1, 1)
    length = datetime.combine(day, until) - datetime.combine(day, since)
    return length if length > timedelta() else length + _DAY


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The quiet hours of a player, by the clock on the wall in their *zone*. They may last over midnight."""

    since: time
    until: time
    zone: str

    @property
    def is_short(self) -> bool:
        """Whether they are no longer than they may be. Longer ones are left from before there was a bound."""
        return length_of(self.since, self.until) <= LONGEST

    def end_after(self, at: datetime) -> datetime:
        """Return the end of the quiet hours in which *at* lies; *at* itself if it lies in none.

        Where the clock on the wall skips the end, it comes as much later as the clock is put forward; where it shows
        the end twice, the second time counts.

        >>> hours = QuietHours(time(22), time(7), "Europe/Berlin")
        >>> hours.end_after(datetime(2026, 11, 23, 23, 30, tzinfo=UTC)).isoformat()
        '2026-11-24T06:00:00+00:00'
        """
        zone = ZoneInfo(self.zone)
        today = at.astimezone(zone).date()
        for day in (today - _DAY, today):
            began = datetime.combine(day, self.since, zone).astimezone(UTC)
            end = datetime.combine(day + _DAY * (self.until <= self.since), self.until, zone)
            ended = max(end.astimezone(UTC), end.replace(fold=1).astimezone(UTC))
            if began <= at < ended:
                return ended.astimezone(at.tzinfo)
        return at
