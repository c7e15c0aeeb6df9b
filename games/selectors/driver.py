"""What the driver asks for: games whose time may be up, bots that are due, ladders with results to rate."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from games import store
from games.clocks import absences, spans
from games.ladders import Kind, Ladder, Pace
from games.store.asking import rows

OVERDUE_LIMIT: Final = 40
"""Games that one run of the driver speaks for; the next run follows in a second."""
BOTS_LIMIT: Final = 200

_OLDEST: Final = "SELECT min(turn_began), clock_timestamp() FROM game WHERE deadline <= clock_timestamp()"
_OVERDUE: Final = f"""
    SELECT id FROM game
    WHERE deadline <= %(now)s AND {store.CREDITED_DEADLINE} <= %(now)s
    ORDER BY deadline LIMIT %(limit)s
"""  # noqa: S608 - a constant
_BOTS_DUE: Final = """
    SELECT id, turn FROM game WHERE bot_due <= clock_timestamp() - make_interval(secs => %s) ORDER BY bot_due LIMIT %s
"""
_WAITING: Final = """
    SELECT variant, season, kind, pace FROM unrated GROUP BY variant, season, kind, pace
    ORDER BY min(ended_at), kind, variant
"""
_PATIENCE: Final = timedelta(seconds=1)
"""How long after it was due a bot is searched for: before that, the wake-up of its own move is on the way."""


def overdue(limit: int = OVERDUE_LIMIT) -> list[UUID]:
    """Return games whose time may be up, longest first; a hint, to be checked again under lock."""
    ((began, now),) = rows(_OLDEST)
    if began is None:
        return []
    return [game for (game,) in rows(_OVERDUE, {**credits_since(began, now), "now": now, "limit": limit})]


def credits_since(began: datetime, now: datetime) -> Mapping[str, Any]:
    """Return the parameters of `store.CREDITED_DEADLINE` for turns that began *began* or later."""
    outages = absences(*store.presence(began), now, timekeeper=store.DRIVER)
    return store.span_values(spans(outages, now))


def bots_due(limit: int = BOTS_LIMIT, *, patience: timedelta = _PATIENCE) -> list[tuple[UUID, int]]:
    """Return (game, turn) of bots that should have moved *patience* ago, longest first."""
    return [(game, turn) for game, turn in rows(_BOTS_DUE, [patience.total_seconds(), limit])]


def ladders_waiting() -> list[Ladder]:
    """Return the ladders for which results wait to be rated, longest first."""
    return [Ladder(variant, season, Kind(kind), Pace(pace)) for variant, season, kind, pace in rows(_WAITING)]
