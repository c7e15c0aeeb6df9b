"""Queries for work that is due: what outages add to deadlines, and which ladders have results to rate."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from games import store
from games.clocks import absences, spans
from games.db import rows
from games.ladders import Kind, Ladder, Pace

_WAITING: Final = """
    SELECT variant, season, kind, pace FROM unrated GROUP BY variant, season, kind, pace
    ORDER BY min(ended_at), kind, variant
"""


def credits_since(began: datetime, now: datetime) -> Mapping[str, Any]:
    """Return the parameters of `store.CREDITED_DEADLINE` for turns that began at *began* or later."""
    outages = absences(*store.presence(began), now, timekeeper=store.DRIVER)
    return store.span_values(spans(outages, now))


def ladders_waiting() -> list[Ladder]:
    """Return the ladders for which results wait to be rated, longest first."""
    return [Ladder(variant, season, Kind(kind), Pace(pace)) for variant, season, kind, pace in rows(_WAITING)]
