"""Appends to the streams of games. The game's row, clock and snapshot follow from the events.

The streams of ladders have writers of their own, such as `rating`. All go through `games.log.append`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from uuid import UUID

from django.db import transaction

from games import store, wakeups
from games.clocks import Allowance, Clock, Outage, agreed, bot_pause_of, credited_deadline, fuse_of, lapse_of
from games.log.append import CommandContext
from games.log.codec import dump_state
from games.log.stored_event import StoredEvent
from games.rules.events import AbsencePolicy, ClockPaused
from games.rules.game import Game, Status
from games.services.drafts import Draft
from games.services.errors import NoSuchGame
from games.services.heartbeats import outages_of, outages_since
from games.services.rating import settle
from games.services.timekeeping import keep_time
from games.store import GameHeader, GameRow

LISTED_AT_ONCE: Final = frozenset(
    {"game-opened", "seat-taken", "seat-left", "seat-forfeited", "game-started", "table-closed", "game-ended"}
)
"""Events that change a list which people look at: they wake the workers that follow the log."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game and its row, read together."""

    row: GameRow
    game: Game


@contextmanager
def locked(game: UUID, context: CommandContext | None = None, *, skip_locked: bool = False) -> Iterator[GameRow]:
    """Open a transaction, lock *game*'s row in it, and yield the row.

    Raises NoSuchGame; with *skip_locked* also if another transaction holds the row.
    """
    with transaction.atomic():
        row = store.lock(game, context, skip_locked=skip_locked)
        if row is None:
            raise NoSuchGame(str(game))
        yield row


def write(row: GameRow, draft: Draft, context: CommandContext) -> tuple[Table, tuple[StoredEvent, ...]]:
    """Append the events of *draft* to *row*'s stream, and wake those who wait for them after the commit.

    Needs the *row* locked. The shard is locked last, by ``store.append``, so it is held for as short as possible.
    """
    settle(row, draft)

    # Outages count only in a turn whose allowance is spent, and before a pause: the others cost no query.
    clock = clock_at(row, agreed(draft.game.terms))
    outages: list[Outage] = []
    if row.turn_began and (
        clock.is_in_bank(row.now) or any(isinstance(one.event, ClockPaused) for one in draft.events)
    ):
        outages = _outages_in_turn(row, row.turn_began)
    clock = keep_time(row, draft, clock, outages)

    header = header_of(draft.game, clock, opened=row.created_at, now=row.now)
    banks = store.set_banks(row.id, {seat: left for seat, left in clock.banks.items() if row.banks.get(seat) != left})
    state = dump_state(draft.game)
    appended = store.append(row, draft.events, context=context, state=state, header=header, beside=banks)

    # Wakeups are sent after the commit. A bot that pauses for longer than workers sleep needs none.
    after = appended.row
    wakeups.moved(after.id, after.version)
    if after.bot_due is not None and bot_pause_of(draft.game.terms) < wakeups.LONGEST_WAIT:
        wakeups.bots()
    if any(one.type in LISTED_AT_ONCE for one in appended.events):
        wakeups.followers()
    return Table(replace(after, banks=clock.banks), draft.game), appended.events


def clock_at(row: GameRow, allowance: Allowance | None) -> Clock:
    """Return the clock as *row* has it, which was locked with its time banks."""
    return Clock(
        allowance=allowance,
        seat=row.on_turn,
        began=row.turn_began,
        banks=row.banks,
        given=row.turn_given,
        moved=row.turn_moved or timedelta(),
        extended=row.turn_extended,
        pauses=tuple(row.pauses or ()),
    )


def _outages_in_turn(row: GameRow, began: datetime) -> list[Outage]:
    """Return the outages that may count in *row*'s turn, which *began* then. No query if the row came with them."""
    return outages_of(row.presence, row.now) if row.presence else _outages_at(began, row.now)


@lru_cache(maxsize=8)
def _outages_at(began: datetime, now: datetime) -> list[Outage]:
    """Return ``outages_since``, but ask once for each row: whether it is late, and then its time banks, need them."""
    return outages_since(began, now)


def is_late(row: GameRow) -> bool:
    """Return whether the time of the seat on turn is up, outages credited. No query before the deadline."""
    if row.deadline is None or row.turn_began is None or row.now <= row.deadline:
        return False
    outages = _outages_in_turn(row, row.turn_began)
    return row.now > credited_deadline(row.deadline, row.turn_began, outages, row.now)


def header_of(game: Game, clock: Clock, *, opened: datetime, now: datetime) -> GameHeader:
    """Return the header of *game*'s row when its first event was recorded at *opened*, and its last one is at *now*."""
    sitter = game.sitters[game.on_turn] if game.on_turn is not None else None
    # Windows close by moves, never by time (K-101). A bot is so fast that people would have no window at all.
    is_awaited = (
        game.deal is not None and game.deal.window is not None and any(one and one.player for one in game.sitters)
    )
    pause = timedelta(seconds=bot_pause_of(game.terms, is_awaited=is_awaited))
    deadline, bot_due = clock.deadline, now + pause if sitter and sitter.bot else None
    if game.policy and clock.allowance and clock.began:
        # A short fuse burns in the turn of an absent player. Where a bot moves, the clock comes after it, in case the
        # bot fails.
        deadline = clock.began + fuse_of(clock.allowance)
        if game.policy is AbsencePolicy.BOT:
            bot_due = max(deadline, now + pause)
            deadline = bot_due + timedelta(seconds=clock.allowance.turn)
    return GameHeader(
        status=str(game.status),
        turn=game.turn,
        on_turn=game.on_turn,
        turn_began=clock.began,
        deadline=deadline,
        bot_due=bot_due,
        turn_given=clock.given,
        turn_moved=clock.moved or None,
        turn_extended=clock.extended,
        pauses=[*clock.pauses] or None,
        lapses_at=lapse_of(game, opened=opened, last=now),
        ended_at=now if game.status == Status.OVER else None,
    )
