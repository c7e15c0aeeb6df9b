"""Quiet hours in real time zones, also in the nights in which the clocks change."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.quiet_hours import LONGEST, QuietHours, length_of

ZONES = (
    "UTC", "Europe/Prague", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Kathmandu",
    "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Apia", "Africa/Casablanca",
)  # fmt: skip
MINUTES = st.integers(0, 24 * 60 - 1).map(lambda minute: time(minute // 60, minute % 60))
INSTANTS = st.datetimes(datetime(2024, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - in UTC


def utc(*when: int) -> datetime:
    return datetime(*when, tzinfo=UTC)  # type: ignore[arg-type, misc]  # so many numbers


@pytest.mark.parametrize(
    ("since", "until", "zone", "at", "end"),
    [
        # An ordinary night, in winter and in summer.
        (22, 7, "Europe/Berlin", utc(2026, 1, 10, 2), utc(2026, 1, 10, 6)),
        (22, 7, "Europe/Berlin", utc(2026, 7, 10, 2), utc(2026, 7, 10, 5)),
        # The night in which an hour is missing: seven o'clock comes an hour sooner by UTC.
        (22, 7, "Europe/Berlin", utc(2026, 3, 28, 21, 30), utc(2026, 3, 29, 5)),
        # The night that has an hour twice.
        (22, 7, "Europe/Berlin", utc(2026, 10, 24, 20, 30), utc(2026, 10, 25, 6)),
        (22, 6, "America/New_York", utc(2026, 11, 1, 3), utc(2026, 11, 1, 11)),
        # The zone changes its clocks by half an hour.
        (23, 6, "Australia/Lord_Howe", utc(2026, 4, 4, 14), utc(2026, 4, 4, 19, 30)),
        # Outside of them.
        (22, 7, "Europe/Berlin", utc(2026, 1, 10, 12), utc(2026, 1, 10, 12)),
        (22, 7, "Europe/Berlin", utc(2026, 1, 10, 6), utc(2026, 1, 10, 6)),
    ],
)
def test_an_instant_in_quiet_hours_moves_to_their_end(
    since: int, until: int, zone: str, at: datetime, end: datetime
) -> None:
    assert QuietHours(time(since), time(until), zone).end_after(at) == end


def test_an_end_that_the_clocks_skip_comes_an_hour_later() -> None:
    hours = QuietHours(time(22), time(2, 30), "Europe/Berlin")

    assert hours.end_after(utc(2026, 3, 29, 0, 45)) == utc(2026, 3, 29, 1, 30)
    assert hours.end_after(utc(2026, 3, 29, 1, 30)) == utc(2026, 3, 29, 1, 30)


def test_of_an_end_that_comes_twice_the_second_counts() -> None:
    hours = QuietHours(time(22), time(2, 30), "Europe/Berlin")

    first, second = utc(2026, 10, 25, 0, 30), utc(2026, 10, 25, 1, 30)

    assert hours.end_after(first - timedelta(minutes=1)) == hours.end_after(first) == second
    assert hours.end_after(second) == second


@given(since=MINUTES, until=MINUTES, zone=st.sampled_from(ZONES), at=INSTANTS)
def test_quiet_hours_never_shorten_anything_and_end_outside_of_themselves(
    since: time, until: time, zone: str, at: datetime
) -> None:
    hours = QuietHours(since, until, zone)

    end = hours.end_after(at)

    assert at <= end <= at + length_of(since, until) + timedelta(hours=1)
    if hours.is_short:
        assert hours.end_after(end) == end
    if end > at:
        local = end.astimezone(ZoneInfo(zone))
        assert (
            local.time().replace(tzinfo=None) >= until or local.utcoffset() != at.astimezone(ZoneInfo(zone)).utcoffset()
        )


@given(since=MINUTES, until=MINUTES)
def test_their_length_is_counted_by_the_clock_on_the_wall(since: time, until: time) -> None:
    assert timedelta() < length_of(since, until) <= timedelta(days=1)
    assert QuietHours(since, until, "UTC").is_short == (length_of(since, until) <= LONGEST)
