"""Notices: planned, told once when they are due, and kept in the inbox.

A notice is planned with ``plan``, by the follower of the log or in the transaction that causes it. ``issue`` takes what
is due, compares it with the row of its game, and either deletes it, because it is not true any more, or marks
it as told and adds its deliveries, all in one transaction. So nothing is told twice, and nothing after the fact.
`games.store.notice_deliveries` says how deliveries leave the service.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from base.identifiers import uuid7
from base.sql.statements import prepared, run_with_commit
from games.db import build, rows
from games.notices.kinds import DEFAULTS, OF_TURN, NoticeChannel, NoticeKind
from games.notices.planning import LAST, NEAR, Planned, Turn, is_last
from games.store.heartbeats import CREDITED_DEADLINE
from games.store.invitations import HIDDEN, LIVE
from players.quiet_hours import QuietHours

KEPT: Final = timedelta(days=30)
"""How long a notice is kept after it was told."""
MAIL_PAUSE: Final = timedelta(minutes=5)
"""How long a mail waits, so that whoever plays at once gets none. The last one before a deadline does not wait."""
MOST: Final = 200
"""Notices that are told in one transaction."""
BATCH: Final = 1_000
"""Notices that are deleted in one transaction."""

_COLUMNS: Final = ("player", "kind", "game", "seat", "began", "about", "turn", "deadline", "at", "until")
_PLAN: Final = """
    INSERT INTO notice AS n (id, player, kind, game, seat, began, about, turn, deadline, due_at, until)
    SELECT u.id, u.player, kind, game, seat, began, about, turn, deadline, coalesce(at, clock_timestamp()), until
    FROM unnest(%s::uuid[], %s::uuid[], %s::text[], %s::uuid[], %s::smallint[], %s::timestamptz[], %s::uuid[],
                %s::int[], %s::timestamptz[], %s::timestamptz[], %s::timestamptz[])
         AS u (id, player, kind, game, seat, began, about, turn, deadline, at, until)
    JOIN player AS p ON p.id = u.player AND p.is_active
    ORDER BY u.player, game, kind
    ON CONFLICT ON CONSTRAINT notice_once DO UPDATE
       SET turn = excluded.turn, deadline = excluded.deadline, due_at = excluded.due_at, until = excluded.until
     WHERE n.issued_at IS NULL AND (n.turn, n.deadline) IS DISTINCT FROM (excluded.turn, excluded.deadline)
"""

_VOTED: Final = """
    e.type = 'proposal-settled' OR e.type = 'vote-cast' AND e.public ->> 'seat' = n.seat::text
"""
"""Whether after event ``e`` the proposal of notice ``n`` needs no vote of its reader."""
GAMES: Final = f"""
    games AS MATERIALIZED (
        SELECT n.id AS notice, status, version, on_turn, turn_began, deadline, {CREDITED_DEADLINE} - deadline AS credit,
               CASE n.kind
            WHEN '{NoticeKind.REMATCH}' THEN NOT EXISTS (
                SELECT FROM seat AS s WHERE (s.shard, s.game, s.player) = (g.shard, g.id, n.player))
            WHEN '{NoticeKind.SEAT_TAKEN}' THEN EXISTS (
                SELECT FROM seat AS s WHERE (s.shard, s.game, s.seat, s.player) = (g.shard, g.id, n.seat, n.about))
            WHEN '{NoticeKind.PROPOSAL}' THEN NOT EXISTS (
                SELECT FROM event AS e
                WHERE (e.shard, e.stream) = (g.shard, g.id) AND e.recorded_at >= n.began AND ({_VOTED})) AND EXISTS (
                SELECT FROM seat AS s
                WHERE (s.shard, s.game, s.seat, s.player) = (g.shard, g.id, n.seat, n.player) AND NOT s.absent)
            ELSE true END AS holds
        FROM (SELECT id, player, kind, game, seat, about, began FROM {{notices}}) AS n
        JOIN game AS g ON (g.shard, g.id) = (mod(get_byte(uuid_send(n.game), 15), 16)::smallint, n.game))
"""  # noqa: S608 - constants
"""The games of notices, as they are now: a query of WITH, behind that of the notices. It takes the parameters of
``CREDITED_DEADLINE``. ``holds`` says whether seats and events leave a notice true. Games lie elsewhere than notices on
Citus, so they are read for all notices at once."""
_IN_TURN: Final = "coalesce(g.status = 'playing' AND g.on_turn = n.seat AND g.turn_began = n.began, false)"
TRUE: Final = f"""
    (n.until IS NULL OR clock_timestamp() < n.until + coalesce(g.credit, interval '0')) AND CASE n.kind
        WHEN '{NoticeKind.YOUR_TURN}' THEN {_IN_TURN}
        WHEN '{NoticeKind.DEADLINE_NEAR}' THEN {_IN_TURN} AND g.deadline = n.deadline
        WHEN '{NoticeKind.LAST_HOUR}' THEN {_IN_TURN} AND g.deadline = n.deadline
        WHEN '{NoticeKind.INVITATION}' THEN g.status = 'waiting' AND EXISTS (
            SELECT FROM invitation AS i WHERE i.id = n.about AND {LIVE} AND NOT {HIDDEN})
        WHEN '{NoticeKind.REMATCH}' THEN g.status = 'waiting' AND g.holds
        WHEN '{NoticeKind.SEAT_TAKEN}' THEN g.status <> 'over' AND g.holds
        WHEN '{NoticeKind.PROPOSAL}' THEN g.status = 'playing' AND g.holds
        ELSE true
    END
"""
"""Whether notice ``n`` is true now, by its game ``g``, a row of ``GAMES``. A kind without a line stays true."""

_TURNS: Final = """
    SELECT s.player, g.id, s.seat, g.turn, g.turn_began, g.deadline, clock_timestamp(), EXISTS (
        SELECT FROM plan AS p WHERE (p.shard, p.game, p.seat, p.turn) = (g.shard, g.id, g.on_turn, g.turn))
    FROM game AS g JOIN seat AS s ON (s.shard, s.game, s.seat) = (g.shard, g.id, g.on_turn)
    WHERE g.shard = %s AND g.id = ANY(%s) AND g.status = 'playing' AND s.player IS NOT NULL
      AND g.turn_began IS NOT NULL AND NOT s.absent
    ORDER BY s.player, g.id
"""
_SITTERS: Final = """
    SELECT game, seat, player FROM seat WHERE shard = %s AND game = ANY(%s) AND player IS NOT NULL ORDER BY game, seat
"""
_OF_SHARD: Final = """
    WITH g AS MATERIALIZED (
        SELECT id, status, on_turn, turn_began, deadline FROM game WHERE shard = %(shard)s AND id = ANY(%(games)s))
"""
# What is over or has another deadline is planned anew, if at all.
_CANCEL: Final = f"""
    {_OF_SHARD} DELETE FROM notice AS n USING g
    WHERE n.read_at IS NULL AND n.issued_at IS NULL AND n.game = ANY(%(games)s) AND n.kind = ANY(%(kinds)s)
      AND g.id = n.game AND NOT ({_IN_TURN} AND n.deadline IS NOT DISTINCT FROM g.deadline)
"""  # noqa: S608 - constants
_PLAYED: Final = f"""
    {_OF_SHARD}, played AS MATERIALIZED (
        SELECT n.id FROM notice AS n JOIN g ON g.id = n.game
        WHERE n.issued_at IS NOT NULL AND n.game = ANY(%(games)s) AND n.kind = ANY(%(kinds)s) AND NOT {_IN_TURN}
          AND (n.deadline IS NULL OR statement_timestamp() < n.deadline)
    ), deliveries AS (DELETE FROM notice_delivery WHERE notice IN (SELECT id FROM played))
    DELETE FROM notice WHERE id IN (SELECT id FROM played)
"""  # noqa: S608 - constants
_DONE: Final = f"""
    {_OF_SHARD} UPDATE notice AS n SET read_at = statement_timestamp() FROM g
    WHERE n.read_at IS NULL AND n.issued_at IS NOT NULL AND n.game = ANY(%(games)s) AND n.kind = ANY(%(kinds)s)
      AND g.id = n.game AND NOT {_IN_TURN}
      AND NOT EXISTS (SELECT FROM unnest(%(late_games)s::uuid[], %(late_seats)s::smallint[]) AS late (game, seat)
                      WHERE (late.game, late.seat) = (n.game, n.seat))
"""  # noqa: S608 - constants
_ANSWERED: Final = f"""
    WITH open AS MATERIALIZED (
        SELECT id, game, seat, began FROM notice
        WHERE read_at IS NULL AND issued_at IS NOT NULL AND game = ANY(%(games)s) AND kind = '{NoticeKind.PROPOSAL}'
    ), answered AS MATERIALIZED (
        SELECT n.id FROM open AS n JOIN event AS e ON e.stream = n.game
        WHERE e.shard = %(shard)s AND e.recorded_at >= n.began AND ({_VOTED}))
    UPDATE notice SET read_at = statement_timestamp() WHERE id IN (SELECT id FROM answered)
"""  # noqa: S608 - constants

_NEAR_AT: Final = f"""
    CASE n.kind WHEN '{NoticeKind.LAST_HOUR}' THEN g.deadline - %(last)s
                WHEN '{NoticeKind.DEADLINE_NEAR}' THEN n.began + {NEAR} * (g.deadline - n.began) END + g.credit
"""
_DUE: Final = f"""
    WITH due AS MATERIALIZED (
        SELECT * FROM notice AS n WHERE n.issued_at IS NULL AND n.due_at <= statement_timestamp()
        ORDER BY n.due_at LIMIT %(most)s FOR UPDATE SKIP LOCKED
    ), {GAMES.format(notices="due")}
    SELECT n.id, n.player, n.kind, n.deadline, n.until, {TRUE}, {_NEAR_AT}, p.time_zone, p.quiet_from, p.quiet_until,
           p.email_verified AND p.email <> '', clock_timestamp()
    FROM due AS n JOIN player AS p ON p.id = n.player LEFT JOIN games AS g ON g.notice = n.id
    ORDER BY n.due_at
"""  # noqa: S608 - constants
_DROP: Final = "DELETE FROM notice WHERE id = ANY(%s)"
_PUT_OFF: Final = """
    UPDATE notice AS n SET due_at = u.at FROM unnest(%s::uuid[], %s::timestamptz[]) AS u (id, at) WHERE n.id = u.id
"""
_ISSUE: Final = "UPDATE notice SET issued_at = clock_timestamp() WHERE id = ANY(%s)"
DEFAULT_CHANNELS: Final = ", ".join(f"('{channel}', {is_on})" for channel, is_on in DEFAULTS.items())
_DELIVER: Final = f"""
    INSERT INTO notice_delivery (id, notice, transport, device, due_at)
    SELECT gen_random_uuid(), n.id, way.transport, way.device,
           CASE way.channel WHEN 'mail' THEN u.mail_at ELSE u.push_at END
    FROM unnest(%s::uuid[], %s::timestamptz[], %s::timestamptz[], %s::boolean[])
         AS u (id, push_at, mail_at, has_mail)
    JOIN notice AS n ON n.id = u.id
    CROSS JOIN LATERAL (
        SELECT 'mail', 'mail', NULL::bigint WHERE u.has_mail
        UNION ALL
        SELECT 'push', d.kind, d.id FROM device AS d JOIN session AS s ON s.id = d.session_id
        WHERE d.player_id = n.player AND d.kind = ANY(%s) AND s.ended_at IS NULL AND s.expires_at > clock_timestamp()
    ) AS way (channel, transport, device)
    JOIN (VALUES {DEFAULT_CHANNELS}) AS channel (name, is_on) ON channel.name = way.channel
    LEFT JOIN notice_preference AS w ON (w.player, w.kind, w.channel) = (n.player, n.kind, way.channel)
    WHERE coalesce(w.is_on, channel.is_on)
    ON CONFLICT ON CONSTRAINT notice_delivery_once DO NOTHING
"""  # noqa: S608 - constants
_FORGET: Final = """
    WITH old AS MATERIALIZED (
        SELECT id FROM notice WHERE issued_at < statement_timestamp() - %s
        ORDER BY issued_at LIMIT %s FOR UPDATE SKIP LOCKED
    ), deliveries AS (DELETE FROM notice_delivery WHERE notice IN (SELECT id FROM old))
    DELETE FROM notice WHERE id IN (SELECT id FROM old) RETURNING id
"""
_READ: Final = """
    UPDATE notice AS n SET read_at = clock_timestamp()
    FROM notice AS last
    WHERE last.id = %(last)s AND last.player = %(player)s AND last.issued_at IS NOT NULL
      AND n.player = last.player AND n.read_at IS NULL AND (n.issued_at, n.id) <= (last.issued_at, last.id)
"""
_PREFER: Final = """
    INSERT INTO notice_preference AS p (player, kind, channel, is_on)
    SELECT %s, kind, channel, is_on FROM unnest(%s::text[], %s::text[], %s::boolean[]) AS u (kind, channel, is_on)
    ON CONFLICT ON CONSTRAINT notice_preference_once DO UPDATE SET is_on = excluded.is_on
"""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player who has a seat."""

    game: UUID
    seat: int
    player: UUID


@dataclass(frozen=True, slots=True)
class _Due:
    id: UUID
    player: UUID
    kind: str
    deadline: datetime | None
    until: datetime | None
    is_true: bool
    near_at: datetime | None
    """When it is due after all outages, if it speaks of a deadline."""
    time_zone: str
    quiet_from: time | None
    quiet_until: time | None
    has_mail: bool
    now: datetime

    @property
    def is_early(self) -> bool:
        """Return whether an outage has put it off."""
        return self.is_true and self.near_at is not None and self.near_at > self.now

    @property
    def may_leave_at(self) -> datetime:
        """Return when it may leave the service: after the quiet hours, unless it is the last one before a deadline."""
        if self.is_urgent or self.quiet_from is None or self.quiet_until is None:
            return self.now
        return QuietHours(self.quiet_from, self.quiet_until, self.time_zone).end_after(self.now)

    @property
    def is_urgent(self) -> bool:
        """Return whether it is the last one before a deadline."""
        return is_last(self.kind, self.deadline, self.until)


def plan(planned: Sequence[Planned]) -> None:
    """Store notices that are told when they are due.

    One that is planned already gets its new deadline, and one that was told stays as it is. Accounts that are erased or
    switched off get none.
    """
    if planned:
        values: list[list[Any]] = [[uuid7() for _ in planned]]
        values += [[getattr(one, name) for one in planned] for name in _COLUMNS]
        prepared(_PLAN, values)


def turns(shard: int, games: Collection[UUID]) -> list[Turn]:
    """Return the turns of players that run now in *games* of *shard*."""
    return [build(Turn, row) for row in prepared(_TURNS, [shard, [*games]])]


def sitters(shard: int, games: Collection[UUID]) -> list[Sitter]:
    """Return the players who have a seat in *games* of *shard*."""
    return [build(Sitter, row) for row in prepared(_SITTERS, [shard, [*games]])]


def cancel(shard: int, games: Collection[UUID], late: Collection[tuple[UUID, int]]) -> None:
    """Delete what is planned in *games* of *shard* for turns that are over, or for deadlines that have moved.

    Of turns that are over before their deadline, what was told is deleted, too. What was told of other turns that are
    over counts as read, unless the clock has just ended the turn: then the game and the seat are in *late*.
    """
    values = {
        "shard": shard, "games": [*games], "kinds": [*OF_TURN],
        "late_games": [game for game, _ in late], "late_seats": [seat for _, seat in late],
    }  # fmt: skip
    run_with_commit([(_CANCEL, values), (_PLAYED, values), (_DONE, values)])


def answer(shard: int, games: Collection[UUID]) -> None:
    """Count what was told of proposals in *games* of *shard* as read.

    It is read by whoever has voted, and by all when the proposal is settled.
    """
    rows(_ANSWERED, {"shard": shard, "games": [*games]})


def issue(
    credits_: Mapping[str, Any], transports: Collection[str], most: int = MOST
) -> tuple[int, list[tuple[UUID, UUID]]]:
    """Tell what is due. Return how many notices were looked at, and those that were told, each with its player.

    *credits_* are the parameters of ``store.CREDITED_DEADLINE``. Devices get deliveries by these *transports* only.
    """
    with transaction.atomic():
        due = [build(_Due, row) for row in prepared(_DUE, {**credits_, "most": most, "last": LAST})]
        early = [one for one in due if one.is_early]
        if early:
            rows(_PUT_OFF, [[one.id for one in early], [one.near_at for one in early]])
        if moot := [one.id for one in due if not one.is_true]:
            rows(_DROP, [moot])
        if issued := [one for one in due if one.is_true and not one.is_early]:
            rows(_ISSUE, [[one.id for one in issued]])
            leave = [one.may_leave_at for one in issued]
            mail = [
                at if one.is_urgent else max(at, one.now + MAIL_PAUSE) for at, one in zip(leave, issued, strict=True)
            ]
            rows(_DELIVER, [[one.id for one in issued], leave, mail, [one.has_mail for one in issued], [*transports]])
    return len(due), [(one.player, one.id) for one in issued]


def forget() -> None:
    """Delete the notices that were told more than 30 days ago, with their deliveries, in several transactions."""
    while len(rows(_FORGET, [KEPT, BATCH])) == BATCH:
        pass


def read(player: UUID, last: UUID) -> None:
    """Mark the notice *last* of *player*, and all that were issued before it, as read."""
    rows(_READ, {"player": player, "last": last})


def prefer(player: UUID, wanted: Mapping[tuple[NoticeKind, NoticeChannel], bool]) -> None:
    """Switch channels on or off for kinds of notices."""
    if wanted:
        keys = [*wanted]
        rows(_PREFER, [player, [kind for kind, _ in keys], [channel for _, channel in keys], [*wanted.values()]])
