"""Deliveries of notices: rows that a messenger claims with a lease, as `games.store.webhooks` does (ADR 16).

A messenger does this, in a loop:

1. ``claim(transports, most, credits_)`` gives it the oldest due deliveries of the transports that it can send. Each is
   its own for ``LEASE``. What is not true any more, such as a turn that is over, is not given out: its status becomes
   ``moot``. So is what its player has switched off, what has no device any more, and a mail about a game of which the
   player has not seen the last mail.
2. It sends each within the lease. ``Parcel.id`` is the same in every attempt: give it to the receiver wherever the
   protocol has a field for that. ``Parcel.game`` is the key by which newer notices replace older ones on a device.
3. ``settle(parcel, "sent")``, or ``settle(parcel, "failed", error)`` if it will never arrive, or
   ``put_off(parcel, by, error)`` to try again later. If it does none of these, because it has died, the delivery is due
   again after the lease.

If the push service says that a device is gone, delete the device with `players.devices`; its deliveries become moot.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal
from uuid import UUID

from django.db import transaction

from base.sql.statements import prepared
from games.db import rows
from games.notices.kinds import OF_TURN, NoticeKind
from games.store.notices import DEFAULT_CHANNELS, GAMES, TRUE

LEASE: Final = timedelta(seconds=60)
"""How long a messenger may take from the claim of a delivery until it is settled."""
FRESH: Final = timedelta(days=2)
"""How long after a notice was issued its deliveries may still leave, if nothing else ends them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """A delivery that this process sends now, with its notice."""

    id: UUID
    """The id of the delivery, the same in every attempt."""
    tries: int
    """This one included."""
    transport: str
    device: int | None
    """The id of the device (`players.models.Device`); None for mail."""
    notice: UUID
    player: UUID
    kind: str
    game: UUID
    seat: int | None
    began: datetime | None
    about: UUID | None
    turn: int | None
    deadline: datetime | None
    """For a turn: as it is now, with outages credited."""
    until: datetime
    """When it is of no use any more: the time to live that a push service may be told."""
    version: int
    """That of the game as it is now."""
    issued_at: datetime
    now: datetime


_OF_TURN: Final = "({})".format(", ".join(f"'{kind}'" for kind in OF_TURN))
_LAST_ONES: Final = f"('{NoticeKind.DEADLINE_NEAR}', '{NoticeKind.LAST_HOUR}')"
_IS_LAST: Final = f"{{0}}.kind IN {_LAST_ONES} AND {{0}}.until = {{0}}.deadline"
# At most one mail about a game until its player has been back, and the last one before a deadline.
_UNSEEN: Final = f"""
    EXISTS (SELECT FROM notice AS o JOIN notice_delivery AS e ON e.notice = o.id
            WHERE o.player = n.player AND o.game = n.game AND o.id <> n.id AND o.read_at IS NULL
              AND (e.transport, e.status) = ('mail', 'sent')
              AND (NOT ({_IS_LAST.format("n")}) OR {_IS_LAST.format("o")})
              AND NOT EXISTS (SELECT FROM session AS s WHERE s.player_id = n.player AND s.used_at > e.ended_at))
"""  # noqa: S608 - constants
_CLAIM: Final = f"""
    WITH due AS MATERIALIZED (
        SELECT id, notice FROM notice_delivery
        WHERE status = 'waiting' AND transport = ANY(%(transports)s) AND due_at <= statement_timestamp()
        ORDER BY due_at LIMIT %(most)s FOR UPDATE SKIP LOCKED
    ), told AS MATERIALIZED (SELECT * FROM notice WHERE id IN (SELECT notice FROM due)
    ), {GAMES.format(notices="told")}, judged AS MATERIALIZED (
        SELECT d.id, clock_timestamp() AS now, clock_timestamp() + %(lease)s AS leased,
               coalesce(g.version, 0) AS version,
               CASE WHEN n.kind IN {_OF_TURN} THEN g.deadline + g.credit ELSE n.deadline END AS deadline,
               coalesce(n.until + coalesce(g.credit, interval '0'), n.issued_at + %(fresh)s) AS until,
               {TRUE} AND (n.until IS NOT NULL OR clock_timestamp() < n.issued_at + %(fresh)s) AND CASE d.transport
            WHEN 'mail' THEN p.email_verified AND p.email <> '' AND NOT {_UNSEEN}
            ELSE EXISTS (SELECT FROM device AS o JOIN session AS s ON s.id = o.session_id
                         WHERE o.id = d.device AND o.player_id = n.player AND o.kind = d.transport
                           AND s.ended_at IS NULL AND s.expires_at > clock_timestamp())
            END AND coalesce(w.is_on, channel.is_on) AS is_true
        FROM due JOIN notice_delivery AS d ON d.id = due.id JOIN told AS n ON n.id = d.notice
        JOIN player AS p ON p.id = n.player LEFT JOIN games AS g ON g.notice = n.id
        JOIN (VALUES {DEFAULT_CHANNELS}) AS channel (name, is_on)
             ON channel.name = CASE d.transport WHEN 'mail' THEN 'mail' ELSE 'push' END
        LEFT JOIN notice_preference AS w ON (w.player, w.kind, w.channel) = (n.player, n.kind, channel.name)
    )
    UPDATE notice_delivery AS d
       SET status = CASE WHEN is_true THEN d.status ELSE 'moot' END,
           ended_at = CASE WHEN is_true THEN NULL ELSE j.now END,
           due_at = CASE WHEN is_true THEN j.leased ELSE d.due_at END,
           tries = d.tries + is_true::int
      FROM judged AS j, notice AS n WHERE j.id = d.id AND n.id = d.notice
    RETURNING d.status = 'waiting', d.id, d.tries, d.transport, d.device, n.id, n.player, n.kind, n.game, n.seat,
              n.began, n.about, n.turn, j.deadline, j.until, j.version, n.issued_at, j.now
"""  # noqa: S608 - constants
_SETTLE: Final = """
    UPDATE notice_delivery SET status = %s, error = %s, ended_at = clock_timestamp()
    WHERE id = %s AND tries = %s AND status = 'waiting'
"""
_PUT_OFF: Final = """
    UPDATE notice_delivery SET due_at = clock_timestamp() + %s, error = %s
    WHERE id = %s AND tries = %s AND status = 'waiting'
"""


def claim(transports: Collection[str], most: int, credits_: Mapping[str, Any]) -> list[Parcel]:
    """Claim at most so many due deliveries of these *transports*, the oldest first. Nobody else gets them in ``LEASE``.

    Fewer come back than were due where some are moot. *credits_* are the parameters of ``store.CREDITED_DEADLINE``.
    """
    if most <= 0:
        return []
    values = {**credits_, "transports": [*transports], "most": most, "lease": LEASE, "fresh": FRESH}
    while True:
        with transaction.atomic():
            found = prepared(_CLAIM, values)
        claimed = [_parcel(row[1:]) for row in found if row[0]]
        if claimed or len(found) < most:
            return sorted(claimed, key=lambda parcel: (parcel.issued_at, parcel.id))


def _parcel(row: tuple[Any, ...]) -> Parcel:
    return Parcel(**dict(zip(Parcel.__slots__, row, strict=True)))


def settle(parcel: Parcel, status: Literal["sent", "failed"], error: str = "") -> None:
    """Store that a delivery has ended. *error* is a short code without anything personal.

    It changes nothing if the lease is over and somebody else has taken the delivery.
    """
    rows(_SETTLE, [status, error, parcel.id, parcel.tries])


def put_off(parcel: Parcel, by: timedelta, error: str = "") -> None:
    """Let a delivery be due again after this time. It changes nothing if somebody else has taken it."""
    rows(_PUT_OFF, [by, error, parcel.id, parcel.tries])
