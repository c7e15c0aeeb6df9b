"""What an operator asks for: how far behind anything is, what stopped, what was found. All of it is cheap."""

from dataclasses import dataclass
from typing import Final

from games.selectors.driver import credits_since
from games.store import CREDITED_DEADLINE
from games.store.asking import records, rows

MOST: Final = 10_000
"""Games of a kind that are counted; more are told as so many."""

_PROJECTIONS: Final = """
    WITH ends AS (
        SELECT shard, coalesce((SELECT max(position) FROM event AS e WHERE e.shard = s.shard), 0) AS position
        FROM generate_series(0, 15) AS s (shard))
    SELECT p.name, p.generation, sum(greatest(ends.position - c.position, 0))::bigint,
           count(*) FILTER (WHERE c.status = 'failed'),
           (SELECT count(*) FROM checkpoint AS n WHERE n.projection = p.name AND n.generation > p.generation)
    FROM projection AS p JOIN checkpoint AS c ON (c.projection, c.generation) = (p.name, p.generation)
         JOIN ends USING (shard)
    GROUP BY p.name, p.generation ORDER BY p.name
"""
_FAILED: Final = """
    SELECT c.projection, c.shard FROM checkpoint AS c JOIN projection AS p ON p.name = c.projection
    WHERE c.status = 'failed' AND c.generation = p.generation ORDER BY 1, 2
"""
_SERVICE: Final = f"""
    SELECT (SELECT sum(position) FROM (
                SELECT (SELECT max(position) FROM event AS e WHERE e.shard = s.shard) AS position
                FROM generate_series(0, 15) AS s (shard)) AS ends),
           (SELECT count(*) FROM (SELECT FROM game WHERE deadline IS NOT NULL LIMIT {MOST}) AS few),
           (SELECT count(*) FROM (SELECT FROM game WHERE bot_due IS NOT NULL LIMIT {MOST}) AS few),
           (SELECT count(*) FROM (SELECT FROM lobby AS l JOIN projection AS p USING (generation)
                                  WHERE p.name = 'lobby' LIMIT {MOST}) AS few),
           (SELECT extract(epoch FROM clock_timestamp() - min(deadline)) FROM game WHERE deadline IS NOT NULL),
           (SELECT extract(epoch FROM clock_timestamp() - min(bot_due)) FROM game WHERE bot_due IS NOT NULL),
           (SELECT extract(epoch FROM clock_timestamp() - min(created_at)) FROM judgement WHERE status <> 'done'),
           (SELECT extract(epoch FROM clock_timestamp() - min(at)) FROM heartbeat WHERE name = 'driver')
"""  # noqa: S608 - a constant
_OLDEST: Final = "SELECT min(turn_began), clock_timestamp() FROM game WHERE deadline <= clock_timestamp()"
_LATENESS: Final = f"""
    SELECT extract(epoch FROM %(now)s - min({CREDITED_DEADLINE}))
      FROM (SELECT deadline, turn_began FROM game WHERE deadline <= %(now)s ORDER BY deadline LIMIT {MOST}) AS few
"""  # noqa: S608 - constants
_DRIFT: Final = "SELECT what, count(*) FROM drift_report WHERE closed_at IS NULL GROUP BY what ORDER BY what"


@dataclass(frozen=True, slots=True)
class Following:
    """How one projection stands."""

    name: str
    generation: int
    """The one that is read."""
    lag: int
    """Events in the log that it has not read."""
    failed: int
    """Shards at which it stopped."""
    building: int
    """Shards of a generation that is not read yet."""


@dataclass(frozen=True, slots=True)
class Service:
    """How the service stands. Seconds are negative where something is due in the future, None where nothing is."""

    events: int
    on_the_clock: int
    """Games with a deadline."""
    awaiting_bots: int
    waiting: int
    """Games in the lobby."""
    deadline_late: float | None
    """Seconds since the earliest deadline that stands, outages credited."""
    bot_late: float | None
    judgement_waits: float | None
    """Seconds since the oldest judgement that is not made was ordered."""
    heartbeat: float | None
    """Seconds since the driver's last one."""


def followings() -> list[Following]:
    """Return how each projection stands."""
    return records(Following, _PROJECTIONS)


def failed_shards() -> list[tuple[str, int]]:
    """Return the (projection, shard) that stopped at an event."""
    return [(name, shard) for name, shard in rows(_FAILED)]


def service() -> Service:
    """Return how the service stands."""
    ((events, *counts, deadline, bot, judgement, heartbeat),) = rows(_SERVICE)
    seconds = [None if one is None else float(one) for one in (deadline, bot, judgement, heartbeat)]
    if seconds[0] and seconds[0] > 0:
        seconds[0] = _credited_lateness()
    return Service(int(events or 0), *counts, *seconds)


def _credited_lateness() -> float | None:
    ((began, now),) = rows(_OLDEST)
    if began is None:
        return None
    ((late,),) = rows(_LATENESS, {**credits_since(began, now), "now": now})
    return float(late)


def open_findings() -> dict[str, int]:
    """Return how many places are known to be at fault, by the proof that found them so."""
    return dict(rows(_DRIFT))
