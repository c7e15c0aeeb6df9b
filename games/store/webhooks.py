"""Webhooks and their deliveries: rows that workers claim with a lease.

A lock for as long as an endpoint takes to answer would need a connection for each request, so a worker writes down
until when a webhook is its own. If it dies, another one sends the same delivery after that, with the same id (ADR 16).
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from base.identifiers import uuid7
from base.sql.statements import prepared, run
from games.db import build, rows
from games.store.distribution import asked_together

MOST: Final = 5
"""Webhooks that one player may have."""
MOST_WAITING: Final = 5_000
"""Deliveries that may wait for one webhook. With more it is switched off."""
OVERLAP: Final = timedelta(hours=24)
"""How long a secret still signs after its rotation."""
KEPT: Final = timedelta(days=14)
"""How long a delivery is kept after it was made."""
LEASE: Final = timedelta(seconds=20)
"""How long a worker may take for one attempt. It is longer than any attempt can be."""


class TooManyWebhooks(Exception):
    """The player has as many webhooks as a player may have."""


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A delivery that this worker sends now, and its webhook."""

    id: UUID
    webhook: UUID
    url: str
    body: str
    sealed: bytes
    sealed_before: bytes | None
    """The secret before, if it still signs."""
    attempts: int
    """This one included."""
    failures: int
    """How often in a row the webhook has failed."""
    failing_since: datetime | None
    slow: bool
    now: datetime


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """A delivery to add."""

    id: UUID
    webhook: UUID
    type: str
    body: str


_ADD: Final = "INSERT INTO webhook (id, player, url, events, description, sealed) VALUES (%s, %s, %s, %s, %s, %s)"
_CHANGE: Final = """
    UPDATE webhook SET url = coalesce(%(url)s, url), events = coalesce(%(events)s::jsonb, events),
                       description = coalesce(%(description)s, description)
    WHERE id = %(id)s
"""
_ENABLE: Final = """
    UPDATE webhook SET enabled = true, disabled_reason = '', failures = 0, failing_since = NULL, slow = false,
                       ready_at = clock_timestamp(), due_at = NULL
    WHERE id = %s AND NOT enabled
"""
_DISABLE: Final = """
    WITH off AS (UPDATE webhook SET enabled = false, disabled_reason = %s, due_at = NULL
                 WHERE id = ANY(%s) AND enabled RETURNING id)
    UPDATE webhook_delivery SET status = 'failed', error = 'off', due_at = NULL
    WHERE webhook IN (SELECT id FROM off) AND status = 'waiting'
"""
_ROTATE: Final = """
    UPDATE webhook SET sealed_before = sealed, sealed = %s, before_until = clock_timestamp() + %s WHERE id = %s
"""
_RESEAL: Final = "UPDATE webhook SET sealed = %s WHERE id = %s AND sealed = %s"
# The rows of the webhooks are locked first, in one order: a webhook may be deleted or switched off at the same time.
_ADD_DELIVERIES: Final = """
    WITH new AS (SELECT * FROM unnest(%s::uuid[], %s::uuid[], %s::text[], %s::text[]) AS n (id, webhook, type, body)
    ), kept AS MATERIALIZED (
        SELECT id FROM webhook WHERE id IN (SELECT webhook FROM new) AND enabled ORDER BY id FOR UPDATE
    ), added AS (
        INSERT INTO webhook_delivery (id, webhook, type, body)
        SELECT new.id, webhook, type, body FROM new JOIN kept ON kept.id = webhook
        ON CONFLICT (id) DO NOTHING RETURNING webhook)
    UPDATE webhook SET due_at = least(due_at, greatest(ready_at, clock_timestamp()))
    WHERE id IN (SELECT webhook FROM added)
"""
_REPLAY: Final = """
    UPDATE webhook_delivery SET attempts = CASE WHEN status = 'waiting' THEN attempts ELSE 0 END, status = 'waiting',
                                error = '', due_at = clock_timestamp()
    WHERE id = %s AND webhook = %s
"""
_FULL: Final = """
    SELECT webhook FROM webhook_delivery WHERE status = 'waiting' AND webhook = ANY(%s)
    GROUP BY webhook HAVING count(*) > %s
"""
_CLAIM: Final = """
    WITH due AS (
        SELECT id FROM webhook WHERE due_at <= statement_timestamp() AND slow = %(slow)s
        ORDER BY due_at LIMIT %(most)s FOR UPDATE SKIP LOCKED)
    UPDATE webhook AS w SET ready_at = clock_timestamp() + %(lease)s, due_at = clock_timestamp() + %(lease)s
    FROM due WHERE w.id = due.id RETURNING w.id
"""
_TAKE: Final = """
    UPDATE webhook_delivery AS d SET attempts = d.attempts + 1, last_at = clock_timestamp()
    FROM unnest(%s::uuid[]) AS asked (webhook)
    CROSS JOIN LATERAL (SELECT id FROM webhook_delivery AS o
                        WHERE o.webhook = asked.webhook AND status = 'waiting' AND due_at <= clock_timestamp()
                        ORDER BY due_at LIMIT 1) AS next
    JOIN webhook AS w ON w.id = asked.webhook
    WHERE d.id = next.id
    RETURNING d.id, w.id, w.url, d.body, w.sealed,
              CASE WHEN w.before_until > clock_timestamp() THEN w.sealed_before END,
              d.attempts, w.failures, w.failing_since, w.slow, clock_timestamp()
"""
_DONE: Final = """
    UPDATE webhook_delivery SET status = %(status)s, due_at = clock_timestamp() + %(again)s, error = %(error)s,
                                response_status = %(response)s, duration = %(duration)s
    WHERE id = %(id)s AND attempts = %(attempts)s AND status = 'waiting'
"""
_SETTLE: Final = """
    UPDATE webhook SET ready_at = clock_timestamp() + %(pause)s, slow = %(slow)s, failures = %(failures)s,
                       failing_since = CASE WHEN %(failures)s > 0 THEN coalesce(failing_since, clock_timestamp()) END
    WHERE id = %(webhook)s
"""
_NEXT: Final = """
    UPDATE webhook AS w SET due_at = (
        SELECT greatest(w.ready_at, d.due_at) FROM webhook_delivery AS d
        WHERE d.webhook = w.id AND d.status = 'waiting' ORDER BY d.due_at LIMIT 1)
    WHERE w.id = ANY(%s) AND w.enabled
"""
_ENDS: Final = """
    SELECT shard, (SELECT max(position) FROM event WHERE event.shard = c.shard) FROM checkpoint AS c
    WHERE shard = ANY(%s::smallint[]) AND projection = 'webhooks'
"""
_IS_HEARD: Final = "SELECT EXISTS (SELECT FROM webhook WHERE enabled)"
_SKIP: Final = """
    UPDATE checkpoint AS c SET position = e.position
    FROM unnest(%s::smallint[], %s::bigint[]) AS e (shard, position)
    WHERE c.shard = ANY(%s::smallint[]) AND (c.projection, c.shard) = ('webhooks', e.shard)
      AND c.position < e.position AND c.status = 'running'
"""
_FORGET: Final = "DELETE FROM webhook_delivery WHERE status <> 'waiting' AND created_at < clock_timestamp() - %s"


def add(player: UUID, *, url: str, events: Sequence[str], description: str, sealed: bytes) -> UUID:
    """Add a webhook, and return its id. Raises TooManyWebhooks."""
    with transaction.atomic():
        # The lock on the player makes two requests at once count one after the other.
        rows("SELECT FROM player WHERE id = %s FOR UPDATE", [player])
        ((count,),) = rows("SELECT count(*) FROM webhook WHERE player = %s", [player])
        if count >= MOST:
            raise TooManyWebhooks
        made = uuid7()
        rows(_ADD, [made, player, url, json.dumps([*events]), description, sealed])
    return made


def change(webhook: UUID, *, url: str | None, events: Sequence[str] | None, description: str | None) -> None:
    """Change what is not None."""
    listed = None if events is None else json.dumps([*events])
    rows(_CHANGE, {"id": webhook, "url": url, "events": listed, "description": description})


def remove(webhook: UUID) -> None:
    """Delete a webhook with its deliveries."""
    with transaction.atomic():
        rows("SELECT FROM webhook WHERE id = %s FOR UPDATE", [webhook])
        rows("DELETE FROM webhook_delivery WHERE webhook = %s", [webhook])
        rows("DELETE FROM webhook WHERE id = %s", [webhook])


def enable(webhook: UUID) -> None:
    """Switch a webhook on."""
    rows(_ENABLE, [webhook])


def disable(webhooks: Collection[UUID], reason: str) -> None:
    """Switch *webhooks* off. What waits for them has failed."""
    rows(_DISABLE, [reason, [*webhooks]])


def rotate(webhook: UUID, sealed: bytes) -> None:
    """Sign with a new secret, and for a day with the one before, too."""
    rows(_ROTATE, [sealed, OVERLAP, webhook])


def reseal(webhook: UUID, *, old: bytes, new: bytes) -> None:
    """Store the secret of *webhook* encrypted anew, unless it was rotated."""
    rows(_RESEAL, [new, webhook, old])


def add_deliveries(deliveries: Collection[NewDelivery]) -> None:
    """Add *deliveries*, which are due at once. Those that exist, or whose webhook is off, are left out."""
    if not deliveries:
        return
    webhooks = list({one.webhook for one in deliveries})
    values = [[getattr(one, name) for one in deliveries] for name in ("id", "webhook", "type", "body")]
    with transaction.atomic():
        rows(_ADD_DELIVERIES, values)
        full = [webhook for (webhook,) in rows(_FULL, [webhooks, MOST_WAITING])]
        if full:
            disable(full, "backlog")


def skip_unheard() -> None:
    """Move the follower to the end of the log if no webhook is on. It reads none of the events before that."""
    # The ends are read first, so that it skips nothing that happens after somebody switches a webhook on.
    ends = run([(_ENDS, [shards]) for shards in asked_together()])
    ((is_heard,),) = prepared(_IS_HEARD)
    if not is_heard:
        run([(_SKIP, [*map(list, zip(*found, strict=True)), [shard for shard, _ in found]]) for found in ends if found])


def replay(webhook: UUID, delivery: UUID) -> None:
    """Make *delivery* due now, with the same id. One that has ended begins again."""
    with transaction.atomic():
        rows("SELECT FROM webhook WHERE id = %s FOR UPDATE", [webhook])
        rows(_REPLAY, [delivery, webhook])
        rows(_NEXT, [[webhook]])


def claim(most: int, *, slow: bool) -> list[Dispatch]:
    """Claim the oldest due delivery of each of at most so many webhooks that are *slow*, or that are not.

    Nobody else sends to these webhooks until ``settle``, or until the lease ends.
    """
    if most <= 0:
        return []
    with transaction.atomic():
        claimed = [webhook for (webhook,) in rows(_CLAIM, {"slow": slow, "most": most, "lease": LEASE})]
        found = [_dispatch(row) for row in rows(_TAKE, [claimed])] if claimed else []
        idle = {*claimed} - {one.webhook for one in found}
        if idle:
            rows("UPDATE webhook SET ready_at = clock_timestamp() WHERE id = ANY(%s)", [[*idle]])
            rows(_NEXT, [[*idle]])
    return found


def _dispatch(row: Sequence[Any]) -> Dispatch:
    id_, webhook, url, body, sealed, before, *rest = row
    return Dispatch(id_, webhook, url, body, bytes(sealed), None if before is None else bytes(before), *rest)


def settle(  # noqa: PLR0913 - all that one attempt has shown
    dispatch: Dispatch,
    *,
    status: str,
    again: timedelta | None,
    pause: timedelta,
    slow: bool,
    error: str,
    response: int | None,
    duration: int,
) -> None:
    """Store what came of an attempt: the delivery waits *again* or has ended, and the webhook has a *pause*."""
    values = {
        "id": dispatch.id, "webhook": dispatch.webhook, "attempts": dispatch.attempts, "status": status,
        "again": again, "pause": pause, "slow": slow, "error": error, "response": response, "duration": duration,
        "failures": dispatch.failures + 1 if error else 0,
    }  # fmt: skip
    with transaction.atomic():
        rows(_SETTLE, values)
        rows(_DONE, values)
        rows(_NEXT, [[dispatch.webhook]])


def forget() -> None:
    """Delete the deliveries that have ended and are older than two weeks."""
    rows(_FORGET, [KEPT])


@dataclass(frozen=True, slots=True)
class Listener:
    """A webhook of a player who has a seat in a game, and the game as it is now."""

    webhook: UUID
    events: list[str]
    game: UUID
    seat: int
    version: int
    turn: int
    on_turn: int | None
    deadline: datetime | None


_OF_PLAYER: Final = "SELECT id FROM webhook WHERE player = %s AND enabled AND jsonb_exists(events, %s) ORDER BY id"
_LISTENERS: Final = """
    SELECT w.id, w.events, g.id, s.seat, g.version, g.turn, g.on_turn, g.deadline
    FROM webhook AS w JOIN seat AS s ON s.player = w.player JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)
    WHERE w.enabled AND s.shard = %s AND s.game = ANY(%s) ORDER BY w.id, g.id
"""


def of_player(player: UUID, event: str) -> list[UUID]:
    """Return the webhooks of *player* that are on, and that are called for this type of event."""
    return [webhook for (webhook,) in rows(_OF_PLAYER, [player, event])]


def listeners(shard: int, games: Collection[UUID]) -> list[Listener]:
    """Return the webhooks of all who have a seat in *games* of *shard*."""
    return [build(Listener, row) for row in prepared(_LISTENERS, [shard, [*games]])]
