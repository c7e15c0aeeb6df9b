"""Results that are reckoned as in the first season, on a ladder that is not settled."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from games.ladders import Contestant, Entry, Standing, reckon

ENDED_AT: Final = datetime(2026, 11, 21, 12, tzinfo=UTC)


def reckoned(
    contestants: Sequence[Contestant], before: Mapping[str, Standing], **differently: Any
) -> tuple[Entry, ...]:
    """Return what the result makes of the ratings *before*, of contestants who have not met if nothing else is told."""
    given: dict[str, Any] = {"pairs": {}, "season": "2026-10", "ended_at": ENDED_AT, "settled": False} | differently
    return reckon(contestants, before, **given)
