"""Queries for operators: what is late, what stopped, and what verification found. All of them are cheap."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games import store
from games.clocks.outages import LONGEST_TURN
from games.db import fetch, rows
from games.selectors.driver import credits_since

MOST: Final = 10_000
"""The most games of a kind that are counted; this number stands for more."""
TRIES: Final = 3
"""A mail of which more tries than this have failed, over ten minutes, is failing. Many servers refuse the first one."""

_PROJECTIONS: Final = """
    SELECT name, live, sum(greatest(ended - position, 0)) FILTER (WHERE generation = live)::bigint,
           count(*) FILTER (WHERE generation = live AND status = 'failed'), count(*) FILTER (WHERE generation > live)
    FROM (SELECT p.name, p.generation AS live, c.generation, c.status, c.position,
                 coalesce((SELECT max(position) FROM event AS e WHERE e.shard = c.shard), 0) AS ended
          FROM checkpoint AS c JOIN projection AS p ON p.name = c.projection AND c.generation >= p.generation) AS c
    GROUP BY name, live ORDER BY name
"""
_FAILED: Final = """
    SELECT c.projection, c.shard FROM checkpoint AS c JOIN projection AS p ON p.name = c.projection
    WHERE c.status = 'failed' AND c.generation = p.generation ORDER BY 1, 2
"""
_CHECK_WAITS: Final = """
    (SELECT extract(epoch FROM clock_timestamp() - min(created_at)) FROM check_job WHERE status <> 'done')
"""
_SERVICE: Final = f"""
    SELECT (SELECT sum(position) FROM (
                SELECT (SELECT max(position) FROM event AS e WHERE e.shard = c.shard) AS position
                FROM checkpoint AS c JOIN projection AS p ON (p.name, p.generation) = (c.projection, c.generation)
                WHERE p.name = 'lobby') AS ends),
           (SELECT count(*) FROM (SELECT 1 FROM game WHERE deadline IS NOT NULL LIMIT {MOST}) AS few),
           (SELECT count(*) FROM (SELECT 1 FROM game WHERE bot_due IS NOT NULL LIMIT {MOST}) AS few),
           (SELECT count(*) FROM (SELECT 1 FROM lobby AS l JOIN projection AS p USING (generation)
                                  WHERE p.name = 'lobby' AND l.started_at IS NULL LIMIT {MOST}) AS few),
           (SELECT CASE WHEN reltuples > {MOST} THEN reltuples::bigint ELSE (SELECT count(*) FROM archive) END
            FROM pg_class WHERE oid = 'archive'::regclass),
           {_CHECK_WAITS},
           (SELECT extract(epoch FROM clock_timestamp() - min(at)) FROM heartbeat WHERE name = 'driver')
"""  # noqa: S608 - a constant
_FAILING: Final = """
    WITH failing AS MATERIALIZED (
        SELECT kind, key, turn FROM claim WHERE reason <> '' AND kind IN ('bot', 'clock', 'plan'))
"""
_PUT_OFF: Final = "(('{kind}', {game}::text, turn) IN (SELECT kind, key, turn FROM failing))"
_LATENESS: Final = f"""
    {_FAILING}
    SELECT coalesce((SELECT extract(epoch FROM %(now)s - {store.CREDITED_DEADLINE}) FROM game
                     WHERE deadline <= %(now)s AND {store.CREDITED_DEADLINE} <= %(now)s
                       AND NOT {_PUT_OFF.format(kind="clock", game="id")}
                     ORDER BY deadline LIMIT 1), 0),
           coalesce((SELECT extract(epoch FROM %(now)s - bot_due) FROM game
                     WHERE bot_due <= %(now)s AND NOT {_PUT_OFF.format(kind="bot", game="id")}
                     ORDER BY bot_due LIMIT 1), 0)
"""  # noqa: S608 - constants
_OUTAGES: Final = """
    SELECT cause, began, ended FROM outage WHERE (cause IN ('jump', 'back')) = %s ORDER BY id DESC LIMIT %s
"""
_FINDINGS: Final = "SELECT what, count(*) FROM finding_report WHERE closed_at IS NULL GROUP BY what ORDER BY what"
_WEBHOOKS: Final = f"""
    SELECT (SELECT count(*) FROM (SELECT 1 FROM webhook_delivery WHERE status = 'waiting' LIMIT {MOST}) AS few),
           coalesce((SELECT extract(epoch FROM clock_timestamp() - min(due_at)) FROM webhook
                     WHERE due_at < clock_timestamp()), 0),
           (SELECT count(*) FROM webhook WHERE failing_since IS NOT NULL AND enabled),
           (SELECT count(*) FROM webhook WHERE NOT enabled AND disabled_reason <> 'you')
"""  # noqa: S608 - a constant
_NOTICES: Final = f"""
    SELECT transport, count(*), greatest(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float8,
           count(*) FILTER (WHERE error <> '')
    FROM (SELECT transport, due_at, error FROM notice_delivery WHERE status = 'waiting' LIMIT {MOST}) AS few
    GROUP BY transport ORDER BY transport
"""  # noqa: S608 - a constant
_ACCOUNT_MAILS: Final = f"""
    SELECT count(*), coalesce(greatest(extract(epoch FROM clock_timestamp() - min(due_at)), 0), 0)::float8,
           count(*) FILTER (WHERE tries > {TRIES})
    FROM (SELECT due_at, tries FROM outgoing_mail LIMIT {MOST}) AS few
"""  # noqa: S608 - constants
_ANALYSES: Final = """
    SELECT count(*), coalesce(greatest(extract(epoch FROM clock_timestamp() - min(due_at)), 0), 0)::float8,
           count(*) FILTER (WHERE tries > 1)
    FROM analysis WHERE status <> 'done' AND expires_at > clock_timestamp()
"""
_PLANS: Final = f"""
    {_FAILING}
    SELECT coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0) FROM plan
    WHERE due_at < clock_timestamp() AND NOT {_PUT_OFF.format(kind="plan", game="game")}
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class Notices:
    """The deliveries of notices by one transport that are not done yet, counted up to MOST."""

    transport: str
    waiting: int
    """Some wait for a retry, or for the end of quiet hours."""
    late: float
    """Seconds since the one that waits longest has been due; 0 if none is due."""
    failing: int
    """How many of them have been tried, and failed."""


@dataclass(frozen=True, slots=True)
class AccountMails:
    """The mails about accounts that are not sent yet, such as those with the link for a new password."""

    waiting: int
    """Counted up to MOST. Some wait for a retry."""
    late: float
    """Seconds since the one that waits longest has been due; 0 if none is due."""
    failing: int
    """How many of them have been tried more than TRIES times, and failed."""


@dataclass(frozen=True, slots=True)
class Analyses:
    """The analyses of games that are not done. Authors cannot order more than a few hundred."""

    waiting: int
    """One of them may run."""
    late: float
    """Seconds since the one that waits longest for a worker has been due; 0 if none is due."""
    failing: int
    """How many have been taken again for the same decision: it failed, or its worker died."""


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The state of webhooks."""

    waiting: int
    """Deliveries that are not done yet, counted up to MOST. Some wait for a retry."""
    late: float
    """Seconds since the delivery that waits longest has been due; 0 if none is due."""
    failing: int
    """Webhooks whose last attempt failed."""
    off: int
    """Webhooks that the service has switched off."""


@dataclass(frozen=True, slots=True)
class Lateness:
    """Seconds since the oldest move was due that is not made yet; 0 if none is due."""

    clock: float
    """Outages are credited."""
    bots: float


@dataclass(frozen=True, slots=True)
class Following:
    """The state of one projection."""

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
    """The state of the service. Seconds are negative for something in the future, and None for nothing."""

    events: int
    on_the_clock: int
    """Games with a deadline."""
    awaiting_bots: int
    waiting: int
    """Games that wait for players."""
    archived: int
    """Games that have left the log; of more than MOST, how many PostgreSQL's statistics say."""
    check_waits: float | None
    """Seconds since the oldest check was ordered that is not done."""
    heartbeat: float | None
    """Seconds since the driver's last one."""


def followings() -> list[Following]:
    """Return the state of each projection."""
    return fetch(Following, _PROJECTIONS)


def failed_shards() -> list[tuple[str, int]]:
    """Return the (projection, shard) that stopped at an event."""
    return [(name, shard) for name, shard in rows(_FAILED)]


def service() -> Service:
    """Return the state of the service."""
    ((events, *counts, check, heartbeat),) = rows(_SERVICE)
    seconds = [None if one is None else float(one) for one in (check, heartbeat)]
    return Service(int(events or 0), *counts, *seconds)


def check_waits() -> float | None:
    """Return the seconds since the oldest check of a ruleset was ordered that is not done; None if all are."""
    ((seconds,),) = rows(f"SELECT {_CHECK_WAITS}")
    return None if seconds is None else float(seconds)


def lateness() -> Lateness:
    """Return how late the clock and the bots are. Work that is put off because it failed does not count."""
    now = store.now()
    ((clock, bot),) = rows(_LATENESS, {**credits_since(now - LONGEST_TURN, now), "now": now})
    return Lateness(float(clock), float(bot))


def plan_lateness() -> float:
    """Return for how many seconds the plan that waits longest has been due; 0 if none is. Failed ones do not count."""
    ((late,),) = rows(_PLANS)
    return float(late)


def webhooks() -> Webhooks:
    """Return how far the deliveries to webhooks are."""
    ((waiting, late, failing, off),) = rows(_WEBHOOKS)
    return Webhooks(waiting, float(late), failing, off)


def notices() -> list[Notices]:
    """Return how far the deliveries of notices are, for each transport by which some wait."""
    return fetch(Notices, _NOTICES)


def account_mails() -> AccountMails:
    """Return how far the mails about accounts are."""
    (found,) = fetch(AccountMails, _ACCOUNT_MAILS)
    return found


def analyses() -> Analyses:
    """Return how far the analyses of games are."""
    (found,) = fetch(Analyses, _ANALYSES)
    return found


def unrated_count() -> int:
    """Return how many results wait to be rated, counted up to MOST."""
    ((count,),) = rows(f"SELECT count(*) FROM (SELECT 1 FROM unrated LIMIT {MOST}) AS few")  # noqa: S608 - a constant
    return int(count)


def latest_outages(limit: int = 5) -> list[tuple[str, datetime, datetime]]:
    """Return cause, beginning and end of the last outages, the newest first."""
    return [(cause, began, ended) for cause, began, ended in rows(_OUTAGES, [False, limit])]


def latest_steps(limit: int = 5) -> list[tuple[timedelta, datetime]]:
    """Return the last steps of the wall clock, the newest first: by how much, and what it showed then.

    A step back is negative. One on another machine than the clock's last heartbeat is not known as a step.
    """
    return [
        (began - ended if cause == store.BACK else ended - began, began if cause == store.BACK else ended)
        for cause, began, ended in rows(_OUTAGES, [True, limit])
    ]


def open_findings() -> dict[str, int]:
    """Return in how many places findings are open, by their scope."""
    return dict(rows(_FINDINGS))
