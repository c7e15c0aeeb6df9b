"""The queue: players wait for opponents, and a worker brings those together who fit."""

import time
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

from django.db import transaction

from base.identifiers import uuid7
from games import store
from games.clocks import Terms
from games.db import run
from games.ladders import Kind, pace_of
from games.matchmaking import PATIENCE, Pool, Waiting, bounds, group_with, next_look
from games.rules import variants
from games.services.due import LONGEST_STEP, SLICE, Worked, guarded, in_order
from games.services.errors import AlreadyMatched, Lack, NoSuchEntry, TooManyEntries
from games.services.opening import new_table, store_table
from games.services.seating import player_sitting
from games.store import Claim, claims, queue_entries
from games.store.queue_entries import Entry
from players.blocks import blocked_pairs

MOST_WAITING: Final = 10
"""Entries of one player that may wait at once."""
_TWO: Final = 2
_CANDIDATES: Final = 100
"""Entries among which one look searches a group of more than two."""


def join_queue(
    player: UUID, pool: Pool, *, rating_min: int | None = None, rating_max: int | None = None, lacks: Lack = None
) -> UUID:
    """Let *player* wait for opponents in *pool* with ratings in this range, in hundredths. Return the entry's id.

    A worker looks for opponents at once, and again whenever the range widens.

    Raises RulesetError if the variant is not for so many seats; what the player *lacks* for a rated pool;
    TooManyEntries.
    """
    if lacks and pool.rated:
        raise lacks
    variants.load(pool.variant).ruleset(pool.seats)
    with transaction.atomic():
        queue_entries.lock_player(player)
        if queue_entries.waiting_count(player) >= MOST_WAITING:
            raise TooManyEntries
        now = store.now()
        entry = Entry(
            pool=pool,
            waiting=Waiting(id=uuid7(), player=player, rating=0, lowest=0, highest=0),
            rating_min=rating_min,
            rating_max=rating_max,
            created_at=now,
            expires_at=now + PATIENCE[pool.preset].lifetime,
        )
        queue_entries.add_entry(replace(entry, waiting=_as_it_is_at(now, entry)))
    return entry.waiting.id


def leave_queue(player: UUID, entry: UUID) -> None:
    """Delete an entry of *player*. Raises NoSuchEntry; AlreadyMatched if it has its game."""
    with transaction.atomic():
        removed = queue_entries.remove(player, entry)
    if removed is None:
        raise NoSuchEntry
    if not removed:
        raise AlreadyMatched


def match_players(*, seconds: float = SLICE, step: float = LONGEST_STEP) -> Worked:
    """Look for opponents of each entry that is due, the oldest first."""
    claim, until, done = in_order(partial(claims.claim_entries, 1)), time.monotonic() + seconds, 0
    while time.monotonic() < until:
        claimed = claim()
        if not claimed:
            return Worked(done)
        done += guarded(claimed[0], partial(_look_for_opponents, claimed[0]), seconds=step)
    return Worked(done, is_over=False)


def _look_for_opponents(claim: Claim) -> bool:
    """Look for opponents of the entry that was claimed, and start their game; return whether it still waited.

    If there are none, it waits for its next look, or no longer if it has expired or its player has left.
    """
    with transaction.atomic(durable=True):
        known = queue_entries.find_waiting(UUID(claim.key))
        if known:
            queue_entries.lock_pool(known.pool)
        # Whether an entry still waits is only certain in the pool that nobody else can match.
        entry = queue_entries.find_waiting(UUID(claim.key), lock=True)
        run(claims.settlement(claim))
        if entry is None:
            return False
        now = store.now()
        first, pool = _as_it_is_at(now, entry), entry.pool
        if now >= entry.expires_at or not queue_entries.is_active(first.player):
            queue_entries.renew(first, None)
            return True
        queue_entries.renew(first, next_look(entry.created_at, now, PATIENCE[pool.preset]))
        while group := _group(pool, first):
            ids = [one.id for one in group]
            if queue_entries.lock_group(ids):  # otherwise somebody has left meanwhile
                players = [one.player for one in sorted(group, key=lambda one: one.id)]
                queue_entries.match(ids, _start(pool, players))
                break
        return True


def _group(pool: Pool, first: Waiting) -> tuple[Waiting, ...]:
    others = queue_entries.candidates(pool, first, 1 if pool.seats == 2 else _CANDIDATES)
    if len(others) < pool.seats - 1:
        return ()
    blocked = blocked_pairs(one.player for one in others) if pool.seats > 2 else set()
    return group_with(first, others, pool.seats, blocked)


def _start(pool: Pool, players: list[UUID]) -> UUID:
    """Start a game of *players*, who sit in this order, and return its id."""
    pinned, terms = variants.load(pool.variant), terms_of(pool)
    draft = new_table(pinned, pinned.ruleset(pool.seats), pool.seats, terms.pinned(pool.seats))
    for seat, player in enumerate(players):
        draft.handle(player_sitting(draft.game, seat, player, nonce="", seal="", program=pool.program))
    store_table(draft, pinned, actor="service")
    return draft.game_id


def terms_of(pool: Pool) -> Terms:
    """Return the terms of a game between strangers: at a table of two, the one who is there may claim the win.

    A larger table does not wait at each turn of a player who is away for good.
    """
    return Terms(clock=pool.preset, rated=pool.rated, absence="draw-pass" if pool.seats == _TWO else "remove")


def _as_it_is_at(now: datetime, entry: Entry) -> Waiting:
    """Return an entry with the rating that its player has now, and the range that it accepts now."""
    pool = entry.pool
    allowance = Terms(clock=pool.preset).allowance(pool.seats)
    assert allowance  # noqa: S101  # the queue offers only presets with a clock
    kind = Kind.BOTS if pool.program else Kind.HUMANS
    rating = store.current_rating(pool.variant, pace_of(allowance.turn), kind, str(entry.waiting.player))
    lowest, highest = bounds(
        entry.rating_min, entry.rating_max, waited=now - entry.created_at, step=PATIENCE[pool.preset].step
    )
    return replace(entry.waiting, rating=rating.hundredths, lowest=lowest, highest=highest)
