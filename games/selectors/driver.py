"""What the driver asks for: games whose time may be up, bots that are due, ladders with results to rate."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from games.clocks.outages import GRACE
from games.ladders import Kind, Ladder
from games.store.asking import rows

OVERDUE_LIMIT: Final = 40
"""Games that one run of the driver speaks for; the next run follows in a second."""
BOTS_LIMIT: Final = 200

_OVERDUE: Final = """
    SELECT id FROM game
    WHERE deadline <= clock_timestamp()
      AND deadline + coalesce((SELECT sum(ended - greatest(began, turn_began) + make_interval(secs => %s)) FROM outage
                               WHERE ended > turn_began), interval '0') <= clock_timestamp()
    ORDER BY deadline LIMIT %s
"""
_BOTS_DUE: Final = """
    SELECT id, turn FROM game WHERE bot_due <= clock_timestamp() - make_interval(secs => %s) ORDER BY bot_due LIMIT %s
"""
_WAITING: Final = """
    SELECT variant, season, kind FROM unrated GROUP BY variant, season, kind ORDER BY min(ended_at), kind, variant
"""
_PATIENCE: Final = timedelta(seconds=1)
"""How long after it was due a bot is searched for: before that, the wake-up of its own move is on the way."""


def overdue(limit: int = OVERDUE_LIMIT) -> list[UUID]:
    """Return games whose time may be up, longest first; a hint, to be checked again under lock."""
    return [game for (game,) in rows(_OVERDUE, [GRACE.total_seconds(), limit])]


def bots_due(limit: int = BOTS_LIMIT, *, patience: timedelta = _PATIENCE) -> list[tuple[UUID, int]]:
    """Return (game, turn) of bots that should have moved *patience* ago, longest first."""
    return [(game, turn) for game, turn in rows(_BOTS_DUE, [patience.total_seconds(), limit])]


def ladders_waiting() -> list[Ladder]:
    """Return the ladders for which results wait to be rated, longest first."""
    return [Ladder(variant, season, Kind(kind)) for variant, season, kind in rows(_WAITING)]
