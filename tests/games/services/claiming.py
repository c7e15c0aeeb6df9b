"""Tables whose time is up, bots that are due, and what workers would take next."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db.models import F

from games import bots, store
from games.bots import Bot
from games.log.read import read
from games.models import Claim as ClaimRow
from games.models import Game
from games.services import Allowance, Terms
from games.services.due import credits_now, try_bot
from games.store import Claim, claims
from tests.games.services.sitting import Sitting

MINUTE: Final = timedelta(minutes=1)


def claim_clock() -> Claim | None:
    return next(iter(claims.claim_clocks(credits_now(), 1)), None)


def next_late() -> UUID | None:
    """The game in which the clock would move next; nobody claims it."""
    claim = claim_clock()
    if claim:
        claims.give_back([claim])
    return claim.game if claim else None


def play_bot(*, levels: Mapping[str, Bot] = bots.LEVELS) -> bool:
    """Let the bot that has been due for longest make one move, as a worker does; return whether there was one."""
    claim = next(iter(claims.claim_bots(1)), None)
    return claim is not None and try_bot(claim, levels=levels)


def end_pause(game: UUID) -> None:
    """Let the pause of the bot on turn be over. While a window is open, it is longer than the table says."""
    Game.objects.filter(id=game, bot_due__gt=store.now()).update(bot_due=store.now())


def late(minutes: int = 2) -> Sitting:
    """Return a table whose time has been up for almost so many *minutes*."""
    table = Sitting.of(2, terms=Terms(clock=Allowance(60, 0)))
    table.age(minutes * MINUTE)
    return table


def has_spoken(table: Sitting) -> bool:
    return "time-ran-out" in [one.type for one in read(table.game)]


def keep_away() -> None:
    """Let what is claimed or put off stay so for an hour. A busy machine may need longer than the second that it is."""
    ClaimRow.objects.update(next_try=F("next_try") + timedelta(hours=1))


def let_a_second_pass(*keys: object) -> None:
    """Let the pause of what was put off be over."""
    found = ClaimRow.objects.filter(key__in=[str(key) for key in keys]) if keys else ClaimRow.objects.all()
    found.update(next_try=store.now())
