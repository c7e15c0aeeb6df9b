"""Claims: who works on what is due, how often that was tried, and what failed and is put off.

A claim is committed before the work, so that a row which ends its worker is put off like one that fails. The work then
locks its row for its whole transaction, and deletes the claim in it. So two workers never do the same work, and of a
worker that dies only the claim is left, which keeps others away for a second.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from games.db import Statement, build, fetch, rows
from games.store.outages import CREDITED_DEADLINE

LONGEST_PAUSE: Final = timedelta(hours=1)
_BASE: Final = 4
"""How many times longer each pause is than the one before; the first is a second."""
_ENDED: Final = "its worker ended in the middle of it"
_EVER: Final = "-infinity"
_STEP: Final = timedelta(seconds=10)
"""How long one statement of the work may take."""


class Work(StrEnum):
    """What can be claimed."""

    CLOCK = "clock"
    BOT = "bot"
    READ_MODEL = "read model"
    LADDER = "ladder"


@dataclass(frozen=True, slots=True)
class Claim:
    """One piece of work."""

    kind: str
    key: str
    """A game's id, ``name/generation/shard`` of a read model, or a ladder's id."""
    tries: int
    """This one included, since it last succeeded."""
    reason: str
    """Why it failed last; empty if it did not."""
    due: datetime
    """Since when it is due, outages not credited."""

    @property
    def game(self) -> UUID:
        """The game that is worked on, of a clock's or a bot's claim."""
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


# A volatile clock would keep PostgreSQL from the indexes: so it is the statement's. The scalar subqueries are asked for
# one row after the other, by their keys; as joins they might be reckoned for all rows first.
# Only what nobody tried before is claimed together: what may end its worker takes nothing else with it the next time.
_CLAIM: Final = f"""
    WITH due AS ({{due}}), tried AS (
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
_PUT_OFF: Final = """
    coalesce((SELECT c.next_try > statement_timestamp() FROM claim AS c
              WHERE (c.kind, c.key, c.turn) = (%(kind)s, g.id::text, g.turn)), false)
"""
_LATE: Final = f"""
    SELECT g.id::text AS key, g.turn, g.deadline AS at FROM game AS g
    WHERE g.deadline BETWEEN %(since)s AND statement_timestamp() AND NOT {_PUT_OFF}
      AND {CREDITED_DEADLINE} <= statement_timestamp()
    ORDER BY g.deadline LIMIT %(most)s FOR UPDATE OF g SKIP LOCKED
"""  # noqa: S608 - constants
_BOT: Final = f"""
    SELECT g.id::text AS key, g.turn, g.bot_due AS at FROM game AS g
    WHERE g.bot_due BETWEEN %(since)s AND statement_timestamp() AND NOT {_PUT_OFF}
    ORDER BY g.bot_due LIMIT %(most)s FOR UPDATE OF g SKIP LOCKED
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
_BOUND: Final = "SELECT set_config('statement_timeout', %s, true)"
_NEXT: Final = """
    SELECT extract(epoch FROM {column} - statement_timestamp()) FROM game
    WHERE {column} > statement_timestamp() ORDER BY {column} LIMIT 1
"""
# What a move went past is no longer put off, though its claim is still there.
_QUARANTINED: Final = """
    SELECT c.kind, c.key, c.tries, c.reason, c.since, c.next_try FROM claim AS c
    WHERE c.reason <> '' AND (c.kind NOT IN ('clock', 'bot') OR EXISTS (
        SELECT FROM game AS g WHERE g.shard = get_byte(uuid_send(c.key::uuid), 15) % 16
            AND (g.id, g.turn) = (c.key::uuid, c.turn) AND g.status <> 'over'))
    ORDER BY c.since, c.key
"""
_COUNTED: Final = "SELECT kind, count(*) FROM claim WHERE reason <> '' GROUP BY kind"
_RELEASE: Final = "UPDATE claim SET next_try = clock_timestamp() WHERE reason <> '' RETURNING kind, key"
_FORGET: Final = "DELETE FROM claim WHERE next_try < clock_timestamp() - 2 * %s"


def claim_clocks(credits_: Mapping[str, Any], most: int, since: datetime | None = None) -> list[Claim]:
    """Claim the games whose time has been up for longest, the oldest first; none where nothing is due.

    *credits_* are the parameters of ``store.CREDITED_DEADLINE``. Deadlines before *since* are not looked at: each claim
    would pass again all that earlier ones have passed, such as games with a credit and dead entries of the index.
    In a transaction of its own, as the other claims: it does not wait for the disk.
    """
    return _claimed(_LATE, Work.CLOCK, {**credits_, "most": most, "since": since or _EVER})


def claim_bots(most: int, since: datetime | None = None) -> list[Claim]:
    """Claim the games whose bots have been due for longest, the oldest first; none where nothing is due.

    Bots that were due before *since* are not looked at.
    """
    return _claimed(_BOT, Work.BOT, {"most": most, "since": since or _EVER})


def _claimed(due: str, kind: Work, values: Mapping[str, Any]) -> list[Claim]:
    statement = _CLAIM.format(due=due, pause=_PAUSE)
    while found := rows(statement, {"kind": kind, **values}):
        if claims := [build(Claim, one[:5]) for one in found if one[2] is not None]:
            return claims
        # Another worker claimed the same rows while this statement looked: then look again.
    return []


def settlement(claim: Claim) -> list[Statement]:
    """Return what drops *claim* in the transaction of its work, whose statements are bounded from then on."""
    return [(_DROP, [claim.kind, claim.key]), (_BOUND, [f"{_STEP.seconds}s"])]


def give_back(claims: Sequence[Claim]) -> None:
    """Drop the *claims* whose work was not begun. What others have claimed meanwhile stays theirs."""
    if claims:
        rows(_GIVE_BACK, [claims[0].kind, [one.key for one in claims]])


def postpone(claim: Claim, by: timedelta) -> None:
    """Keep everybody from what was claimed, for so long; the tries are forgotten."""
    rows(_POSTPONE, [by, claim.kind, claim.key])


def fail(claim: Claim, reason: str) -> None:
    """Put off what was claimed, longer after each try: 1, 4, 16, 64 seconds, and so on up to an hour."""
    rows(_FAIL, [reason, claim.kind, claim.key])


def failing(kind: Work) -> dict[str, bool]:
    """Return the keys of this *kind* that failed when they were last tried, and whether each is still put off."""
    return dict(rows(_FAILING, [kind]))


def put_off(kind: Work, key: str, reason: str) -> int:
    """Put off what failed without having been claimed, as ``fail`` does; return how often it has failed running."""
    ((tries,),) = rows(_PUT_OFF_BY_NAME, [kind, key, reason])
    return int(tries)


def succeed(kind: Work, key: str) -> None:
    """Forget that what has this *key* failed before."""
    rows(_DROP, [kind, key])


def next_bot() -> float | None:
    """Return the seconds until the next bot is due that is not due yet; None if there is none."""
    return _seconds("bot_due")


def next_deadline() -> float | None:
    """Return the seconds until the next deadline that has not passed; None if there is none."""
    return _seconds("deadline")


def _seconds(column: str) -> float | None:
    found = rows(_NEXT.format(column=column))
    return float(found[0][0]) if found else None


def quarantined() -> list[Quarantined]:
    """Return what failed and is put off, the oldest first."""
    return fetch(Quarantined, _QUARANTINED)


def quarantine_counts() -> dict[str, int]:
    """Return how much of each kind failed and is put off; where a move has gone past a game, for two hours more."""
    return dict(rows(_COUNTED))


def release_all() -> list[tuple[str, str]]:
    """Let all that is put off be tried again at once; return (kind, key) of each."""
    return [(kind, key) for kind, key in rows(_RELEASE)]


def forget() -> None:
    """Delete the claims that nobody came back to: their games went on by a move."""
    rows(_FORGET, [LONGEST_PAUSE])
