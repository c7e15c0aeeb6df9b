"""Seasons: equal parts of a year, each named by its first month."""

import re
from datetime import UTC, datetime
from typing import Final

LENGTHS: Final = (1, 2, 3, 4, 6, 12)
"""How many months a season may have. Each of them divides a year, so every year begins with a season."""

_NAME: Final = re.compile(r"(?!0000)[0-9]{4}-(0[1-9]|1[0-2])")
SCHEMA: Final = {"type": "string", "pattern": f"^{_NAME.pattern}$"}
"""How OpenAPI describes the name of a season."""


def season_of(at: datetime, *, months: int) -> str:
    """Return the season of *at*, an aware instant, in UTC. Raises ValueError if *months* is none of ``LENGTHS``.

    >>> season_of(datetime(2026, 11, 21, tzinfo=UTC), months=3)
    '2026-10'
    """
    if months not in LENGTHS:
        raise ValueError(f"a season has {', '.join(map(str, LENGTHS))} months, not {months}")
    day = at.astimezone(UTC)
    return f"{day.year:04}-{day.month - (day.month - 1) % months:02}"


def is_season(text: str) -> bool:
    """Return whether *text* can be the name of a season: a year and a month, such as ``2026-10``."""
    return _NAME.fullmatch(text) is not None
