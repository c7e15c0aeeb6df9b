"""Seasons: equal parts of a year, each named by its first month."""

import re
from datetime import UTC, datetime
from typing import Final

LENGTHS: Final = (1, 2, 3, 4, 6, 12)
"""How many months a season may have: every year begins with one."""

_NAME: Final = re.compile(r"(?!0000)\d{4}-(0[1-9]|1[0-2])", re.ASCII)


def season_of(at: datetime, *, months: int) -> str:
    """Return the season in which *at*, which knows its zone, lies by UTC. Raises ValueError for no length of a season.

    >>> season_of(datetime(2026, 11, 21, tzinfo=UTC), months=3)
    '2026-10'
    """
    if months not in LENGTHS:
        raise ValueError(f"a season has {', '.join(map(str, LENGTHS))} months, not {months}")
    day = at.astimezone(UTC)
    return f"{day.year:04}-{day.month - (day.month - 1) % months:02}"


def is_season(text: str) -> bool:
    """Tell whether *text* can be the name of a season."""
    return _NAME.fullmatch(text) is not None
