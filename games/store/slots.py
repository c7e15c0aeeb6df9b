"""At most two expensive things run for one owner at a time: turns of experts, analyses, pictures, checks, exports.

Each of them takes one of the owner's slots, which are rows. A slot whose worker has died is free again after a time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final
from uuid import UUID

from games.db import rows

MOST: Final = 2
"""Slots of an owner."""
_FORGOTTEN: Final = timedelta(hours=1)
"""How long it is known when an owner was served last."""

BUSY: Final = """
    SELECT owner, count(*) FILTER (WHERE until > clock_timestamp()) AS held, max(began_at) AS began,
           (array_agg(player ORDER BY began_at DESC))[1] AS last
    FROM work_slot GROUP BY owner
"""
"""The owners who were served lately: how many slots each holds now, when it took the last one, and for which player."""
TAKE: Final = f"""
    INSERT INTO work_slot AS taken (owner, slot, work, player, began_at, until)
    SELECT asked.owner, min(number), asked.work, asked.player, clock_timestamp(),
           clock_timestamp() + %(lasts)s * interval '1 s'
    FROM {{asked}} AS asked CROSS JOIN generate_series(1, {MOST}) AS number
    WHERE NOT EXISTS (SELECT FROM work_slot AS held
                      WHERE (held.owner, held.slot) = (asked.owner, number)
                        AND held.until > clock_timestamp() AND held.work <> asked.work)
    GROUP BY asked.owner, asked.work, asked.player
    ON CONFLICT (owner, slot) DO UPDATE
       SET work = excluded.work, player = excluded.player, began_at = excluded.began_at, until = excluded.until
     WHERE taken.until <= clock_timestamp() OR taken.work = excluded.work
    RETURNING work
"""  # noqa: S608 - a constant
"""Takes a slot for each row of ``asked`` (owner, work, player): a free one, or that which the same work has already.

Of two at once one may get none.
"""
_TAKE: Final = TAKE.format(
    asked="(SELECT %(owner)s::uuid AS owner, %(work)s::uuid AS work, %(player)s::uuid AS player)"
)
_LEAVE: Final = "UPDATE work_slot SET until = clock_timestamp() WHERE work = %s AND until > clock_timestamp()"
_FORGET: Final = "DELETE FROM work_slot WHERE until < clock_timestamp() - %s"


def take(owner: UUID, work: UUID, *, seconds: float, player: UUID | None = None) -> bool:
    """Take a slot of *owner* for *work* that lasts for at most so many *seconds*. Return whether there was one.

    *player* has asked for it, if anybody is known.
    """
    asked = {"owner": owner, "work": work, "lasts": seconds, "player": player}
    # Another one may have taken the same slot meanwhile, while the next is free.
    return any(rows(_TAKE, asked) for _ in range(MOST))


def leave(work: UUID) -> None:
    """Free the slot of *work*, which has ended. Nothing happens if it has none."""
    rows(_LEAVE, [work])


@contextmanager
def held(owner: UUID, work: UUID, *, seconds: float, player: UUID | None = None) -> Iterator[bool]:
    """Hold a slot of *owner* in the block, as ``take`` does. Yield whether there was one."""
    has_slot = take(owner, work, seconds=seconds, player=player)
    try:
        yield has_slot
    finally:
        if has_slot:
            leave(work)


def forget() -> None:
    """Delete the slots that nobody has taken for an hour."""
    rows(_FORGET, [_FORGOTTEN])
