"""Vacations: a player takes one, changes its end, or comes back. Then their games for two are told."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from games import store
from games.clocks.vacations import Span, fits, left
from games.services.errors import NoSuchGame, VacationRefused
from games.services.pausing import note_vacation
from games.services.writing import locked
from games.store import vacations


@dataclass(frozen=True, slots=True)
class VacationState:
    """The vacation of a player, if they are on one, and what is left of their budgets."""

    began: datetime | None
    until: datetime | None
    left: timedelta
    """Of this year, after the vacation that runs."""
    left_next_year: timedelta
    now: datetime


def vacation_of(player: UUID) -> VacationState:
    """Return the vacation of *player*."""
    now, known = store.now(), vacations.of(player)
    running = next((one for one in known if one.began <= now < one.until), None)
    spans = [Span(one.began, one.until) for one in known]
    return VacationState(
        began=running.began if running else None,
        until=running.until if running else None,
        left=left(spans, now.year),
        left_next_year=left(spans, now.year + 1),
        now=now,
    )


def take_vacation(player: UUID, until: datetime) -> VacationState:
    """Let the vacation of *player* last *until* then; it begins now if they are on none.

    Raises VacationRefused if the end has passed or the budget does not allow it. The clocks of their games stop after
    the commit. If this process dies meanwhile, a worker goes on (``settle_next``).
    """
    with transaction.atomic():
        vacations.lock(player)
        now, known = store.now(), vacations.of(player)
        running = next((one for one in known if one.began <= now < one.until), None)
        if until <= now:
            raise VacationRefused("until", gettext("Send a time that is still to come."))
        span = Span(running.began if running else now, until)
        others = [Span(one.began, one.until) for one in known if one != running]
        if not fits(others, span):
            raise VacationRefused("until", gettext("You do not have so many days of vacation left."))
        if running is None:
            vacations.add(player, *span)
        elif running.until != until:
            vacations.change(running, until)
    settle(player)
    return vacation_of(player)


def end_vacation(player: UUID) -> None:
    """End the vacation of *player* now, if they are on one. The clocks of their games run again."""
    with transaction.atomic():
        vacations.lock(player)
        now = store.now()
        for one in vacations.of(player):
            if one.began <= now < one.until:
                vacations.change(one, now)
    settle(player)


def settle(player: UUID) -> None:
    """Tell the games for two of *player* whether they are on vacation. It may run twice, or at the same time."""
    known = vacations.of(player)
    for game in vacations.tables_of_two(player):
        try:
            with locked(game) as row:
                note_vacation(row, player)
        except NoSuchGame:
            continue
    vacations.settled(player, known)


def settle_next() -> bool:
    """Settle a vacation that was left in the middle, and return whether there was one."""
    player = vacations.unsettled()
    if player is None:
        return False
    settle(player)
    return True
