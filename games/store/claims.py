"""Claims of work that is due: how often it was tried, and what failed and is put off.

A claim is committed before the work, so that work which ends its worker is put off like work that fails. The work then
locks its row for its whole transaction, and deletes the claim in it. So two workers never do the same work. If a worker
dies, only its claim is left, which keeps others away for a second.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from base.sql import statements as sql
from base.sql.statements import Statement
from games.db import build, fetch, rows
from games.log.shards import SHARDS
from games.store import slots
from games.store.distribution import asked_together
from games.store.heartbeats import CREDITED_DEADLINE

LONGEST_PAUSE: Final = timedelta(hours=1)
_BASE: Final = 4
"""How many times longer each pause is than the one before; the first is a second."""
_ENDED: Final = "its worker ended in the middle of it"
_EVER: Final = "-infinity"
_THINKING: Final = timedelta(seconds=4)
"""How long the claim of a bot that thinks keeps others away."""


class Work(StrEnum):
    """What can be claimed."""

    CLOCK = "clock"
    BOT = "bot"
    READ_MODEL = "read model"
    LADDER = "ladder"
    QUEUE = "queue entry"
    LAPSE = "lapse"
    PLAN = "plan"


@dataclass(frozen=True, slots=True)
class Claim:
    """One piece of work."""

    kind: str
    key: str
    """A game's id, ``name/generation/shard`` of a read model, or the id of a ladder or of an entry of the queue."""
    tries: int
    """Tries since it last succeeded, this one included."""
    reason: str
    """Why it failed last; empty if it did not fail."""
    due: datetime
    """Since when it is due, outages not credited."""

    @property
    def game(self) -> UUID:
        """The game of a claim for the clock, a bot, a plan or a lapse."""
        return UUID(self.key)


@dataclass(frozen=True, slots=True)
class Quarantined:
    """Work that failed and is put off."""

    kind: str
    key: str
    tries: int
    reason: str
    since: datetime
    next_try: datetime


# ``statement_timestamp`` lets PostgreSQL use the indexes; a volatile clock would not. The scalar subqueries are run for
# one row after the other, by key; as joins they might be computed for all rows first.
# Only work that nobody has tried before is claimed together: work that ended its worker takes nothing else with it.
# Work that is put off is read before: Citus joins no row of a shard with a table that lies elsewhere.
_CLAIM: Final = f"""
    WITH put_off AS MATERIALIZED (
        SELECT key, turn FROM claim WHERE kind = %(kind)s AND next_try > statement_timestamp()
    ), due AS ({{due}}), tried AS (
        SELECT d.key, d.turn, d.at, CASE WHEN c.turn = d.turn THEN c.tries + 1 ELSE 1 END AS tries,
               CASE WHEN c.turn = d.turn AND c.tries > 0 THEN coalesce(nullif(c.reason, ''), '{_ENDED}') ELSE '' END
                   AS reason,
               CASE WHEN c.turn = d.turn AND c.tries > 0 THEN c.since ELSE statement_timestamp() END AS since
        FROM due AS d LEFT JOIN claim AS c ON (c.kind, c.key) = (%(kind)s, d.key)
    ), counted AS (
        SELECT *, row_number() OVER earlier AS place, count(*) FILTER (WHERE tries > 1) OVER earlier AS again
        FROM tried WINDOW earlier AS (ORDER BY at, key)
    ), asked AS MATERIALIZED (SELECT * FROM counted WHERE place = 1 OR again = 0
    ), taken AS (
        INSERT INTO claim AS c (kind, key, turn, tries, reason, since, next_try)
        SELECT %(kind)s, key, turn, tries, reason, since, statement_timestamp() + {{pause}} FROM asked
        ON CONFLICT (kind, key) DO UPDATE SET turn = excluded.turn, tries = excluded.tries, reason = excluded.reason,
                                              since = excluded.since, next_try = excluded.next_try
        WHERE c.turn <> excluded.turn OR c.next_try <= statement_timestamp()
        RETURNING key, tries, reason)
    SELECT %(kind)s, key, taken.tries, taken.reason, at, set_config('synchronous_commit', 'off', true)
    FROM asked LEFT JOIN taken USING (key) ORDER BY place
"""  # noqa: S608 - a constant
_PAUSE: Final = f"least(make_interval(secs => {_BASE} ^ least(tries - 1, 9)), interval '{LONGEST_PAUSE.seconds} s')"
_PUT_OFF: Final = "((g.id::text, g.turn) IN (SELECT key, turn FROM put_off))"
_LATE: Final = f"""
    SELECT g.id::text AS key, g.turn, g.deadline AS at FROM game AS g
    WHERE g.shard = ANY(%(shards)s::smallint[])
      AND g.deadline BETWEEN %(since)s AND statement_timestamp()
      AND NOT {_PUT_OFF}
      AND {CREDITED_DEADLINE} <= statement_timestamp()
    ORDER BY g.deadline LIMIT %(most)s FOR UPDATE OF g SKIP LOCKED
"""  # noqa: S608 - constants
_AHEAD: Final = f"""
    SELECT g.id::text AS key, g.turn, g.turn_began AS at FROM game AS g
    WHERE g.shard = ANY(%(shards)s::smallint[])
      AND g.deadline > statement_timestamp() AND g.status = 'playing'
      AND g.turn_began BETWEEN greatest(%(since)s, statement_timestamp() + %(tolerance)s) AND 'infinity'
      AND NOT {_PUT_OFF}
    ORDER BY g.turn_began LIMIT %(most)s FOR UPDATE OF g SKIP LOCKED
"""  # noqa: S608 - constants
_LAPSED: Final = f"""
    SELECT g.id::text AS key, g.version AS turn, g.lapses_at AS at FROM game AS g
    WHERE g.shard = ANY(%(shards)s::smallint[])
      AND g.lapses_at BETWEEN %(since)s AND statement_timestamp()
      AND NOT {_PUT_OFF.replace("g.turn", "g.version")}
    ORDER BY g.lapses_at LIMIT %(most)s FOR UPDATE OF g SKIP LOCKED
"""  # noqa: S608 - constants
_THINKS: Final = """
    coalesce((SELECT s.bot = ANY(%(thinking)s) FROM seat AS s
              WHERE s.shard = ANY(%(shards)s::smallint[])
                AND (s.shard, s.game, s.seat) = (g.shard, g.id, g.on_turn)), false)
"""
_BOT: Final = f"""
    SELECT g.id::text AS key, g.turn, g.bot_due AS at FROM game AS g
    WHERE g.shard = ANY(%(shards)s::smallint[])
      AND g.bot_due BETWEEN %(since)s AND statement_timestamp()
      AND NOT {_PUT_OFF}
      AND NOT {_THINKS}
    ORDER BY g.bot_due LIMIT %(most)s FOR UPDATE OF g SKIP LOCKED
"""  # noqa: S608 - constants
# The owner who was served longest ago comes first, and of this owner's players not the one who was served last. So any
# number of tables of one player delays those of others by one thought.
_THINKER: Final = f"""
    WITH busy AS MATERIALIZED ({slots.BUSY})
    SELECT g.id::text AS key, g.turn, g.bot_due AS at
    FROM game AS g LEFT JOIN busy ON busy.owner = coalesce(g.owner, g.id)
    WHERE g.shard = ANY(%(shards)s::smallint[])
      AND g.bot_due <= statement_timestamp()
      AND NOT {_PUT_OFF}
      AND coalesce(busy.held, 0) < {slots.MOST}
      AND {_THINKS}
    ORDER BY busy.began NULLS FIRST, coalesce(g.maker = busy.last, false), g.bot_due LIMIT 1 FOR UPDATE OF g SKIP LOCKED
"""  # noqa: S608 - constants
_PLAN: Final = f"""
    SELECT g.id::text AS key, p.turn, p.due_at AS at
    FROM plan AS p JOIN game AS g ON (g.shard, g.id) = (p.shard, p.game)
    WHERE p.shard = ANY(%(shards)s::smallint[]) AND g.shard = ANY(%(shards)s::smallint[])
      AND p.due_at BETWEEN %(since)s AND statement_timestamp()
      AND NOT {_PUT_OFF.replace("g.turn", "p.turn")}
    ORDER BY p.due_at LIMIT %(most)s FOR UPDATE OF g SKIP LOCKED
"""  # noqa: S608 - constants
_ENTRY: Final = f"""
    SELECT g.id::text AS key, g.look_count AS turn, g.next_look AS at FROM queue_entry AS g
    WHERE g.next_look BETWEEN %(since)s AND statement_timestamp()
      AND NOT {_PUT_OFF.replace("g.turn", "g.look_count")}
    ORDER BY g.next_look LIMIT %(most)s FOR UPDATE OF g SKIP LOCKED
"""  # noqa: S608 - constants
_PUT_OFF_BY_NAME: Final = f"""
    INSERT INTO claim AS c (kind, key, turn, tries, reason, since, next_try)
    VALUES (%s, %s, 0, 1, %s, clock_timestamp(), clock_timestamp() + interval '1 s')
    ON CONFLICT (kind, key) DO UPDATE SET reason = excluded.reason, tries = c.tries + 1,
        next_try = clock_timestamp() + {_PAUSE.replace("tries", "(c.tries + 1)")}
    RETURNING tries
"""  # noqa: S608 - constants
_FAILING: Final = "SELECT key, next_try > statement_timestamp() FROM claim WHERE kind = %s"
_FAIL: Final = f"""
    UPDATE claim SET reason = %s, next_try = clock_timestamp() + {_PAUSE} WHERE (kind, key) = (%s, %s)
"""  # noqa: S608 - constants
_POSTPONE: Final = """
    UPDATE claim SET tries = 0, reason = '', next_try = clock_timestamp() + %s WHERE (kind, key) = (%s, %s)
"""
_DROP: Final = "DELETE FROM claim WHERE (kind, key) = (%s, %s)"
_GIVE_BACK: Final = "DELETE FROM claim WHERE kind = %s AND key = ANY(%s) AND tries = 1"
_NEXT: Final = """
    SELECT extract(epoch FROM {column} - statement_timestamp()) FROM {table}
    WHERE {where} {column} > statement_timestamp() ORDER BY {column} LIMIT 1
"""
# A game that has moved on is no longer put off, although its claim is still there. A key that is no game's is shown.
_QUARANTINED: Final = """
    WITH failing AS MATERIALIZED (
        SELECT *, CASE WHEN kind IN ('clock', 'bot', 'plan', 'lapse')
                        AND key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN key::uuid END AS game
        FROM claim WHERE reason <> ''
    ), there AS MATERIALIZED (
        SELECT c.kind, c.key FROM failing AS c
        JOIN game AS g ON (g.shard, g.id) = (mod(get_byte(uuid_send(c.game), 15), 16)::smallint, c.game)
        WHERE c.turn = CASE c.kind WHEN 'lapse' THEN g.version ELSE g.turn END AND g.status <> 'over')
    SELECT kind, key, tries, reason, since, next_try FROM failing
    WHERE game IS NULL OR (kind, key) IN (SELECT kind, key FROM there) ORDER BY since, key
"""
_COUNTED: Final = "SELECT kind, count(*) FROM claim WHERE reason <> '' GROUP BY kind"
_RELEASE: Final = "UPDATE claim SET next_try = clock_timestamp() WHERE reason <> '' RETURNING kind, key"
_RETRY: Final = "UPDATE claim SET next_try = clock_timestamp() WHERE next_try > clock_timestamp()"
_FORGET: Final = "DELETE FROM claim WHERE next_try < clock_timestamp() - 2 * %s"


def claim_clocks(
    credits_: Mapping[str, Any], most: int, since: datetime | None = None, *, shards: Sequence[int] = SHARDS
) -> list[Claim]:
    """Claim the games whose time has been up for longest, the oldest first; none if nothing is due.

    *credits_* are the parameters of ``store.CREDITED_DEADLINE``. Deadlines before *since* are left out; otherwise each
    claim would pass again all that earlier ones have passed, such as games with a credit and dead index entries.
    Call it outside of a transaction: the commit does not wait for the disk.
    """
    return _claimed(_LATE, Work.CLOCK, {**credits_, **_bounds(most, since), "shards": [*shards]})


def claim_ahead(
    tolerance: timedelta, most: int, since: datetime | None = None, *, shards: Sequence[int] = SHARDS
) -> list[Claim]:
    """Claim the games whose turn began later than now by more than this *tolerance*. It reads all that have a deadline.

    Turns that began before *since* are left out.
    """
    return _claimed(_AHEAD, Work.CLOCK, {**_bounds(most, since), "tolerance": tolerance, "shards": [*shards]})


def claim_lapses(most: int, since: datetime | None = None, *, shards: Sequence[int] = SHARDS) -> list[Claim]:
    """Claim the games in which a pause, a proposal or the game itself has ended by itself, the oldest first.

    What ended before *since* is left out.
    """
    return _claimed(_LAPSED, Work.LAPSE, {**_bounds(most, since), "shards": [*shards]})


def claim_bots(
    most: int,
    since: datetime | None = None,
    *,
    thinking: Collection[str] = (),
    shards: Sequence[int] = SHARDS,
) -> list[Claim]:
    """Claim the games whose bots have been due for longest, the oldest first; none if nothing is due.

    Bots whose level is one of *thinking* are left out, and those that were due before *since*.
    """
    values = {**_bounds(most, since), "thinking": [*thinking], "shards": [*shards]}
    return _claimed(_BOT, Work.BOT, values)


def claim_thinker(thinking: Collection[str], *, shards: Sequence[int] = SHARDS) -> list[Claim]:
    """Claim the game of a bot that is due and whose level is one of *thinking*; none if none is due.

    It is of the owner who was served longest ago, or never, and who has a slot (`slots`); of this owner's players it is
    the oldest of any but the one who was served last. The claim keeps others away for as long as the bot may think.
    """
    return _claimed(_THINKER, Work.BOT, {"thinking": [*thinking], "shards": [*shards]}, least=_THINKING)


def claim_plans(most: int, since: datetime | None = None, *, shards: Sequence[int] = SHARDS) -> list[Claim]:
    """Claim the games whose plans have been due for longest, the oldest first; none if nothing is due.

    Those that were due before *since* are left out.
    """
    return _claimed(_PLAN, Work.PLAN, {**_bounds(most, since), "shards": [*shards]})


def claim_entries(most: int, since: datetime | None = None) -> list[Claim]:
    """Claim the entries of the queue that have been due for their next look for longest; none if nothing is due.

    Those that were due before *since* are left out.
    """
    return _claimed(_ENTRY, Work.QUEUE, _bounds(most, since))


def _bounds(most: int, since: datetime | None) -> dict[str, Any]:
    return {"most": most, "since": since or _EVER}


def _claimed(due: str, kind: Work, values: Mapping[str, Any], *, least: timedelta | None = None) -> list[Claim]:
    pause = f"greatest({_PAUSE}, interval '{least.seconds} s')" if least else _PAUSE
    statement = _CLAIM.format(due=due, pause=pause)
    while found := rows(statement, {"kind": kind, **values}):
        if claims := [build(Claim, one[:5]) for one in found if one[2] is not None]:
            return claims
        # Another worker claimed the same rows while this statement ran. Try again.
    return []


def settlement(claim: Claim) -> list[Statement]:
    """Return the statement that drops *claim* in the transaction of its work."""
    return [(_DROP, [claim.kind, claim.key])]


def give_back(claims: Sequence[Claim]) -> None:
    """Drop the *claims* whose work was not begun. Those that others have taken over in the meantime stay."""
    if claims:
        rows(_GIVE_BACK, [claims[0].kind, [one.key for one in claims]])


def postpone(claim: Claim, by: timedelta) -> None:
    """Put off the work of *claim* *by* this time, without a failure."""
    rows(_POSTPONE, [by, claim.kind, claim.key])


def fail(claim: Claim, reason: str) -> None:
    """Put off the work of *claim*, longer after each try: 1, 4, 16, 64 seconds, and so on up to an hour."""
    rows(_FAIL, [reason, claim.kind, claim.key])


def failing(kind: Work) -> dict[str, bool]:
    """Return the keys of this *kind* whose last try failed, and whether each is still put off."""
    return dict(rows(_FAILING, [kind]))


def put_off(kind: Work, key: str, reason: str) -> int:
    """Put off work that failed and has no claim, as ``fail`` does; return how often in a row it has failed."""
    ((tries,),) = rows(_PUT_OFF_BY_NAME, [kind, key, reason])
    return int(tries)


def succeed(kind: Work, key: str) -> None:
    """Forget that the work with this *key* has failed before."""
    rows(_DROP, [kind, key])


def next_bot() -> float | None:
    """Return the seconds until the next bot is due that is not due yet; None if there is none."""
    return _seconds("bot_due")


def next_deadline() -> float | None:
    """Return the seconds until the next deadline that has not passed; None if there is none."""
    return _seconds("deadline")


def next_lapse() -> float | None:
    """Return the seconds until the next pause, proposal or game ends by itself; None if none does."""
    return _seconds("lapses_at")


def next_plan() -> float | None:
    """Return the seconds until the next plan is due that is not due yet; None if there is none."""
    return _seconds("due_at", "plan")


def next_entry() -> float | None:
    """Return the seconds until the next look at an entry of the queue that is not due yet; None if there is none."""
    found = rows(_NEXT.format(column="next_look", table="queue_entry", where=""))
    return float(found[0][0]) if found else None


def _seconds(column: str, table: str = "game") -> float | None:
    statement = _NEXT.format(column=column, table=table, where="shard = ANY(%s::smallint[]) AND")
    found = sql.run([(statement, [shards]) for shards in asked_together()])
    return min((float(seconds) for answer in found for (seconds,) in answer), default=None)


def quarantined() -> list[Quarantined]:
    """Return the work that failed and is put off, the oldest first."""
    return fetch(Quarantined, _QUARANTINED)


def quarantine_counts() -> dict[str, int]:
    """Return how much work of each kind failed and is put off. A game that has moved on counts for two hours more."""
    return dict(rows(_COUNTED))


def release_all() -> list[tuple[str, str]]:
    """Let all work that is put off be tried again at once; return (kind, key) of each."""
    return [(kind, key) for kind, key in rows(_RELEASE)]


def retry_all() -> None:
    """Let nothing be put off, because the wall clock was set back. Whoever works holds the row of its game besides."""
    rows(_RETRY)


def forget() -> None:
    """Delete the claims of games that have moved on in another way."""
    rows(_FORGET, [LONGEST_PAUSE])
