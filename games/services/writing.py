"""The one place that appends: what the row tells, the clock and the state follow from the events."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from uuid import UUID

from django.db import transaction

from games import store, wakeups
from games.clocks import Clock, Outage, agreed, bot_pause_of, credit
from games.clocks.reckoning import Happened, after_all
from games.log.append import CommandContext
from games.log.codec import dump_state
from games.log.stored_event import StoredEvent
from games.rules.game import Game, Status
from games.services.drafts import Draft
from games.services.heartbeats import outages_since, outages_told
from games.services.rating import settle
from games.services.refusals import NoSuchGame
from games.store import Appended, GameHeader, GameRow

LISTED_AT_ONCE: Final = frozenset(
    {"game-opened", "seat-taken", "seat-left", "seat-forfeited", "game-started", "game-ended"}
)
"""Events that somebody will look for in a list: those who follow the log are woken for them."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game and its row, as they were read together."""

    row: GameRow
    game: Game


@contextmanager
def locked(game: UUID, context: CommandContext | None = None, *, skip_locked: bool = False) -> Iterator[GameRow]:
    """Hold *game*'s row for a transaction. Raises NoSuchGame, with *skip_locked* also if another holds it."""
    with transaction.atomic():
        row = store.lock(game, context, skip_locked=skip_locked)
        if row is None:
            raise NoSuchGame(str(game))
        yield row


def write(row: GameRow, draft: Draft, context: CommandContext) -> tuple[Table, tuple[StoredEvent, ...]]:
    """Append what *draft* holds to *row*'s stream; wake who waits for it once it is committed."""
    settle(row, draft, context)
    clock = _clock_after(row, draft)
    header = header_of(draft.game, clock, row.now)
    banks = store.set_banks(row.id, {seat: left for seat, left in clock.banks.items() if row.banks.get(seat) != left})
    state = dump_state(draft.game)
    appended = store.append(row, draft.events, context=context, state=state, header=header, beside=banks)
    _wake(appended, draft.game)
    return Table(replace(appended.row, banks=clock.banks), draft.game), appended.events


def _clock_after(row: GameRow, draft: Draft) -> Clock:
    before = Clock(allowance=agreed(draft.game.terms), seat=row.on_turn, began=row.turn_began, banks=row.banks)
    return after_all(before, (Happened(one.event, row.now) for one in draft.events), _outages_of(row, before))


def _outages_of(row: GameRow, clock: Clock) -> list[Outage]:
    """Return the outages that count in the turn that runs: asked for only where the allowance is spent."""
    if clock.allowance is None or row.turn_began is None:
        return []
    if row.now <= row.turn_began + timedelta(seconds=clock.allowance.turn):
        return []
    return _outages_in_turn(row, row.turn_began)


def _outages_in_turn(row: GameRow, began: datetime) -> list[Outage]:
    """Return the outages that may count in *row*'s turn, which *began* then; asked for if they did not come with it."""
    return outages_told(row.presence, row.now) if row.presence else _outages_at(began, row.now)


@lru_cache(maxsize=8)
def _outages_at(began: datetime, now: datetime) -> list[Outage]:
    """Return what ``outages_since`` does, asked once for a row: whether it is late, and its banks, follow from it."""
    return outages_since(began, now)


def is_late(row: GameRow) -> bool:
    """Tell whether the time of the seat on turn is up, outages credited."""
    if row.deadline is None or row.turn_began is None or row.now <= row.deadline:
        return False
    return row.now > row.deadline + credit(_outages_in_turn(row, row.turn_began), row.turn_began, row.now)


def header_of(game: Game, clock: Clock, now: datetime) -> GameHeader:
    """Return what a row tells of *game* when its last event is recorded *now*."""
    return GameHeader(
        status=str(game.status),
        turn=game.turn,
        on_turn=game.on_turn,
        turn_began=clock.began,
        deadline=clock.deadline,
        bot_due=_bot_due(game, now),
        ended_at=now if game.status == Status.OVER else None,
    )


def _bot_due(game: Game, now: datetime) -> datetime | None:
    sitter = game.sitters[game.on_turn] if game.on_turn is not None else None
    return now + timedelta(seconds=bot_pause_of(game.terms)) if sitter and sitter.bot else None


def _wake(appended: Appended, game: Game) -> None:
    row = appended.row
    wakeups.moved(row.id, row.version)
    if row.bot_due is not None and bot_pause_of(game.terms) < wakeups.LOOKS_EVERY:
        wakeups.bots()
    if any(one.type in LISTED_AT_ONCE for one in appended.events):
        wakeups.followers()
